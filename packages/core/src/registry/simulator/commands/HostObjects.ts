import { DateTime, Effect, Option } from "effect"
import { type Hostname, Instant } from "../../../shared/index.ts"
import type { Accepted } from "../../RegistryCommand.ts"
import type { RegistryRefusal } from "../../RegistryError.ts"
import { changedHost, type HostChange, isEmptyChange } from "../changes/HostChange.ts"
import { addressesProblem, canonicalAddress } from "../changes/HostRules.ts"
import {
  associationProhibits,
  missingParameter,
  objectExists,
  policy,
  statusProhibits,
  unsupported
} from "../objects/Refusal.ts"
import { newRoid } from "../objects/RegistryObjectId.ts"
import { hostStatuses, type SimulatedHost } from "../objects/SimulatedHost.ts"
import { elsewhere } from "../objects/SimulatedMessage.ts"
import { current, keep, lockOwn, parentOf, rulesOf, type SimulatedAccount } from "../time/SimulatedAccount.ts"
import type { ObjectAvailability } from "./ContactObjects.ts"
import { renameHost } from "./HostRename.ts"
import { hostsBelow, isMadeByOthers, lockOwnHost } from "./OwnHost.ts"

/** A host with the members of an info response. */
export interface HostRecord {
  readonly host: SimulatedHost
  readonly sponsored: boolean
  readonly linked: boolean
  readonly statuses: ReadonlyArray<string>
  /** Time of its last transfer, together with the domain above it. */
  readonly transferred_on: Instant.Instant | null
}

/** Host objects (RFC 5732): one namespace for all registrars of a registry. */
export interface HostObjects {
  readonly check: (hostnames: ReadonlyArray<Hostname>) => Effect.Effect<ReadonlyArray<ObjectAvailability>>
  /** Every registrar can see hosts. */
  readonly find: (hostname: Hostname) => Effect.Effect<Option.Option<HostRecord>, RegistryRefusal>
  readonly create: (
    hostname: Hostname,
    ip_addresses: ReadonlyArray<string>
  ) => Effect.Effect<SimulatedHost, RegistryRefusal>
  readonly update: (hostname: Hostname, change: HostChange) => Effect.Effect<SimulatedHost, RegistryRefusal>
  readonly delete: (hostname: Hostname) => Effect.Effect<Accepted, RegistryRefusal>
}

export const hostObjects = (account: SimulatedAccount, hasObjects: boolean): HostObjects => {
  const { registry, store } = account

  const check: HostObjects["check"] = Effect.fn("SimulatedRegistrar.checkHosts")(function*(hostnames) {
    const existing = yield* store.existingHosts(registry, hostnames)
    return yield* Effect.forEach(hostnames, (hostname) =>
      Effect.gen(function*() {
        const exists = existing.has(hostname) ||
          (yield* isMadeByOthers(account, hostname, yield* store.isLinked(registry, "host", hostname)))
        return { id: hostname, available: !exists, reason: exists ? "In use" : null }
      }))
  })

  const find: HostObjects["find"] = Effect.fn("SimulatedRegistrar.findHost")((hostname) => record(account, hostname))

  const create: HostObjects["create"] = Effect.fn("SimulatedRegistrar.createHost")(function*(hostname, ip_addresses) {
    if (!hasObjects) return yield* unsupported("Hosts are attributes of domains here")
    const parent = yield* parentOf(account, hostname)
    const host: SimulatedHost = {
      ...blankHost(hostname, account.registrar, yield* Instant.now),
      roid: yield* newRoid("H", registry),
      parent: parent ?? null,
      ip_addresses: [...new Set(ip_addresses.map(canonicalAddress))]
    }
    yield* account.atomically(parent === undefined ? createOutside(account, host) : createBelow(account, host, parent))
    return host
  })

  const update: HostObjects["update"] = Effect.fn("SimulatedRegistrar.updateHost")((hostname, change) =>
    account.atomically(changeHost(account, hostname, change))
  )

  const remove: HostObjects["delete"] = Effect.fn("SimulatedRegistrar.deleteHost")((hostname) =>
    account.atomically(removeHost(account, hostname))
  )

  return { check, find, create, update, delete: remove }
}

/** Creation time of hosts that count as created by other registrars. */
const longAgo = DateTime.makeUnsafe(0)

const blankHost = (hostname: Hostname, sponsor: string, created_on: Instant.Instant): SimulatedHost => ({
  hostname,
  roid: "H0-OTHERS",
  parent: null,
  sponsor,
  creator: sponsor,
  created_on,
  updater: null,
  updated_on: null,
  ip_addresses: [],
  client_statuses: []
})

