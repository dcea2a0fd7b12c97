import { Context, Effect, Layer, Option } from "effect"
import { type AuthorizationError, authorizeWithinObjects } from "../../access/index.ts"
import type { OperationInProgress, RegistryPolicyRefused } from "../../registry/index.ts"
import type { CurrentActor } from "../../shared/index.ts"
import type { DnssecRegistryPublish, Zone } from "../Zone.ts"
import { makeZoneAccess } from "../ZoneAccess.ts"
import type { DnssecEnableSuperseded, ZoneDisplaced, ZoneNotFound } from "../ZoneError.ts"
import type { ZoneReference } from "../ZoneRequest.ts"
import { ZoneStore } from "../ZoneStore.ts"
import type { SignedZone } from "../ZoneView.ts"
import { changeSetOf, makeZoneViews } from "../ZoneViews.ts"
import {
  type DelegationLocked,
  type DnssecDigestPolicy,
  type DnssecNotPossible,
  DnssecRecordsUnavailable
} from "./DnssecError.ts"
import { ParentDelegation } from "./ParentDelegation.ts"
import { type Begun, makeSigningRequests } from "./SigningRequests.ts"
import { ZoneKeyStore } from "./ZoneKeyStore.ts"

type SigningError =
  | DelegationLocked
  | DnssecDigestPolicy
  | DnssecEnableSuperseded
  | DnssecNotPossible
  | DnssecRecordsUnavailable
  | RegistryPolicyRefused
  | ZoneDisplaced
  | ZoneNotFound

/** Result of a request to sign. */
export interface Signed extends Begun {
  readonly outcome: DnssecRegistryPublish
}

/** DNSSEC of zones, for their owners. Source: REST specification, "DNS". */
export class ZoneDnssec extends Context.Service<ZoneDnssec, {
  /**
   * Signs the zone and publishes its DS. Waits some seconds for the outcome, which is `deferred` if it takes longer.
   */
  readonly enable: (
    reference: ZoneReference
  ) => Effect.Effect<SignedZone, AuthorizationError | SigningError, CurrentActor>
  /** Withdraws the DS. The zone stays signed until caches no longer have the DS. */
  readonly disable: (
    reference: ZoneReference
  ) => Effect.Effect<SignedZone, AuthorizationError | DelegationLocked | ZoneDisplaced | ZoneNotFound, CurrentActor>
  /** Starts a key rollover, which takes some days. */
  readonly roll: (
    reference: ZoneReference
  ) => Effect.Effect<
    SignedZone,
    AuthorizationError | DelegationLocked | DnssecNotPossible | OperationInProgress | ZoneDisplaced | ZoneNotFound,
    CurrentActor
  >
  /**
   * As `enable`, for upper slices, which check the right; `again` submits the DS of a signed zone once more. `guard` runs
   * first in the transaction that changes the zone.
   */
  readonly sign: <E = never>(
    zone: Zone,
    options: { readonly again: boolean; readonly guard?: Effect.Effect<void, E> }
  ) => Effect.Effect<Signed, E | SigningError>
  /** As `disable`, for upper slices, which check the right. `guard` as in `sign`. */
  readonly unsign: <E = never>(
    zone: Zone,
    options?: { readonly guard?: Effect.Effect<void, E> }
  ) => Effect.Effect<Begun, DelegationLocked | E | ZoneDisplaced | ZoneNotFound>
}>()("@namewright/core/dns/dnssec/ZoneDnssec") {
  static readonly layer = Layer.effect(
    ZoneDnssec,
    Effect.gen(function*() {
      const zones = yield* ZoneStore
      const keys = yield* ZoneKeyStore
      const parent = yield* ParentDelegation
      const requests = yield* makeSigningRequests
      const { visible } = yield* makeZoneAccess
      const views = yield* makeZoneViews

      const sign = Effect.fn("ZoneDnssec.sign")(function*<E = never>(
        zone: Zone,
        options: { readonly again: boolean; readonly guard?: Effect.Effect<void, E> }
      ) {
        yield* parent.check(zone)
        const begun = yield* requests.enable(zone, options)
        const kept = (yield* keys.ofZones([zone.dns_zone_id])).get(zone.dns_zone_id) ?? []
        if (!kept.some((key) => key.is_delegated)) {
          return yield* new DnssecRecordsUnavailable({ zone_name: zone.name })
        }
        const outcome = yield* requests.follow(zone, begun.generation)
        if (outcome === "failed") return yield* yield* requests.refusal(zone)
        return { ...begun, outcome } satisfies Signed
      })

      /** A registry that accepts no digest type of the platform has no DS either, so that DNSSEC can be disabled. */
      const refuseLocked = (zone: Zone) => Effect.catchTag(parent.check(zone), "DnssecDigestPolicy", () => Effect.void)

      const unsign = Effect.fn("ZoneDnssec.unsign")(function*<E = never>(
        zone: Zone,
        { guard }: { readonly guard?: Effect.Effect<void, E> } = {}
      ) {
        yield* refuseLocked(zone)
        const begun = yield* requests.disable(zone, guard)
        if (begun.change !== null) yield* requests.advance(zone.dns_zone_id, begun.generation)
        return begun
      })

      /** The current zone with the change set of the request. */
      const shown = Effect.fnUntraced(function*(zone: Zone, { change }: Begun) {
        const content = yield* zones.content(zone.dns_zone_id)
        const current = Option.getOrElse(content, () => ({ zone, rrsets: [] }))
        const changeSet = yield* changeSetOf(current.zone, change)
        const signed: SignedZone = { ...(yield* views.of(current, [])), ...changeSet }
        return signed
      })

      return ZoneDnssec.of({
        enable: Effect.fn("ZoneDnssec.enable")(function*(reference) {
          const actor = yield* authorizeWithinObjects("dns:manage")
          const zone = yield* visible(actor, reference)
          return yield* shown(zone, yield* sign(zone, { again: false }))
        }),

        disable: Effect.fn("ZoneDnssec.disable")(function*(reference) {
          const actor = yield* authorizeWithinObjects("dns:manage")
          const zone = yield* visible(actor, reference)
          return yield* shown(zone, yield* unsign(zone))
        }),

        roll: Effect.fn("ZoneDnssec.roll")(function*(reference) {
          const actor = yield* authorizeWithinObjects("dns:manage")
          const zone = yield* visible(actor, reference)
          yield* refuseLocked(zone)
          return yield* shown(zone, yield* requests.roll(zone))
        }),

        sign,
        unsign
      })
    })
  )
}
