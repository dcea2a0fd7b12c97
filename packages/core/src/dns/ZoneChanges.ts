import { Context, Effect, Layer, Option } from "effect"
import { JobQueue } from "../jobs/index.ts"
import { makeObjectLog } from "../objectlog/index.ts"
import { CurrentActor, Entropy, Instant, principalReference, Transaction } from "../shared/index.ts"
import { countSteps } from "./changeSteps.ts"
import { clearedNames, delegationJob, glueNames } from "./delegation/delegationJob.ts"
import { challengedNames } from "./ownership/OwnershipChallenges.ts"
import { ZoneOwnershipStore } from "./ownership/ZoneOwnershipStore.ts"
import { ZonePublications } from "./publication/ZonePublications.ts"
import { growth, type RrsetChange, textGrowth } from "./Rrset.ts"
import type { Zone, ZoneId } from "./Zone.ts"
import type { ZoneApex, ZoneChange, ZoneChangeCause } from "./ZoneChange.ts"
import { ZoneNotFound } from "./ZoneError.ts"
import { zoneUpdated } from "./ZoneLog.ts"
import { nextSerial } from "./ZoneSerial.ts"
import { ZoneStore } from "./ZoneStore.ts"

/** Requested change of a zone. */
export interface ZoneEdit {
  readonly rrsets: ReadonlyArray<RrsetChange>
  /** Changed members of the zone itself, such as its nameservers. */
  readonly zone?:
    | Partial<
      Pick<
        Zone,
        "nameservers" | "rname" | "dnssec_status" | "dnssec_registry_publish" | "vanity_nameserver_set_id"
      >
    >
    | undefined
  /** True if only the signing changes: other keys, or new signatures. */
  readonly is_signed_anew?: boolean | undefined
}

/**
 * Changeset id of the next change of a zone, a UUID. A job that may run twice sets it to find its change in the
 * history. Undefined generates a new id.
 */
export const ChangesetId = Context.Reference<string | undefined>("@namewright/core/dns/ChangesetId", {
  defaultValue: () => undefined
})

/**
 * Writes new serials of zones. It locks the zone, lets the caller decide on its content, writes, and appends to the
 * history. A served zone is published after the commit. Joins the caller's transaction or opens one.
 */
