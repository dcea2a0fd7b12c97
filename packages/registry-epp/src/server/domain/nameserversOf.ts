import type { RegistryNameserver, SimulatedTld } from "@namewright/core/registry"
import { Effect } from "effect"
import type { EppNameservers } from "../../message/DomainCommand.ts"
import { type CommandContext, CommandRefused } from "../Handlers.ts"
import { hostname } from "../names.ts"

/** The nameservers of a command for the registry; fails if they are not in the form of the TLD. */
export const nameserversOf = Effect.fnUntraced(function*(
  nameservers: EppNameservers | undefined,
  { host_objects, suffix }: SimulatedTld
) {
  if (nameservers === undefined) return []
  const form = host_objects ? "objects" : "attributes"
  if (nameservers.form !== form) {
    const text = `Nameservers of names under .${suffix} are host ${form}`
    return yield* new CommandRefused({ code: 2306, text })
  }
  if (nameservers.form === "attributes") {
    return yield* Effect.forEach(
      nameservers.hosts,
      ({ addresses, name }) =>
        Effect.map(hostname(name), (host): RegistryNameserver => ({
          hostname: host,
          ip_addresses: addresses.map(({ address }) => address)
        }))
    )
  }
  const hosts = yield* Effect.forEach(nameservers.hosts, hostname)
  return hosts.map((host): RegistryNameserver => ({ hostname: host, ip_addresses: [] }))
})

/**
 * The nameservers of a command, which must exist if they are host objects. An EPP server does not create missing hosts.
 */
export const existingNameservers = Effect.fnUntraced(function*(
  nameservers: EppNameservers | undefined,
  tld: SimulatedTld,
  { account }: CommandContext
) {
  const found = yield* nameserversOf(nameservers, tld)
  if (!tld.host_objects) return found
  const checked = yield* account.hosts.check(found.map((server) => server.hostname))
  const missing = checked.find(({ available }) => available)
  return missing === undefined
    ? found
    : yield* new CommandRefused({ code: 2303, text: `The host ${missing.id} does not exist` })
})
