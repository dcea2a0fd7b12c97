import { Context, Effect, Layer, Option, Schema } from "effect"
import { systemActor } from "../../access/index.ts"
import { EventLog } from "../../events/index.ts"
import { JobQueue } from "../../jobs/index.ts"
import { CurrentActor, Instant, Transaction } from "../../shared/index.ts"
import { ChildDelegations, type DelegationOutcome } from "../delegation/ChildDelegations.ts"
import * as DnsName from "../DnsName.ts"
import { domainParts } from "../domainParts.ts"
import { ZonePublications } from "../publication/ZonePublications.ts"
import { type Zone, ZoneId } from "../Zone.ts"
import { ChangesetId, zoneChange } from "../ZoneChanges.ts"
import { ZoneDisplaced, ZoneNotFound } from "../ZoneError.ts"
import { ZoneHosts } from "../ZoneHosts.ts"
import { nextSerial } from "../ZoneSerial.ts"
import { ZoneStore } from "../ZoneStore.ts"
import { NameHolders } from "./NameHolders.ts"
import type { NewProof } from "./NewProof.ts"
import { zoneOwnershipFields } from "./Ownership.ts"
import { type CheckResult, makeOwnershipReview, type PageReview, type ReviewedZone } from "./OwnershipReview.ts"
import { recordReview } from "./recordReview.ts"
import { withheldZones } from "./withheldZones.ts"
import { ZoneOwnershipStore } from "./ZoneOwnershipStore.ts"

/** Kind of the jobs that review further pages of a large tree. */
export const remainingReviewKind = "dns.ownership_review"

/** Zones that one transaction reviews. */
const zonesPerPage = 100

/** The pages of a review that remain for jobs. */
export const RemainingReview = Schema.Struct({
  name: DnsName.DnsName,
  /** Last name of the page before. */
  after: DnsName.DnsName,
  /** New proofs that may displace zones of the remaining pages. */
  proofs: Schema.Array(Schema.Struct({ dns_zone_id: ZoneId, proven_on: Instant.Instant }))
})
export type RemainingReview = typeof RemainingReview.Type

/**
 * Decides which zone of a name is served. All changes of the decision are made here: new and removed zones, domains
 * that an organization begins or ceases to hold, and checks of the public DNS. Source: REST specification, "DNS".
 */
export class ZoneOwnership extends Context.Service<ZoneOwnership, {
  /**
   * Serializes with all other changes of ownership at names of the same registrable domain, to the end of the caller's
   * transaction. Called before any zone's row is locked.
   */
  readonly lock: (name: DnsName.DnsName) => Effect.Effect<void>
  /**
   * Decides again which zones at a name and below it are served, by the holders of their domains. Updates the delegations
   * of zones whose state has changed. Called in the transaction that changes a holder, or creates or removes a zone.
   * `is_new`: the zone of the name was just created.
   */
  readonly review: (name: DnsName.DnsName, options?: { readonly is_new: boolean }) => Effect.Effect<DelegationOutcome>
  /**
   * Stores the result of a check. A name that is proven displaces zones of other organizations at and below it, unless
   * another organization holds its domain: then the zone itself is displaced, as the answer shows.
   */
  readonly recordCheck: (
    checked: CheckResult
  ) => Effect.Effect<Zone, ZoneDisplaced | ZoneNotFound>
  /** Reviews the next page in a transaction of its own, and leaves the pages after it to another job. */
  readonly reviewRemaining: (remaining: RemainingReview) => Effect.Effect<void>
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
      const holders = yield* NameHolders
      const hosts = yield* ZoneHosts
      const queue = yield* JobQueue
      const { actsForOwners, reviewed } = yield* makeOwnershipReview

      const lock = (name: DnsName.DnsName) => store.lockName(registrableName(name))

      /**
       * Starts the service of a zone after another one: the serial increases and secondaries transfer the whole zone.
       */
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

      /** Writes zones that are no longer served before those that replace them. */
      const write = Effect.fnUntraced(function*(outcomes: ReadonlyArray<ReviewedZone>, made?: DnsName.DnsName) {
        const changed = outcomes.filter(({ after, before }) => isChanged(before, after))
        for (const outcome of changed) if (!begins(outcome)) yield* zones.update(outcome.before, outcome.after)
        for (const outcome of changed) if (begins(outcome)) yield* serve(outcome)
        const ended = changed.filter(ends)
        yield* withdraw(ended, outcomes)
        yield* hosts.serviceEnded(ended.map(({ after }) => after.dns_zone_id))
        const names = new Set(changed.filter(isDelegatedAnew).map(({ after }) => after.name))
        const applied = yield* Effect.forEach(
          names,
          (name) => delegations.apply(name, { is_new: name === made })
        )
        yield* recordReview(events, changed)
        const outcome: DelegationOutcome = {
          conflicts: applied.flatMap(({ conflicts }) => conflicts),
          hidden: applied.find(({ hidden }) => hidden !== undefined)?.hidden
        }
        return outcome
      })

