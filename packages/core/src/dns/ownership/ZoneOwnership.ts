import { Context, Effect, Layer, Option } from "effect"
import { systemActor } from "../../access/index.ts"
import { EventLog } from "../../events/index.ts"
import { CurrentActor, Instant, Transaction } from "../../shared/index.ts"
import { ChildDelegations, type Settlement } from "../delegation/ChildDelegations.ts"
import * as DnsName from "../DnsName.ts"
import { domainParts } from "../domainParts.ts"
import { ZonePublications } from "../publication/ZonePublications.ts"
import type { Zone } from "../Zone.ts"
import { ChangesetId, zoneChange } from "../ZoneChanges.ts"
import { ZoneDisplaced, ZoneNotFound } from "../ZoneError.ts"
import { nextSerial } from "../ZoneSerial.ts"
import { ZoneStore } from "../ZoneStore.ts"
import { zoneOwnershipFields } from "./Ownership.ts"
import { type CheckedZone, makeOwnershipReview, type ReviewedZone } from "./OwnershipReview.ts"
import { recordReview } from "./recordReview.ts"
import { ZoneOwnershipStore } from "./ZoneOwnershipStore.ts"

/**
 * Decides which zone of a name is served. Everything that changes the answer passes here: new and removed zones, domains
 * that an organization begins or ceases to hold, and checks of the public DNS. Source: REST specification, "DNS".
 */
export class ZoneOwnership extends Context.Service<ZoneOwnership, {
  /**
   * Serializes with all other changes of ownership at names of the same registrable domain, to the end of the caller's
   * transaction. Called before any zone's row is locked.
   */
  readonly lock: (name: DnsName.DnsName) => Effect.Effect<void>
  /**
   * Brings the zones at a name and below it in line with who holds their domains and with each other, and the
   * delegations of those that begin or cease to be served. Called in the transaction that changes a holder, or makes or
   * removes a zone. `is_new`: the zone of the name was just made.
   */
  readonly review: (name: DnsName.DnsName, options?: { readonly is_new: boolean }) => Effect.Effect<Settlement>
  /**
   * Stores the result of a check. A name that is proven displaces zones of other organizations at and below it, unless
   * another organization holds its domain: then the zone itself is displaced, as the answer shows.
   */
  readonly settle: (
    checked: CheckedZone
  ) => Effect.Effect<Zone, ZoneDisplaced | ZoneNotFound>
}>()("@namewright/core/dns/ownership/ZoneOwnership") {
  static readonly layer = Layer.effect(
    ZoneOwnership,
    Effect.gen(function*() {
      const store = yield* ZoneOwnershipStore
      const zones = yield* ZoneStore
      const publications = yield* ZonePublications
      const events = yield* EventLog
      const delegations = yield* ChildDelegations
      const transaction = yield* Transaction
      const { reviewed } = yield* makeOwnershipReview

      const lock = (name: DnsName.DnsName) => store.lockName(registrableName(name))

      /** A zone of another history follows the one that was served: secondaries fetch all of it, under a higher serial. */
      const serve = Effect.fnUntraced(function*({ after, before }: ReviewedZone) {
        const now = yield* Instant.now
        const serial = nextSerial(Math.max(after.serial, yield* store.lastSerial(after.name)), now)
        const served: Zone = { ...after, serial, updated_on: now }
        const change = yield* zoneChange({ before, after: served, rrsets: [], cause: "ownership" }).pipe(
          Effect.provideService(CurrentActor, systemActor(after.organization_id)),
          Effect.provideService(ChangesetId, undefined)
        )
        yield* zones.save(before, served, change, yield* publications.due([served]))
      })

      const withdraw = (withdrawn: ReadonlyArray<ReviewedZone>, outcomes: ReadonlyArray<ReviewedZone>) => {
        const served = new Set(outcomes.flatMap(({ after }) => after.is_served ? [after.name] : []))
        return publications.announce(
          withdrawn.filter(({ after }) => !served.has(after.name)).map(({ after: { dns_zone_id, name } }) => ({
            dns_zone_id,
            name,
            serial: null
          }))
        )
      }

      /** Zones that cease to be served are written before those that take their place. */
      const write = Effect.fnUntraced(function*(outcomes: ReadonlyArray<ReviewedZone>, made?: DnsName.DnsName) {
        const changed = outcomes.filter(({ after, before }) => isChanged(before, after))
        for (const outcome of changed) if (!begins(outcome)) yield* zones.update(outcome.before, outcome.after)
        for (const outcome of changed) if (begins(outcome)) yield* serve(outcome)
        yield* withdraw(changed.filter(ends), outcomes)
        const names = new Set(changed.filter(isDelegatedAnew).map(({ after }) => after.name))
        const settlements = yield* Effect.forEach(
          names,
          (name) => delegations.settle(name, { is_new: name === made })
        )
        yield* recordReview(events, changed)
        const settlement: Settlement = {
          conflicts: settlements.flatMap(({ conflicts }) => conflicts),
          hidden: settlements.find(({ hidden }) => hidden !== undefined)?.hidden
        }
        return settlement
      })

      const reviewWith = Effect.fnUntraced(
        function*(name: DnsName.DnsName, checked: CheckedZone | undefined, made?: DnsName.DnsName) {
          yield* lock(name)
          const within = yield* store.lockWithin(name)
          return yield* write(yield* reviewed(name, within, checked, yield* Instant.now), made)
        }
      )

      const settle = Effect.fn("ZoneOwnership.settle")(function*(checked: CheckedZone) {
        const { dns_zone_id: id } = checked
        const found = yield* zones.find(id)
        if (Option.isNone(found)) return yield* new ZoneNotFound({ zone_name: id })
        const { displaced_on, name } = found.value
        if (displaced_on !== null) return yield* new ZoneDisplaced({ zone_name: name, displaced_on })
        return yield* transaction.joined(Effect.gen(function*() {
          yield* reviewWith(name, checked)
          const after = yield* zones.find(id)
          if (Option.isNone(after)) return yield* new ZoneNotFound({ zone_name: name })
          return after.value
        }))
      })

      return ZoneOwnership.of({
        lock,
        review: Effect.fn("ZoneOwnership.review")((name, options) =>
          transaction.joined(reviewWith(name, undefined, options?.is_new === true ? name : undefined))
        ),
        settle
      })
    })
  )
}

const begins = ({ after, before }: ReviewedZone): boolean => after.is_served && !before.is_served

const ends = ({ after, before }: ReviewedZone): boolean => before.is_served && !after.is_served

/** The domain below a public suffix that a name is or lies below. */
const registrableName = (name: DnsName.DnsName): DnsName.DnsName => {
  const { domain, suffix } = domainParts(name)
  return domain === null || suffix === null ? name : DnsName.DnsName.make(`${domain}.${suffix}.`)
}

/** Another zone is served, or the owner of the zone above has begun or ceased to consent. */
const isDelegatedAnew = ({ after, before }: ReviewedZone): boolean =>
  after.is_served !== before.is_served ||
  (after.is_served && (after.proof === "consent") !== (before.proof === "consent"))

const isChanged = (before: Zone, after: Zone): boolean =>
  JSON.stringify(membersOf(before)) !== JSON.stringify(membersOf(after))

const membersOf = ({ missing, ...zone }: Zone) => [
  ...Object.keys(zoneOwnershipFields).map((member) => String(zone[member as keyof typeof zone])),
  missing
]