export class ZoneChanges extends Context.Service<ZoneChanges, {
  /** If `decide` returns null or an edit without differences, nothing changes and the serial stays. */
  readonly change: <E, R>(
    zone: ZoneId,
    cause: ZoneChangeCause,
    decide: (zone: Zone) => Effect.Effect<ZoneEdit | null, E, R>
  ) => Effect.Effect<ZoneChange | null, ZoneNotFound | E, R>
  /** As `change`, for a caller that finds and locks the zone itself. */
  readonly changeLocked: <E, R, E2, R2>(
    lock: Effect.Effect<Zone, E, R>,
    cause: ZoneChangeCause,
    decide: (zone: Zone) => Effect.Effect<ZoneEdit | null, E2, R2>
  ) => Effect.Effect<ZoneChange | null, E | E2, R | R2>
}>()("@namewright/core/dns/ZoneChanges") {
  static readonly layer = Layer.effect(
    ZoneChanges,
    Effect.gen(function*() {
      const store = yield* ZoneStore
      const ownership = yield* ZoneOwnershipStore
      const publications = yield* ZonePublications
      const queue = yield* JobQueue
      const transaction = yield* Transaction
      const log = yield* makeObjectLog

      /**
       * Enqueues a job for delegations that a write to a served zone may have made outdated. The job needs locks of
       * other zones.
       */
      const delegationJobs = Effect.fnUntraced(function*(zone: Zone, rrsets: ReadonlyArray<RrsetChange>) {
        const renewed = glueNames(zone, rrsets)
        const cleared = clearedNames(zone, rrsets)
        const unblocked = cleared.length > 0 && (yield* ownership.isServedBelow(zone.name)) ? cleared : []
        return renewed.length === 0 && unblocked.length === 0 ? [] : [delegationJob({ renewed, unblocked })]
      })

      const write = Effect.fnUntraced(function*(
        before: Zone,
        { is_signed_anew = false, rrsets, zone = {} }: ZoneEdit,
        cause: ZoneChangeCause
      ) {
        const edited: Zone = { ...before, ...zone }
        if (rrsets.length === 0 && !is_signed_anew && isServedAlike(before, edited)) {
          if (!isDelegatedAlike(before, edited)) yield* store.update(before, edited)
          return null
        }
        const now = yield* Instant.now
        const after: Zone = {
          ...edited,
          serial: nextSerial(before.serial, now),
          rrset_count: before.rrset_count + growth(rrsets, () => 1),
          record_count: before.record_count + growth(rrsets, ({ records }) => records.length),
          record_characters: before.record_characters + textGrowth(rrsets),
          updated_on: now
        }
        const change = yield* zoneChange({ before, after, rrsets, cause })
        yield* store.save(before, after, change, after.is_served ? yield* publications.due([after]) : undefined)
        yield* log.record(zoneUpdated(before, after, change))
        if (after.is_served) yield* queue.enqueueAll(yield* delegationJobs(after, rrsets))
        const challenged = challengedNames(after.name, rrsets)
        if (challenged.length > 0) yield* ownership.checkSoon(challenged, now)
        return change
      })

      const changeLocked: ZoneChanges["Service"]["changeLocked"] = (lock, cause, decide) =>
        transaction.joined(Effect.gen(function*() {
          const locked = yield* lock
          const edit = yield* decide(locked)
          return edit === null ? null : yield* write(locked, edit, cause)
        }))

      const locked = Effect.fnUntraced(function*(zone: ZoneId) {
        const found = yield* store.lock(zone)
        return Option.isSome(found) ? found.value : yield* new ZoneNotFound({ zone_name: zone })
      })

      return ZoneChanges.of({
        change: (zone, cause, decide) => changeLocked(locked(zone), cause, decide),
        changeLocked
      })
    })
  )
}

/** True if nameservers give the same answers for both. The parent's state of a zone is not part of them. */
const isServedAlike = (before: Zone, after: Zone): boolean =>
  before.rname === after.rname && before.dnssec_status === after.dnssec_status
  && before.vanity_nameserver_set_id === after.vanity_nameserver_set_id
  && before.nameservers.join(" ") === after.nameservers.join(" ")

const isDelegatedAlike = (before: Zone, after: Zone): boolean =>
  before.dnssec_registry_publish === after.dnssec_registry_publish

const apexOf = ({ dnssec_status, nameservers, rname, serial }: Zone): ZoneApex => ({
  serial,
  nameservers,
  rname,
  dnssec_status
})

/** History entry between two states of a zone; `before` is null for the first one. */
export const zoneChange = Effect.fnUntraced(function*(of: {
  readonly before: Zone | null
  readonly after: Zone
  readonly rrsets: ReadonlyArray<RrsetChange>
  readonly cause: ZoneChangeCause
}) {
  const entropy = yield* Entropy
  const actor = yield* Effect.serviceOption(CurrentActor)
  const apexes = { before: of.before === null ? null : apexOf(of.before), after: apexOf(of.after) }
  const change: ZoneChange = {
    ...apexes,
    changeset_id: (yield* ChangesetId) ?? (yield* entropy.uuidV7()),
    dns_zone_id: of.after.dns_zone_id,
    serial: of.after.serial,
    cause: of.cause,
    changed_by: Option.match(actor, {
      onNone: () => null,
      onSome: ({ principal }) => principalReference(principal)
    }),
    changed_on: of.after.updated_on,
    num_changes: countSteps(of.after.name, { ...apexes, rrsets: of.rrsets }),
    rrsets: of.rrsets
  }
  return change
})
