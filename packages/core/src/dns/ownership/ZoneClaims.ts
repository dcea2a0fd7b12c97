import { Context, DateTime, Effect, Layer, Option } from "effect"
import { type AuthorizationError, authorize } from "../../access/index.ts"
import { type CurrentActor, Instant } from "../../shared/index.ts"
import type { Zone, ZoneId } from "../Zone.ts"
import { makeZoneAccess, requireInPlace } from "../ZoneAccess.ts"
import { ZoneDisplaced, ZoneNotFound } from "../ZoneError.ts"
import type { ZoneReference } from "../ZoneRequest.ts"
import { ZoneStore } from "../ZoneStore.ts"
import type { ZoneDetails } from "../ZoneView.ts"
import { makeZoneViews } from "../ZoneViews.ts"
import { OwnershipChecks } from "./OwnershipChecks.ts"
import { ZoneOwnership } from "./ZoneOwnership.ts"
import { ZoneOwnershipStore } from "./ZoneOwnershipStore.ts"

/** Seconds between two checks of one zone that callers ask for. */
const secondsBetweenClaims = 10

/**
 * Lease of a scheduled check, in hours. `check_due_on` is the end of the lease while a job makes the check; a check
 * without a result until then is due again. Shorter than the 24 hours between two checks.
 */
export const checkLeaseHours = 6

type ClaimError = AuthorizationError | ZoneDisplaced | ZoneNotFound

/** Claims of names, and the checks that decide on them. */
export class ZoneClaims extends Context.Service<ZoneClaims, {
  /**
   * Checks whether the name of a zone is its organization's, and returns the zone with the outcome after some seconds.
   * Within 10 seconds of the last check of the zone, and for a domain that is held, the stored outcome is returned.
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
      const { held, whole } = yield* makeZoneAccess
      const views = yield* makeZoneViews

      const settle = Effect.fnUntraced(function*(zone: Zone, is_scheduled: boolean) {
        const { dns_zone_id } = zone
        const settled = yield* ownership.settle({ dns_zone_id, is_scheduled, finding: yield* checks.check(zone) })
        const { displaced_on, name } = settled
        return displaced_on === null ? settled : yield* new ZoneDisplaced({ zone_name: name, displaced_on })
      })

      const claim = Effect.fn("ZoneClaims.claim")(function*(reference: ZoneReference) {
        const actor = yield* authorize("dns:manage")
        const zone = yield* held(actor, reference)
        yield* requireInPlace(zone)
        const now = yield* Instant.now
        const since = DateTime.subtract(now, { seconds: secondsBetweenClaims })
        if (zone.ownership !== "held" && (yield* store.beginCheck(zone.dns_zone_id, now, since))) {
          yield* settle(zone, false)
        }
        return yield* views.of(yield* whole(actor, zone.dns_zone_id), [])
      }, (claimed, reference) =>
        // The zone may have been deleted during the check.
        Effect.catchTag(claimed, "ZoneNotFound", () => new ZoneNotFound({ zone_name: reference })))

      const recheck = Effect.fn("ZoneClaims.recheck")(function*(id: ZoneId) {
        const found = yield* zones.find(id)
        if (Option.isSome(found) && isDueOrLeased(found.value, yield* Instant.now)) {
          yield* Effect.ignore(settle(found.value, true))
        }
      })

      return ZoneClaims.of({ claim, recheck })
    })
  )
}

/** True while the check is due or leased. A stored result moves `check_due_on` by 24 hours, so a repeated job does nothing. */
const isDueOrLeased = ({ check_due_on }: Zone, now: Instant.Instant): boolean =>
  check_due_on !== null && Instant.hasPassed(check_due_on, DateTime.add(now, { hours: checkLeaseHours }))
