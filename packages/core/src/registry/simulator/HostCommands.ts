import { Effect, Option } from "effect"
import { type Hostname, Instant } from "../../shared/index.ts"
import type { Registry } from "../Registry.ts"
import type { Accepted, CreateHost, UpdateHost } from "../RegistryCommand.ts"
import { addressesProblem, canonicalAddress } from "./HostRules.ts"
import {
  associationProhibits,
  notSponsor,
  objectExists,
  objectMissing,
  policy,
  statusProhibits,
  unsupported
} from "./Refusal.ts"
import { keep, lockOwn, parentOf, rulesOf, type SimulatedAccount } from "./SimulatedAccount.ts"
import type { SimulatedHost } from "./SimulatedHost.ts"

type Commands = Pick<Registry, "infoHost" | "createHost" | "updateHost" | "deleteHost">

/** Host objects (RFC 5732): one namespace for all registrars of a registry. */
export const hostCommands = (account: SimulatedAccount, hasObjects: boolean): Commands => {
  const { registry, registrar, store } = account

  const infoHost: Commands["infoHost"] = Effect.fn("SimulatedRegistry.infoHost")(function*(hostname) {
    const found = yield* store.findHost(registry, hostname)
    const linked = yield* store.isLinked(registry, "host", hostname)
    if (Option.isSome(found)) {
      const { ip_addresses, sponsor } = found.value
      return Option.some({ hostname, sponsored: sponsor === registrar, ip_addresses, linked })
    }
    return (yield* isMadeByOthers(account, hostname, linked))
      ? Option.some({ hostname, sponsored: false, ip_addresses: [], linked })
      : Option.none()
  })

  const createHost: Commands["createHost"] = Effect.fn("SimulatedRegistry.createHost")(function*(command) {
    if (!hasObjects) return yield* unsupported("Hosts are attributes of domains here")
    const parent = yield* parentOf(account, command.hostname)
    yield* account.atomically(
      parent === undefined ? createOutside(account, command) : createBelow(account, command, parent)
    )
    return { completed: true }
  })

  const updateHost: Commands["updateHost"] = Effect.fn("SimulatedRegistry.updateHost")((command) =>
    account.atomically(update(account, command))
  )

  const deleteHost: Commands["deleteHost"] = Effect.fn("SimulatedRegistry.deleteHost")(({ hostname }) =>
    account.atomically(remove(account, hostname))
  )

  return { infoHost, createHost, updateHost, deleteHost }
}

/**
 * Whether a host without an object of its own counts as another registrar's: one outside of the registry's zones that
 * somebody delegates to, who made it on the way, and one below a name that is treated as held elsewhere.
 */
const isMadeByOthers = Effect.fnUntraced(function*(account: SimulatedAccount, hostname: Hostname, linked: boolean) {
  const parent = yield* parentOf(account, hostname)
  if (parent === undefined) return linked
  if (account.settings.unknown_names === "missing") return false
  const registered = yield* account.store.existingDomains(account.registry, [parent])
  return !registered.has(parent)
})

const createOutside = Effect.fnUntraced(function*(account: SimulatedAccount, command: CreateHost) {
  const { registry, registrar, store } = account
  const { hostname, ip_addresses } = command
  if (ip_addresses.length > 0) return yield* policy("A host outside of the registry's zones has no addresses")
  const host = { hostname, parent: null, sponsor: registrar, ip_addresses: [] }
  const used = yield* store.isLinked(registry, "host", hostname)
  if (used || !(yield* store.insertHost(registry, host))) return yield* objectExists(`The host ${hostname} exists`)
})

