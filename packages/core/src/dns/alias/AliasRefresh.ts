import { DateTime, Duration, Effect, Layer, Option } from "effect"
import { Instant, Timetable, Transaction } from "../../shared/index.ts"
import type { DnsName } from "../DnsName.ts"
import type { Rrset } from "../Rrset.ts"
import type { ZoneId } from "../Zone.ts"
import { ZoneChanges } from "../ZoneChanges.ts"
import { ZoneStore } from "../ZoneStore.ts"
import { aliasEnd } from "./aliasEnd.ts"
import { aliasDueOn, aliasRetry, storedAddresses } from "./Aliases.ts"
import { type AliasAddresses, AliasResolver } from "./AliasResolver.ts"
import { AliasStore, type StoredAlias } from "./AliasStore.ts"
import { lookUpConcurrency, lookUpTargets } from "./lookUpTargets.ts"

/** Names refreshed in one round. All their look-ups run concurrently. */
const atOnce = lookUpConcurrency

/** Time for the look-ups of a round, so that targets that never answer do not delay later rounds. */
const roundLookUps = Duration.seconds(5)

/** Concurrent reads and writes of the database. */
const concurrency = 10

/** Longest time until the next look-up of a target that cannot be resolved. */
const longestRetry = Duration.minutes(15)

/** Targets whose failures are counted; the ones that failed longest ago are forgotten first. */
const mostFailing = 50_000

/** Lease of claimed names; much longer than a round. */
const claimedFor = Duration.minutes(5)

/**
 * Resolves ALIAS targets again after their TTL, and for the first time those that a publication had no time for. A zone
 * whose addresses differ gets one new serial in a round.
 */
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

  /** Failed look-ups in a row, by target, as counted in this process. The target that failed last is at the end. */
  const failures = new Map<DnsName, number>()

  const noteFailure = (target: DnsName) => {
    const count = (failures.get(target) ?? 0) + 1
    failures.delete(target)
    failures.set(target, count)
    for (const [oldest] of failures) {
      if (failures.size <= mostFailing) break
      failures.delete(oldest)
    }
  }

  /** Time until the next look-up of a target that cannot be resolved: doubled with each failure in a row. */
  const retryAfter = (target: DnsName) =>
    Duration.min(Duration.times(aliasRetry, 2 ** ((failures.get(target) ?? 1) - 1)), longestRetry)

  /** Looks the targets up, and returns the addresses of those that can be resolved. */
  const lookedUp = Effect.fnUntraced(function*(targets: ReadonlySet<DnsName>) {
    const ended = yield* lookUpTargets(resolver, targets, roundLookUps)
    const found = new Map<DnsName, AliasAddresses>()
    for (const target of targets) {
      const addresses = Option.flatten(Option.fromUndefinedOr(ended.get(target)))
      if (Option.isNone(addresses)) noteFailure(target)
      else {
        failures.delete(target)
        found.set(target, addresses.value)
      }
    }
    return found
  })

  /** Stores the results for names of one zone. */
  const refreshZone = Effect.fnUntraced(function*(
    zone: ZoneId,
    aliases: ReadonlyArray<StoredAlias>,
    found: ReadonlyMap<DnsName, AliasAddresses>
  ) {
    const now = yield* Instant.now
    const next = aliases.map((alias): StoredAlias => {
      const addresses = found.get(alias.target)
      return addresses === undefined
        ? { ...alias, due_on: DateTime.addDuration(now, retryAfter(alias.target)) }
        : { ...alias, ...storedAddresses(addresses), due_on: aliasDueOn(now, addresses.ttl) }
    })
    const write = Effect.forEach(next, store.update, { discard: true })
    if (aliases.every((alias, index) => isSame(alias, next[index]))) return yield* transaction.atomically(write)
    yield* transaction.atomically(
      changes.change(zone, "alias", () => Effect.as(write, { rrsets: [], is_signed_anew: true })).pipe(
        Effect.catchTag("ZoneNotFound", () => remove(aliases))
      )
    )
  })

  const remove = (aliases: ReadonlyArray<StoredAlias>) =>
    Effect.forEach(aliases, ({ dns_zone_id, name }) => store.remove(dns_zone_id, name), { discard: true })

  yield* (yield* Timetable).add({
    name: "dns.aliases",
    every: "10 seconds",
    run: Effect.gen(function*() {
      const now = yield* Instant.now
      const claimed = yield* transaction.atomically(store.claim(atOnce, now, DateTime.addDuration(now, claimedFor)))
      const current = yield* Effect.filter(claimed, isCurrent, { concurrency })
      const kept = new Set(current)
      const outdated = claimed.filter((alias) => !kept.has(alias))
      if (outdated.length > 0) yield* transaction.atomically(remove(outdated))
      const found = yield* lookedUp(new Set(current.map(({ target }) => target)))
      const byZone = Map.groupBy(current, ({ dns_zone_id }) => dns_zone_id)
      yield* Effect.forEach(byZone, ([zone, aliases]) => refreshZone(zone, aliases, found), {
        concurrency,
        discard: true
      })
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
const isSame = (left: AliasAddresses, right: AliasAddresses | undefined): boolean =>
  left.ipv4.join() === right?.ipv4.join() && left.ipv6.join() === right.ipv6.join()
