import { DateTime, Effect, Option } from "effect"
import { SealedSecrets } from "../../access/index.ts"
import { JobQueue } from "../../jobs/index.ts"
import { OperationInProgress, RegistryPolicyRefused } from "../../registry/index.ts"
import { Instant, Transaction } from "../../shared/index.ts"
import { ChildDelegations } from "../delegation/ChildDelegations.ts"
import { ZonePublications } from "../publication/ZonePublications.ts"
import type { DnssecRegistryPublish, Zone, ZoneId } from "../Zone.ts"
import { requireInPlace } from "../ZoneAccess.ts"
import type { ZoneChange } from "../ZoneChange.ts"
import { ZoneChanges, type ZoneEdit } from "../ZoneChanges.ts"
import { DnssecEnableSuperseded, type ZoneDisplaced, ZoneNotFound } from "../ZoneError.ts"
import { ZoneStore } from "../ZoneStore.ts"
import { DnssecNotPossible } from "./DnssecError.ts"
import { newZoneKey } from "./NewZoneKey.ts"
import { ParentDelegation } from "./ParentDelegation.ts"
import { renewalOf } from "./SigningMoves.ts"
import { makeSigningSteps } from "./SigningSteps.ts"
import { ZoneKeyStore } from "./ZoneKeyStore.ts"
import { isLeavingDnssec, isRolling, type SigningState, type ZoneSigningProgress } from "./ZoneSigningState.ts"

/** Seconds for which a request waits for nameservers; a job continues after twice that time. */
const patienceSeconds = 5
const looksPerSecond = 20

export const signingJob = "dns.dnssec"

/** Result of a request: a new change, or the work already in progress. */
export interface Begun {
  /** Null if the served zone does not change. */
  readonly change: ZoneChange | null
  readonly generation: number
}

/** Transition that a request starts: the new state and the changes of the zone. */
interface Course extends Partial<Pick<ZoneSigningProgress, "is_exposed" | "retreats">> {
  readonly state: SigningState
  readonly edit: Partial<ZoneEdit>
  /** Writes the keys, in the transaction. */
  readonly keys?: Effect.Effect<void>
}

/** Outcome of a submission for callers. */
const outcomes: { readonly [state in SigningState]?: DnssecRegistryPublish } = {
  published: "published",
  skipped: "skipped",
  withdrawn: "withdrawn"
}

/** True while nameservers have to serve the keys, or the DS in a zone above. */
const isUnpublished = ({ state }: ZoneSigningProgress): boolean => state === "signing" || state === "submitting"

