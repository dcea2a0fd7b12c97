import { DateTime, type Duration, Effect, Layer, Option } from "effect"
import { Instant, Transaction } from "../../shared/index.ts"
import { keyTtl } from "../ApexRrsets.ts"
import { delegatedKeys } from "../dnssec/delegatedKeys.ts"
import { parentDs } from "../dnssec/KeyRecords.ts"
import {
  type DelegatedZone,
  type DelegationOutcome,
  ParentDelegation,
  RegistryDelegation
} from "../dnssec/ParentDelegation.ts"
import { publicationPause } from "../dnssec/SigningStep.ts"
import { ZoneKeyStore } from "../dnssec/ZoneKeyStore.ts"
import { NameHolders } from "../ownership/NameHolders.ts"
import { ZoneOwnership } from "../ownership/ZoneOwnership.ts"
import { ZonePublications } from "../publication/ZonePublications.ts"
import type { Rrset } from "../Rrset.ts"
import { ancestorsOf } from "../rules/LoadedRecords.ts"
import type { Zone } from "../Zone.ts"
import { ZoneChanges } from "../ZoneChanges.ts"
import { ZoneStore } from "../ZoneStore.ts"
import { childDs } from "./childRrsets.ts"
import { makeHostedZones } from "./hostedZones.ts"

const elsewhere: DelegationOutcome = { _tag: "Elsewhere" }

/**
 * DS records of zones below a hosted and signed zone are stored in that zone. All others, including those of domains
 * registered here, are stored at registries.
 */
