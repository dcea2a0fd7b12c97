import { DateTime, Duration, Effect, Layer, Option } from "effect"
import { Instant, Timetable, Transaction } from "../../shared/index.ts"
import type { DnsName } from "../DnsName.ts"
import type { Rrset } from "../Rrset.ts"
import { ZoneChanges } from "../ZoneChanges.ts"
import { ZoneStore } from "../ZoneStore.ts"
import { aliasEnd } from "./aliasEnd.ts"
import { aliasConcurrency, aliasDueOn, aliasRetry, storedAddresses } from "./Aliases.ts"
import { AliasResolver } from "./AliasResolver.ts"
import { AliasStore, type StoredAlias } from "./AliasStore.ts"

/** Names refreshed in one round. */
const atOnce = 100

/** Lease of claimed names; much longer than a round. */
const claimedFor = Duration.minutes(5)

/** Resolves ALIAS targets again after their TTL. A zone whose addresses differ gets a new serial. */
export const AliasRefresh = Layer.effectDiscard(Effect.gen(function*() {
  const store = yield* AliasStore
  const zones = yield* ZoneStore
  const changes = yield* ZoneChanges
  const resolver = yield* AliasResolver
  const transaction = yield* Transaction

  /** True if the zone is served, and the ALIAS is still in it and leads to the same name. */
  const isCurrent = Effect.fnUntraced(function*({ dns_zone_id, name, target, zone_name }: StoredAlias) {
    const zone = yield* zones.find(dns_zone_id)
    if (Option.isNone(zone) || !zone.value.is_served) return false
    const here = new Map<DnsName, ReadonlyArray<Rrset>>()
    const rrsetsAt = (at: DnsName) => here.get(at) ?? []
    // Chains within the zone are rare, so each name is read by its own query.
    for (let at = Option.some(name); Option.isSome(at) && !here.has(at.value);) {
      here.set(at.value, yield* zones.rrsetsAt({ dns_zone_id, name: zone_name }, [at.value]))
      at = Option.fromUndefinedOr(leadsTo(rrsetsAt(name), rrsetsAt))
    }
    return leadsTo(rrsetsAt(name), rrsetsAt) === target
  })

  const refresh = Effect.fnUntraced(function*(alias: StoredAlias) {
    if (!(yield* isCurrent(alias))) return yield* transaction.atomically(store.remove(alias.dns_zone_id, alias.name))
    const found = yield* Effect.option(resolver.resolve(alias.target))
    const now = yield* Instant.now
    if (Option.isNone(found)) {
      return yield* transaction.atomically(store.update({ ...alias, due_on: DateTime.addDuration(now, aliasRetry) }))
    }
    const next = { ...alias, ...storedAddresses(found.value), due_on: aliasDueOn(now, found.value.ttl) }
    const write = store.update(next)
    if (isSame(alias, next)) return yield* transaction.atomically(write)
    yield* transaction.atomically(
      changes.change(alias.dns_zone_id, "alias", () => Effect.as(write, { rrsets: [], is_signed_anew: true })).pipe(
        Effect.catchTag("ZoneNotFound", () => store.remove(alias.dns_zone_id, alias.name))
      )
    )
  })

  yield* (yield* Timetable).add({
    name: "dns.aliases",
    every: "10 seconds",
    run: Effect.gen(function*() {
      const now = yield* Instant.now
      const claimed = yield* transaction.atomically(store.claim(atOnce, now, DateTime.addDuration(now, claimedFor)))
      yield* Effect.forEach(claimed, refresh, { concurrency: aliasConcurrency, discard: true })
      return claimed.length === atOnce
    })
  })
}))

/** Target outside the zone that an ALIAS leads to; undefined if the chain ends within the zone. */
const leadsTo = (
  rrsets: ReadonlyArray<Rrset>,
  rrsetsAt: (name: DnsName) => ReadonlyArray<Rrset>
): DnsName | undefined => {
  const alias = rrsets.find(({ type }) => type === "ALIAS")
  const end = alias && aliasEnd(alias, rrsetsAt)
  return end?.kind === "target" ? end.target : undefined
}

/** True if the addresses are the same. The TTL counts down and is not compared. */
const isSame = (left: StoredAlias, right: StoredAlias): boolean =>
  left.ipv4.join() === right.ipv4.join() && left.ipv6.join() === right.ipv6.join()