const record = Effect.fnUntraced(function*(account: SimulatedAccount, hostname: Hostname) {
  const { registrar, registry, store } = account
  const now = yield* Instant.now
  const parent = yield* parentOf(account, hostname)
  // Due changes of the domain above are applied first: a completed transfer moves its hosts.
  const domain = parent === undefined
    ? undefined
    : yield* current(account, parent, yield* rulesOf(account, parent), now)
  const found = yield* store.findHost(registry, hostname)
  const linked = yield* store.isLinked(registry, "host", hostname)
  if (Option.isNone(found) && !(yield* isMadeByOthers(account, hostname, linked))) return Option.none<HostRecord>()
  const host = Option.getOrElse(found, () => blankHost(hostname, elsewhere, longAgo))
  const moved = domain?.transferred_on ?? null
  return Option.some<HostRecord>({
    host,
    sponsored: host.sponsor === registrar,
    linked,
    statuses: hostStatuses(host, linked),
    transferred_on: moved !== null && Instant.hasPassed(host.created_on, moved) ? moved : null
  })
})

const createOutside = Effect.fnUntraced(function*({ registry, store }: SimulatedAccount, host: SimulatedHost) {
  const { hostname, ip_addresses } = host
  if (ip_addresses.length > 0) return yield* policy("A host outside of the registry's zones has no addresses")
  const used = yield* store.isLinked(registry, "host", hostname)
  if (used || !(yield* store.insertHost(registry, host))) return yield* objectExists(`The host ${hostname} exists`)
})

const createBelow = Effect.fnUntraced(
  function*(account: SimulatedAccount, host: SimulatedHost, parent: SimulatedHost["parent"] & string) {
    const { hostname, ip_addresses } = host
    const now = yield* Instant.now
    const tld = yield* rulesOf(account, parent)
    if (!tld.host_objects) return yield* unsupported(`Hosts under .${tld.suffix} are attributes of domains`)
    if (ip_addresses.length === 0) return yield* policy(`${hostname} needs an address`)
    const problem = addressesProblem(ip_addresses)
    if (problem !== undefined) return yield* problem
    const domain = yield* lockOwn(account, parent, tld, now)
    if (domain.phase._tag !== "Active") return yield* statusProhibits(`${parent} is not active`)
    const inserted = yield* account.store.insertHost(account.registry, host)
    if (!inserted) return yield* objectExists(`The host ${hostname} exists`)
    yield* keep(account, parent, { domain: hostsBelow(domain, { add: hostname }), messages: [] }, tld)
  }
)

const changeHost = Effect.fnUntraced(function*(account: SimulatedAccount, hostname: Hostname, change: HostChange) {
  const { registrar, registry, store } = account
  if (isEmptyChange(change)) return yield* missingParameter("The update changes nothing")
  if (change.new_name !== undefined) return yield* renameHost(account, hostname, change.new_name, change)
  const host = yield* lockOwnHost(account, hostname)
  const linked = yield* store.isLinked(registry, "host", hostname)
  const changed = yield* Effect.fromResult(changedHost(host, change, linked))
  const next = { ...changed, updater: registrar, updated_on: yield* Instant.now }
  yield* store.saveHost(registry, next)
  return next
})

const removeHost = Effect.fnUntraced(function*(account: SimulatedAccount, hostname: Hostname) {
  const { registry, store } = account
  const now = yield* Instant.now
  // The domain above is locked first, as in every other command, to avoid deadlocks.
  const parent = yield* parentOf(account, hostname)
  const tld = parent === undefined ? undefined : yield* rulesOf(account, parent)
  const domain = parent === undefined || tld === undefined
    ? undefined
    : Option.getOrUndefined(yield* Effect.option(lockOwn(account, parent, tld, now)))
  const host = yield* lockOwnHost(account, hostname)
  if (host.client_statuses.includes("clientDeleteProhibited")) {
    return yield* statusProhibits("Object status prohibits operation: clientDeleteProhibited")
  }
  if (yield* store.isLinked(registry, "host", hostname)) return yield* associationProhibits("A domain uses the host")
  yield* store.removeHost(registry, hostname)
  if (domain !== undefined && tld !== undefined) {
    yield* keep(account, domain.name, { domain: hostsBelow(domain, { remove: hostname }), messages: [] }, tld)
  }
  const accepted: Accepted = { completed: true }
  return accepted
})
