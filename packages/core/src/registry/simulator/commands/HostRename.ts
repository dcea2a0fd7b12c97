import { Effect } from "effect"
import { type DomainName, type Hostname, Instant } from "../../../shared/index.ts"
import type { RegistryRefusal } from "../../RegistryError.ts"
import { changedHost, type HostChange } from "../changes/HostChange.ts"
import {
  associationProhibits,
  notSponsor,
  objectExists,
  objectMissing,
  statusProhibits,
  unsupported
} from "../objects/Refusal.ts"
import type { SimulatedDomain } from "../objects/SimulatedDomain.ts"
import type { SimulatedHost } from "../objects/SimulatedHost.ts"
import type { SimulatedTld } from "../objects/SimulatedTld.ts"
import { keep, lockCurrent, parentOf, rulesOf, type SimulatedAccount } from "../time/SimulatedAccount.ts"
import { hostsBelow, isMadeByOthers, lockOwnHost } from "./OwnHost.ts"

interface LockedDomain {
  readonly domain: SimulatedDomain
  readonly tld: SimulatedTld
}

/**
 * Renames a host; every domain that uses it shows the new name (RFC 5732, section 3.2.5). A host whose old or new name
 * is outside of the registry's zones keeps its name while another registrar's domain uses it (RFC 9874).
 */
export const renameHost = Effect.fnUntraced(
  function*(account: SimulatedAccount, hostname: Hostname, newName: Hostname, change: HostChange) {
    const { registrar, registry, store } = account
    const now = yield* Instant.now
    const oldParent = yield* parentOf(account, hostname)
    const newParent = yield* parentOf(account, newName)
    // Domains are locked before hosts, as in every other command, and in a fixed order.
    const domains = new Map<DomainName, LockedDomain>()
    const users = yield* store.domainsUsingHost(registry, hostname)
    yield* lockAll(account, [oldParent, newParent, ...users], domains, now)
    // Both names are locked in a fixed order, so that two renames to each other's names do not deadlock.
    for (const name of [hostname, newName].toSorted()) yield* store.lockHost(registry, name)
    const host = yield* lockOwnHost(account, hostname)
    // Domains that began to use the host before it was locked have committed by now.
    const allUsers = yield* store.domainsUsingHost(registry, hostname)
    yield* lockAll(account, allUsers, domains, now)

    if (newParent !== undefined) {
      const problem = parentProblem(newParent, domains.get(newParent), registrar)
      if (problem !== undefined) return yield* problem
    }
    const foreign = allUsers.find((name) => domains.get(name)?.domain.sponsor !== registrar)
    if (foreign !== undefined && (oldParent === undefined || newParent === undefined)) {
      return yield* associationProhibits("A domain of another registrar uses the host")
    }
    const renamed: SimulatedHost = { ...host, hostname: newName, parent: newParent ?? null, sponsor: registrar }
    const changed = yield* Effect.fromResult(changedHost(renamed, change, allUsers.length > 0))
    const next = { ...changed, updater: registrar, updated_on: now }
    if (!(yield* insertUnused(account, next))) return yield* objectExists(`The host ${newName} exists`)
    yield* store.moveHostLinks(registry, hostname, newName)
    yield* store.removeHost(registry, hostname)
    for (const { domain, tld } of domains.values()) {
      const kept = renamedIn(domain, hostname, newName, domain.name === newParent)
      yield* keep(account, domain.name, { domain: kept, messages: [] }, tld)
    }
    return next
  }
)

/** False if the name is taken by an object, or by a host that counts as created by another registrar. */
const insertUnused = Effect.fnUntraced(function*(account: SimulatedAccount, host: SimulatedHost) {
  const { registry, store } = account
  const linked = yield* store.isLinked(registry, "host", host.hostname)
  if (yield* isMadeByOthers(account, host.hostname, linked)) return false
  return yield* store.insertHost(registry, host)
})

const lockAll = Effect.fnUntraced(
  function*(
    account: SimulatedAccount,
    names: ReadonlyArray<DomainName | undefined>,
    locked: Map<DomainName, LockedDomain>,
    now: Instant.Instant
  ) {
    const missing = names.filter((name) => name !== undefined && !locked.has(name))
    for (const name of [...new Set(missing)].toSorted()) {
      if (name === undefined) continue
      const tld = yield* rulesOf(account, name)
      const domain = yield* lockCurrent(account, name, tld, now)
      if (domain !== undefined) locked.set(name, { domain, tld })
    }
  }
)

const parentProblem = (
  name: DomainName,
  parent: LockedDomain | undefined,
  registrar: string
): RegistryRefusal | undefined => {
  if (parent === undefined) return objectMissing(`The domain ${name} does not exist`)
  const { domain, tld } = parent
  if (domain.sponsor !== registrar) return notSponsor("Another registrar sponsors the domain")
  if (!tld.host_objects) return unsupported(`Hosts under .${tld.suffix} are attributes of domains`)
  return domain.phase._tag === "Active" ? undefined : statusProhibits(`${name} is not active`)
}

const renamedIn = (
  domain: SimulatedDomain,
  before: Hostname,
  after: Hostname,
  isParent: boolean
): SimulatedDomain => ({
  ...hostsBelow(domain, isParent ? { remove: before, add: after } : { remove: before }),
  nameservers: domain.nameservers.map((server) => server.hostname === before ? { ...server, hostname: after } : server)
})