/** Requests to enable or disable signing, or to replace the key. */
export const makeSigningRequests = Effect.gen(function*() {
  const store = yield* ZoneKeyStore
  const zones = yield* ZoneStore
  const changes = yield* ZoneChanges
  const publications = yield* ZonePublications
  const parent = yield* ParentDelegation
  const children = yield* ChildDelegations
  const sealed = yield* SealedSecrets
  const queue = yield* JobQueue
  const transaction = yield* Transaction
  const { advance, storeOutcome } = yield* makeSigningSteps

  const leaveToJob = Effect.fnUntraced(function*(dns_zone_id: ZoneId, generation: number) {
    yield* queue.enqueue({
      kind: signingJob,
      organization_id: null,
      payload: { dns_zone_id, generation },
      ordering_key: `zone ${dns_zone_id}`,
      key: `${dns_zone_id} ${generation}`,
      not_before: DateTime.add(yield* Instant.now, { seconds: 2 * patienceSeconds })
    })
  })

  /** Starts a course of a zone under a new generation; null changes nothing. */
  const begin = <E>(
    { dns_zone_id, name }: Zone,
    decide: (progress: ZoneSigningProgress | undefined, zone: Zone) => Effect.Effect<Course | null, E>
  ): Effect.Effect<Begun, E | ZoneDisplaced | ZoneNotFound> =>
    transaction.atomically(Effect.gen(function*() {
      const locked = yield* zones.lock(dns_zone_id)
      if (Option.isNone(locked)) return yield* new ZoneNotFound({ zone_name: name })
      const zone = locked.value
      yield* requireInPlace(zone)
      const before = Option.getOrUndefined(yield* store.lockProgress(zone.dns_zone_id))
      const course = yield* decide(before, zone)
      if (course === null) return { change: null, generation: before?.generation ?? 0 }
      if (course.keys !== undefined) yield* course.keys
      const change = yield* changes.change(dns_zone_id, "dnssec", () => Effect.succeed({ rrsets: [], ...course.edit }))
      return { change, generation: yield* start(zone, course, before, change?.after.serial) }
    }))

  const start = Effect.fnUntraced(function*(
    { dns_zone_id, serial: current }: Zone,
    { is_exposed, retreats, state }: Course,
    before: ZoneSigningProgress | undefined,
    serial: number = current
  ) {
    const generation = (before?.generation ?? 0) + 1
    yield* store.saveProgress({
      dns_zone_id,
      generation,
      state,
      serial,
      due_on: null,
      attempts: 0,
      is_exposed: is_exposed ?? before?.is_exposed ?? false,
      retreats: retreats ?? false,
      diagnostic: null,
      renew_on: renewalOf(yield* Instant.now)
    })
    yield* leaveToJob(dns_zone_id, generation)
    return generation
  })

  const requireServed = Effect.fnUntraced(function*(zone: Pick<Zone, "dns_zone_id" | "is_served" | "name">) {
    if (!zone.is_served) return yield* new DnssecNotPossible({ zone_name: zone.name, reason: "not_served" })
    const served = yield* publications.ofZone(zone)
    if (served.length === 0) return yield* new DnssecNotPossible({ zone_name: zone.name, reason: "no_nameserver" })
  })

  /**
   * Signs a zone and publishes its DS. If the registry defers the DS too often, the zone is unsigned again. A signed
   * zone is unchanged; with `again` its DS is submitted once more. `guard` runs first in the transaction.
   */
  const enable = Effect.fnUntraced(
    function*<E = never>(
      zone: Zone,
      { again, guard = Effect.void }: { readonly again: boolean; readonly guard?: Effect.Effect<void, E> }
    ) {
      const key = yield* newZoneKey(sealed, zone)
      return yield* transaction.atomically(Effect.gen(function*() {
        yield* guard
        const begun = yield* begin(zone, (progress, locked) =>
          Effect.gen(function*() {
            const { dns_zone_id } = locked
            const state = progress?.state ?? "unsigned"
            if (state === "failed" || (again && (state === "published" || state === "skipped"))) {
              return { state: "signing", retreats: false, edit: {} }
            }
            if (state !== "unsigned" && !isLeavingDnssec(state)) return null
            const kept = (yield* store.ofZones([dns_zone_id])).get(dns_zone_id) ?? []
            return {
              state: "signing",
              retreats: true,
              edit: {
                zone: { dnssec_status: "enabled", dnssec_registry_publish: null },
                is_signed_anew: true,
                rrsets: yield* children.signingChanges(locked, true)
              },
              keys: kept.length === 0
                ? store.insert(key)
                : store.delegate(dns_zone_id, kept.map(({ zone_key_id }) => zone_key_id))
            }
          }))
        if (begun.change !== null) yield* requireServed(zone)
        return begun
      }))
    }
  )

  /** Submits the DS of a signed zone again, because the zone above it has changed or is signed now. */
  const resubmit = (zone: Zone) =>
    begin(zone, (progress) => {
      const state = progress?.state ?? "unsigned"
      const isFinal = state === "published" || state === "skipped" || state === "failed"
      return Effect.succeed(isFinal ? { state: "signing", retreats: false, edit: {} } : null)
    })

  /** Disables signing: the DS is removed first, and the keys once caches no longer have it. */
  const disable = <E = never>(zone: Zone, guard: Effect.Effect<void, E> = Effect.void) =>
    transaction.atomically(Effect.gen(function*() {
      yield* guard
      yield* parent.lock(zone)
      const begun = yield* begin(zone, (progress) => {
        if (progress === undefined || progress.state === "unsigned" || isLeavingDnssec(progress.state)) {
          return Effect.succeed(null)
        }
        return Effect.succeed({
          state: progress.is_exposed ? "withdrawing" : "retreating",
          edit: { zone: { dnssec_status: "disabled", dnssec_registry_publish: null }, is_signed_anew: true }
        })
      })
      if (begun.change !== null) yield* parent.setPending(zone, false)
      return begun
    }))

  /** Starts a key rollover of the zone. */
  const roll = Effect.fnUntraced(function*(zone: Zone) {
    const { dns_zone_id, name } = zone
    const kept = (yield* store.ofZones([dns_zone_id])).get(dns_zone_id) ?? []
    const key = yield* newZoneKey(sealed, zone, kept)
    return yield* begin(zone, (progress): Effect.Effect<Course | null, DnssecNotPossible | OperationInProgress> => {
      const state = progress?.state ?? "unsigned"
      if (isRolling(state)) return Effect.succeed(null)
      if (state === "published") {
        return Effect.succeed({
          state: "introducing",
          edit: { is_signed_anew: true },
          keys: store.insert({ ...key, is_delegated: false })
        })
      }
      if (state === "skipped") {
        return Effect.fail(new DnssecNotPossible({ zone_name: name, reason: "parent_elsewhere" }))
      }
      if (state === "unsigned") return Effect.fail(new DnssecNotPossible({ zone_name: name, reason: "not_signed" }))
      return Effect.fail(new OperationInProgress({ object_name: name }))
    })
  })

  /** Ends the wait of a request; a job continues the work. */
  const leave = Effect.fnUntraced(function*(zone: Zone, generation: number) {
    yield* transaction.atomically(Effect.gen(function*() {
      yield* parent.lock(zone)
      yield* zones.lock(zone.dns_zone_id)
      const progress = yield* store.lockProgress(zone.dns_zone_id)
      if (!Option.exists(progress, (now) => now.generation === generation && isUnpublished(now))) return
      yield* storeOutcome(zone, "deferred")
      yield* parent.setPending(zone, true)
    }))
    return "deferred" as const
  })

  /** Advances a zone for some seconds. Returns the outcome of its DS, or `deferred` if it takes longer. */
  const follow = Effect.fnUntraced(function*(
    zone: Zone,
    generation: number
  ): Effect.fn.Return<DnssecRegistryPublish, DnssecEnableSuperseded> {
    for (let look = 0; look < patienceSeconds * looksPerSecond; look++) {
      const found = yield* advance(zone.dns_zone_id, generation)
      switch (found._tag) {
        case "Overtaken":
          return yield* new DnssecEnableSuperseded({ zone_name: zone.name })
        case "Final":
          return outcomes[found.state] ?? "failed"
        case "Waiting":
          if (found.for === "registry") return "deferred"
          if (found.for === "time") return "published"
          yield* Effect.sleep(1000 / looksPerSecond)
      }
    }
    return yield* leave(zone, generation)
  })

  /** The registry's message if it refused the request. */
  const refusal = Effect.fnUntraced(function*({ dns_zone_id, name }: Zone) {
    const progress = yield* store.progress(dns_zone_id)
    const detail = Option.getOrUndefined(progress)?.diagnostic ?? "The registry refused the DS records"
    return new RegistryPolicyRefused({ domain_name: name.replace(/\.$/, ""), detail })
  })

  return { advance, requireServed, enable, resubmit, disable, roll, follow, refusal }
})

export type SigningRequests = Effect.Success<typeof makeSigningRequests>
