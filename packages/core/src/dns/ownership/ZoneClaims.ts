import { Context, DateTime, Effect, Layer, Option } from "effect"
import { type AuthorizationError, authorize } from "../../access/index.ts"
import { type CurrentActor, Instant } from "../../shared/index.ts"
import type { Zone, ZoneId } from "../Zone.ts"
import { makeZoneAccess, requireInPlace } from "../ZoneAccess.ts"
import { ZoneCheckInProgress, ZoneDisplaced, ZoneNotFound } from "../ZoneError.ts"
import type { ZoneReference } from "../ZoneRequest.ts"
import { ZoneStore } from "../ZoneStore.ts"
import type { ZoneDetails } from "../ZoneView.ts"
import { makeZoneViews } from "../ZoneViews.ts"
import { OwnershipChecks } from "./OwnershipChecks.ts"
import { ZoneOwnership } from "./ZoneOwnership.ts"
import { ZoneOwnershipStore } from "./ZoneOwnershipStore.ts"

/** Seconds after a check during which claims return its result. */
const secondsBetweenClaims = 10

/** Seconds after which a check without an end has lost its process. A check takes at most 12 seconds. */
const secondsUntilLost = 15

/** Seconds after which a caller may repeat a claim that found a check in progress. */
const secondsUntilRetry = 5

/**
 * Lease of a scheduled check, in hours. `check_due_on` is the end of the lease while a job makes the check; a check
 * without a result until then is due again. Shorter than the 24 hours between two checks.
 */
export const checkLeaseHours = 6

type ClaimError = AuthorizationError | ZoneCheckInProgress | ZoneDisplaced | ZoneNotFound

/** Claims: checks of the ownership of zones that callers ask for, and scheduled ones. */
export class ZoneClaims extends Context.Service<ZoneClaims, {
  /**
   * Checks whether the organization owns the name of a zone, and returns the zone with the result after at most 12
   * seconds. Returns the stored result within 10 seconds after a check, and for a domain that is held. Fails while another
   * claim of the zone is being checked.
   */
  readonly claim: (reference: ZoneReference) => Effect.Effect<ZoneDetails, ClaimError, CurrentActor>
  /** Checks a zone that is due, once; nothing if it is not. May be called again after a crash. */
  readonly recheck: (zone: ZoneId) => Effect.Effect<void>
}>()("@namewright/core/dns/ownership/ZoneClaims") {
  static readonly layer = Layer.effect(
    ZoneClaims,
    Effect.gen(function*() {
      const checks = yield* OwnershipChecks
      const ownership = yield* ZoneOwnership
      const store = yield* ZoneOwnershipStore
      const zones = yield* ZoneStore
      const { visible, visibleWithRrsets } = yield* makeZoneAccess
      const views = yield* makeZoneViews

      const checkAndRecord = Effect.fnUntraced(function*(zone: Zone, is_scheduled: boolean) {
        const { dns_zone_id } = zone
        const checked = yield* ownership.recordCheck({ dns_zone_id, is_scheduled, finding: yield* checks.check(zone) })
        const { displaced_on, name } = checked
        return displaced_on === null ? checked : yield* new ZoneDisplaced({ zone_name: name, displaced_on })
      })

      /** A check that is interrupted has no end, so that the next caller does not take the stored result for a new one. */
      const checkNow = Effect.fnUntraced(function*(zone: Zone, reference: ZoneReference) {
        const now = yield* Instant.now
        const begun = yield* store.beginCheck(zone.dns_zone_id, now, {
          endedSince: DateTime.subtract(now, { seconds: secondsBetweenClaims }),
          lostSince: DateTime.subtract(now, { seconds: secondsUntilLost })
        })
        if (begun === "running") {
          return yield* new ZoneCheckInProgress({ zone_name: reference, retry_after: secondsUntilRetry })
        }
        if (begun === "recent") return
        yield* checkAndRecord(zone, false)
        yield* store.endCheck(zone.dns_zone_id, yield* Instant.now)
      })

      const claim = Effect.fn("ZoneClaims.claim")(function*(reference: ZoneReference) {
        const actor = yield* authorize("dns:manage")
        const zone = yield* visible(actor, reference)
        yield* requireInPlace(zone)
        if (zone.ownership !== "held") yield* checkNow(zone, reference)
        return yield* views.of(yield* visibleWithRrsets(actor, zone.dns_zone_id), [])
      }, (claimed, reference) =>
        // The zone may have been deleted during the check.
        Effect.catchTag(claimed, "ZoneNotFound", () => new ZoneNotFound({ zone_name: reference })))

      const recheck = Effect.fn("ZoneClaims.recheck")(function*(id: ZoneId) {
        const found = yield* zones.find(id)
        if (Option.isSome(found) && isDueOrLeased(found.value, yield* Instant.now)) {
          yield* Effect.ignore(checkAndRecord(found.value, true))
        }
      })

      return ZoneClaims.of({ claim, recheck })
    })
  )
}

/** True while the check is due or leased. A stored result moves `check_due_on` by 24 hours, so a repeated job does nothing. */
const isDueOrLeased = ({ check_due_on }: Zone, now: Instant.Instant): boolean =>
  check_due_on !== null && Instant.hasPassed(check_due_on, DateTime.add(now, { hours: checkLeaseHours }))