export const HostedDelegation = Layer.effect(
  ParentDelegation,
  Effect.gen(function*() {
    const registry = yield* RegistryDelegation
    const store = yield* ZoneStore
    const keys = yield* ZoneKeyStore
    const holders = yield* NameHolders
    const ownership = yield* ZoneOwnership
    const publications = yield* ZonePublications
    const changes = yield* ZoneChanges
    const transaction = yield* Transaction
    const { parentOf, zonesAbove } = yield* makeHostedZones

    const isSigned = ({ dns_zone_id }: Zone) => Effect.map(keys.ofZones([dns_zone_id]), (found) => found.size > 0)

    /** The zone's delegation in the zone above. `isHidden`: it is below a delegation that the owner above wrote. */
    const delegationIn = Effect.fnUntraced(function*(parent: Zone, { name }: Pick<DelegatedZone, "name">) {
      const stored = yield* store.rrsetsAt(parent, [name, ...ancestorsOf(name, parent.name)])
      const isHidden = stored.some((rrset) => rrset.type === "NS" && rrset.name !== name && rrset.name !== parent.name)
      const own = stored.filter((rrset) => rrset.name === name && rrset.protected_reason === "CHILD_ZONE")
      return own.some(({ type }) => type === "NS")
        ? Option.some({ ds: own.find(({ type }) => type === "DS") ?? null, isHidden })
        : Option.none()
    })

    /**
     * The signed zone that contains the zone's delegation, with the DS RRset in it. If `isHidden` is true, resolvers do not
     * get that DS.
     */
    const hostedParent = Effect.fnUntraced(function*(zone: DelegatedZone) {
      const parent = yield* parentOf(zone)
      if (Option.isNone(parent) || (yield* holders.of([zone.name])).get(zone.name)?.name === zone.name) {
        return Option.none()
      }
      if (!(yield* isSigned(parent.value))) return Option.none()
      return Option.map(yield* delegationIn(parent.value, zone), (found) => ({ parent: parent.value, ...found }))
    })

    /** The DS that the stored state requires now; another request may have overtaken this one. */
    const wantedDs = Effect.fnUntraced(function*({ dns_zone_id, name }: DelegatedZone) {
      const progress = Option.getOrUndefined(yield* keys.progress(dns_zone_id))
      const own = (yield* keys.ofZones([dns_zone_id])).get(dns_zone_id) ?? []
      const records = parentDs(delegatedKeys(progress, own))
      return records.length === 0 ? null : childDs(name, records)
    })

    /** Writes the DS while the name is locked, so that no zone is created in between. */
    const write = (zone: DelegatedZone, wanted: Effect.Effect<Rrset | null>) =>
      transaction.atomically(Effect.gen(function*() {
        yield* ownership.lock(zone.name)
        const found = yield* hostedParent(zone)
        if (Option.isNone(found)) return false
        let isThere = false
        yield* Effect.orDie(
          changes.change(found.value.parent.dns_zone_id, "child_zone", (parent) =>
            Effect.gen(function*() {
              const delegation = yield* delegationIn(parent, zone)
              if (Option.isNone(delegation) || !(yield* isSigned(parent))) return null
              isThere = true
              const before = delegation.value.ds
              const after = yield* wanted
              return isSame(before, after)
                ? null
                : { rrsets: [{ name: zone.name, type: "DS" as const, before, after }] }
            }))
        )
        return isThere
      }))

    /** Time since when a nameserver does not serve the DS of a name as stored in a zone above, if one is behind. */
    const behindWith = Effect.fnUntraced(function*(above: Zone, { name }: DelegatedZone) {
      for (const { serial_served, wanted_on } of yield* publications.ofZone(above)) {
        if (serial_served !== null && serial_served >= above.serial) continue
        const earlier = serial_served === null ? Option.none() : yield* store.earlier(above, serial_served)
        const isServed = Option.exists(
          earlier,
          (rrsets) => !rrsets.some((rrset) => rrset.name === name && rrset.type === "DS")
        )
        if (!isServed) return Option.some(wanted_on)
      }
      return Option.none<Instant.Instant>()
    })

    /**
     * Time to wait for nameservers that do not serve the stored DS yet. All zones above are checked, because the
     * delegation may have moved between them.
     */
    const published = Effect.fnUntraced(function*(zone: DelegatedZone) {
      for (const above of yield* zonesAbove(zone.name)) {
        const since = yield* behindWith(above, zone)
        if (Option.isSome(since)) {
          return Option.some(publicationPause(DateTime.distance(since.value, yield* Instant.now)))
        }
      }
      return Option.none<Duration.Duration>()
    })

    const exchange = Effect.fnUntraced(function*(
      zone: DelegatedZone,
      wanted: Effect.Effect<Rrset | null>
    ): Effect.fn.Return<DelegationOutcome> {
      const found = yield* hostedParent(zone)
      if (Option.isNone(found)) return elsewhere
      if (!isSame(found.value.ds, yield* wanted) && !(yield* write(zone, wanted))) return elsewhere
      if (found.value.isHidden) return elsewhere
      const pause = yield* published(zone)
      return Option.isSome(pause) ? { _tag: "Publishing", pause: pause.value } : { _tag: "Done", ttl: keyTtl }
    })

    /** Uses a hosted zone above if there is one, otherwise the registry. */
    const orRegistry = Effect.fnUntraced(function*(
      zone: DelegatedZone,
      wanted: Effect.Effect<Rrset | null>,
      atRegistry: Effect.Effect<DelegationOutcome>
    ) {
      const outcome = yield* exchange(zone, wanted)
      return outcome._tag === "Elsewhere" ? yield* atRegistry : outcome
    })

    return ParentDelegation.of({
      check: Effect.fnUntraced(function*(zone) {
        return Option.exists(yield* hostedParent(zone), isVisible) ? "here" : yield* registry.check(zone)
      }),

      // A removed DS may have been served a moment ago.
      holds: Effect.fnUntraced(function*(zone) {
        const found = Option.filter(yield* hostedParent(zone), isVisible)
        if (Option.isNone(found)) return yield* registry.holds(zone)
        return found.value.ds === null ? undefined : true
      }),

      replace: (zone, delegated) => orRegistry(zone, wantedDs(zone), registry.replace(zone, delegated)),

      withdraw: (zone, delegated) => orRegistry(zone, Effect.succeed(null), registry.withdraw(zone, delegated)),

      lock: registry.lock,
      goesWithZone: (zone) => Effect.map(hostedParent(zone), Option.isSome),

      setPending: registry.setPending,
      notifyOfFailure: registry.notifyOfFailure
    })
  })
)

const isVisible = ({ isHidden }: { readonly isHidden: boolean }): boolean => !isHidden

const isSame = (before: Rrset | null, after: Rrset | null): boolean => before?.records.join() === after?.records.join()