      /**
       * Ends the service of zones on later pages that may lose the right to their name. Decided without the zones' content
       * and stored by a few statements, so that the transaction remains short however many zones there are.
       */
      const withhold = Effect.fnUntraced(function*(name: DnsName.DnsName, last: DnsName.DnsName, review: PageReview) {
        const { outcomes, proofs } = review
        const holder = (yield* holders.of([name])).get(name)
        const prevailing = new Set([...proofs.map(({ zone }) => zone), ...holder === undefined ? [] : [holder]]
          .map(({ organization_id }) => organization_id))
        const [except] = prevailing
        const served = yield* store.servedBelow(
          name,
          last,
          except === undefined ? { proof: "consent" } : prevailing.size === 1 ? { except } : {}
        )
        if (served.length === 0) return
        const holderOf = yield* holders.of([...new Set(served.map((zone) => zone.name))])
        const owners = [...holderOf.values()].map(({ organization_id }) => organization_id)
        const withheld = withheldZones(served, {
          holders: holderOf,
          proofs,
          actsFor: yield* actsForOwners([...prevailing, ...owners]),
          changed: changedNames(name, outcomes)
        })
        const withheldIds = withheld.map(({ dns_zone_id }) => dns_zone_id)
        yield* store.withhold(withheldIds)
        yield* hosts.serviceEnded(withheldIds)
        yield* publications.announce(withheld.map((zone) => ({
          dns_zone_id: zone.dns_zone_id,
          name: zone.name,
          serial: null
        })))
      })

      const enqueue = Effect.fnUntraced(function*(
        name: DnsName.DnsName,
        page: ReadonlyArray<Zone>,
        proofs: ReadonlyArray<NewProof>
      ) {
        const last = page.at(-1)
        if (page.length < zonesPerPage || last === undefined) return undefined
        const payload = {
          name,
          after: last.name,
          proofs: proofs.map(({ proven_on, zone }) => ({
            dns_zone_id: zone.dns_zone_id,
            proven_on: Instant.format(proven_on)
          }))
        }
        yield* queue.enqueue({
          kind: remainingReviewKind,
          organization_id: null,
          payload,
          ordering_key: `review ${name}`
        })
        return last.name
      })

      const reviewWith = Effect.fnUntraced(
        function*(name: DnsName.DnsName, checked: CheckResult | undefined, made?: DnsName.DnsName) {
          yield* lock(name)
          const page = yield* store.lockWithin(name, null, zonesPerPage)
          if (page.length === 0) return nothingChanged
          const review = yield* reviewed(page, checked, [], yield* Instant.now)
          const last = yield* enqueue(name, page, review.proofs)
          if (last !== undefined) yield* withhold(name, last, review)
          return yield* write(review.outcomes, made)
        }
      )

      const reviewRemaining = Effect.fn("ZoneOwnership.reviewRemaining")(
        function*({ after, name, proofs }: RemainingReview) {
          yield* lock(name)
          const page = yield* store.lockWithin(name, after, zonesPerPage)
          const current = yield* Effect.forEach(
            proofs,
            ({ dns_zone_id, proven_on }) =>
              Effect.map(
                zones.find(dns_zone_id),
                (found) =>
                  Option.isSome(found) && found.value.ownership === "proven" ? [{ zone: found.value, proven_on }] : []
              )
          )
          const review = yield* reviewed(page, undefined, current.flat(), yield* Instant.now)
          yield* enqueue(name, page, review.proofs)
          yield* write(review.outcomes)
        },
        (review) => transaction.atomically(review)
      )

      const recordCheck = Effect.fn("ZoneOwnership.recordCheck")(function*(checked: CheckResult) {
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
        recordCheck,
        reviewRemaining
      })
    })
  )
}

const nothingChanged: DelegationOutcome = { conflicts: [], hidden: undefined }

const begins = ({ after, before }: ReviewedZone): boolean => after.is_served && !before.is_served

const ends = ({ after, before }: ReviewedZone): boolean => before.is_served && !after.is_served

/** Registrable domain at or above a name. */
const registrableName = (name: DnsName.DnsName): DnsName.DnsName => {
  const { domain, suffix } = domainParts(name)
  return domain === null || suffix === null ? name : DnsName.DnsName.make(`${domain}.${suffix}.`)
}

/**
 * True if the delegation of the name may change: another zone is served, or the consent of the zone above began or ended.
 * A zone that was withheld until its page was reviewed is delegated until it is displaced.
 */
const isDelegatedAnew = ({ after, before, displaced_by }: ReviewedZone): boolean =>
  after.is_served !== before.is_served || displaced_by !== undefined ||
  (after.proof === "consent") !== (before.proof === "consent")

/** Names on a page of which another zone, or none, is served after the review, and the name of the tree if none is. */
const changedNames = (name: DnsName.DnsName, outcomes: ReadonlyArray<ReviewedZone>): ReadonlySet<DnsName.DnsName> => {
  const changed = outcomes.filter((outcome) => begins(outcome) || ends(outcome)).map(({ after }) => after.name)
  const isServed = outcomes.some(({ after }) => after.is_served && after.name === name)
  return new Set(isServed ? changed : [...changed, name])
}

const isChanged = (before: Zone, after: Zone): boolean =>
  JSON.stringify(membersOf(before)) !== JSON.stringify(membersOf(after))

const membersOf = ({ missing, ...zone }: Zone) => [
  ...Object.keys(zoneOwnershipFields).map((member) => String(zone[member as keyof typeof zone])),
  missing
]
