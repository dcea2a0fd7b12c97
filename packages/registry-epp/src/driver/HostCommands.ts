import type { Registry, RegistryHost } from "@namewright/core/registry"
import { Effect, Option } from "effect"
import { eppAddress } from "../message/eppAddress.ts"
import type { EppHostParts } from "../message/HostCommand.ts"
import { acknowledgement, change, find } from "./ask.ts"
import type { EppAccount } from "./EppAccount.ts"
import { canonicalAddress } from "./eppValues.ts"
import type { ForeignHosts } from "./ForeignHosts.ts"
import { malformed, unreadable, unsupported } from "./Refusals.ts"

type Commands = Pick<Registry, "infoHost" | "createHost" | "updateHost" | "deleteHost">

/** Statuses of a host whose command waits for the registry's decision (RFC 5732, section 2.3). */
const pendingStatuses: ReadonlySet<string> = new Set(["pendingCreate", "pendingDelete", "pendingUpdate"])

/** Host objects (RFC 5732). Registries without host objects have none, and none can be created. */
export const hostCommands = (account: EppAccount, foreignHosts: ForeignHosts): Commands => {
  const hasObjects = account.profile.hosts === "objects"
  const noObjects = unsupported("Hosts are attributes of domains at this registry")

  return {
    infoHost: Effect.fn("EppRegistry.infoHost")(function*(hostname) {
      if (!hasObjects) return Option.none<RegistryHost>()
      const response = yield* find(account, { _tag: "HostInfo", name: hostname })
      if (Option.isNone(response)) return Option.none<RegistryHost>()
      const { data } = response.value
      if (data?._tag !== "HostData") return yield* unreadable("host")
      foreignHosts.remember(hostname)
      return Option.some<RegistryHost>({
        hostname,
        sponsor: yield* account.identity.ownerOf(data.sponsor),
        ip_addresses: data.addresses.map(({ address }) => canonicalAddress(address)),
        linked: data.statuses.some(({ status }) => status === "linked"),
        pending: data.statuses.some(({ status }) => pendingStatuses.has(status))
      })
    }),

    createHost: Effect.fn("EppRegistry.createHost")(function*({ command_id, hostname, ip_addresses }) {
      if (!hasObjects) return yield* noObjects
      yield* writable(ip_addresses)
      const response = yield* change(account, command_id, {
        _tag: "HostCreate",
        name: hostname,
        addresses: ip_addresses.map(eppAddress)
      })
      foreignHosts.remember(hostname)
      return acknowledgement(response)
    }),

    updateHost: Effect.fn("EppRegistry.updateHost")(function*({ add, command_id, hostname, remove }) {
      if (!hasObjects) return yield* noObjects
      yield* writable([...add, ...remove])
      const response = yield* change(account, command_id, {
        _tag: "HostUpdate",
        name: hostname,
        ...(add.length === 0 ? {} : { add: parts(add) }),
        ...(remove.length === 0 ? {} : { remove: parts(remove) })
      })
      return acknowledgement(response)
    }),

    deleteHost: Effect.fn("EppRegistry.deleteHost")(function*({ command_id, hostname }) {
      if (!hasObjects) return yield* noObjects
      foreignHosts.evict([{ hostname }])
      return acknowledgement(yield* change(account, command_id, { _tag: "HostDelete", name: hostname }))
    })
  }
}

const parts = (addresses: ReadonlyArray<string>): EppHostParts => ({
  addresses: addresses.map(eppAddress),
  statuses: []
})

/** The schema allows 3 to 45 characters (RFC 5732, `addrStringType`). The registry checks the address itself. */
const writable = (addresses: ReadonlyArray<string>) =>
  addresses.every(({ length }) => length >= 3 && length <= 45)
    ? Effect.void
    : malformed("An address has 3 to 45 characters")