const createBelow = Effect.fnUntraced(
  function*(
    account: SimulatedAccount,
    { hostname, ip_addresses }: CreateHost,
    parent: SimulatedHost["parent"] & string
  ) {
    const { registry, registrar, store } = account
    const now = yield* Instant.now
    const tld = yield* rulesOf(account, parent)
    if (!tld.host_objects) return yield* unsupported(`Hosts under .${tld.suffix} are attributes of domains`)
    if (ip_addresses.length === 0) return yield* policy(`${hostname} needs an address`)
    const problem = addressesProblem(ip_addresses)
    if (problem !== undefined) return yield* problem
    const domain = yield* lockOwn(account, parent, tld, now)
    if (domain.phase._tag !== "Active") return yield* statusProhibits(`${parent} is not active`)
    const addresses = [...new Set(ip_addresses.map(canonicalAddress))]
    const inserted = yield* store.insertHost(registry, {
      hostname,
      parent,
      sponsor: registrar,
      ip_addresses: addresses
    })
    if (!inserted) return yield* objectExists(`The host ${hostname} exists`)
    const subordinate_hosts = [...domain.subordinate_hosts, hostname]
    yield* keep(account, parent, { domain: { ...domain, subordinate_hosts }, messages: [] }, tld)
  }
)

const lockOwnHost = Effect.fnUntraced(function*(account: SimulatedAccount, hostname: Hostname) {
  const { registrar, registry, store } = account
  const found = yield* store.lockHost(registry, hostname)
  if (Option.isSome(found)) {
    if (found.value.sponsor !== registrar) return yield* notSponsor("Another registrar sponsors the host")
    return found.value
  }
  return (yield* isMadeByOthers(account, hostname, yield* store.isLinked(registry, "host", hostname)))
    ? yield* notSponsor("Another registrar sponsors the host")
    : yield* objectMissing(`The host ${hostname} does not exist`)
})

const update = Effect.fnUntraced(function*(account: SimulatedAccount, command: UpdateHost) {
  const { registry, store } = account
  const { hostname } = command
  const host = yield* lockOwnHost(account, hostname)
  const [add, remove] = [command.add.map(canonicalAddress), command.remove.map(canonicalAddress)]
  if (add.length + remove.length === 0) return yield* policy("The update changes nothing")
  if (host.parent === null) return yield* policy("A host outside of the registry's zones has no addresses")
  if (remove.some((address) => !host.ip_addresses.includes(address))) {
    return yield* policy("An address to remove is not there")
  }
  const left = host.ip_addresses.filter((address) => !remove.includes(address))
  if (add.some((address) => left.includes(address))) return yield* policy("An address to add is there already")
  const ip_addresses = [...new Set([...left, ...add])]
  if (ip_addresses.length === 0) {
    const linked = yield* store.isLinked(registry, "host", hostname)
    return yield* linked
      ? statusProhibits("A domain uses the host, which then would have no address")
      : policy("The host needs an address")
  }
  const problem = addressesProblem(ip_addresses)
  if (problem !== undefined) return yield* problem
  yield* store.saveHost(registry, { ...host, ip_addresses })
  const accepted: Accepted = { completed: true }
  return accepted
})

const remove = Effect.fnUntraced(function*(account: SimulatedAccount, hostname: Hostname) {
  const { registry, store } = account
  const now = yield* Instant.now
  // The name above is locked first, as every other command does, so that two of them never wait for each other.
  const parent = yield* parentOf(account, hostname)
  const tld = parent === undefined ? undefined : yield* rulesOf(account, parent)
  const domain = parent === undefined || tld === undefined
    ? undefined
    : Option.getOrUndefined(yield* Effect.option(lockOwn(account, parent, tld, now)))
  yield* lockOwnHost(account, hostname)
  if (yield* store.isLinked(registry, "host", hostname)) return yield* associationProhibits("A domain uses the host")
  yield* store.removeHost(registry, hostname)
  if (domain !== undefined && tld !== undefined) {
    const subordinate_hosts = domain.subordinate_hosts.filter((other) => other !== hostname)
    yield* keep(account, domain.name, { domain: { ...domain, subordinate_hosts }, messages: [] }, tld)
  }
  const accepted: Accepted = { completed: true }
  return accepted
})
