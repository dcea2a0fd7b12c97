import { Context, Effect, Layer, Option } from "effect"
import { RegistryPolicyRefused, RegistryUnavailable } from "../../registry/index.ts"
import type { DnssecRegistryPublish, Zone, ZoneId } from "../Zone.ts"
import type { DnssecEnableSuperseded } from "../ZoneError.ts"
import { type ZoneIdentity, ZoneStore } from "../ZoneStore.ts"
import type { DelegationLocked, DnssecNotPossible } from "./DnssecError.ts"
import { type KeyRecords, keyRecords } from "./KeyRecords.ts"
import { ParentDelegation } from "./ParentDelegation.ts"
import { makeSigningRequests } from "./SigningRequests.ts"
import { ZoneKeyStore } from "./ZoneKeyStore.ts"

/** Records that signing adds to the apex in responses, in canonical presentation text. */
export type SigningRecords = Pick<KeyRecords, "dnskey" | "ds">

/** Signing during the creation, display and removal of zones; for the platform itself, without access checks. */
export class ZoneSigning extends Context.Service<ZoneSigning, {
  /** Records of the signed zones among these. */
  readonly recordsOf: (
    zones: ReadonlyArray<Pick<Zone, "dns_zone_id">>
  ) => Effect.Effect<ReadonlyMap<ZoneId, SigningRecords>>
  /** Fails if no nameserver serves the zone, because signing could not finish. */
  readonly requireServed: (
    zone: Pick<Zone, "dns_zone_id" | "is_served" | "name">
  ) => Effect.Effect<void, DnssecNotPossible>
  /**
   * Signs a new zone, and waits some seconds for the outcome of its DS. The outcome is `failed` if the registry refuses
   * the DS; the zone stays signed.
   */
  readonly enable: (
    zone: ZoneIdentity
  ) => Effect.Effect<DnssecRegistryPublish, DnssecEnableSuperseded | DnssecNotPossible>
  /**
   * Before a signed zone is removed: removes its DS records at the registry. DS records in a zone above that is hosted
   * here are removed with the delegation, in one change of that zone.
   */
  readonly withdraw: (
    zone: ZoneIdentity
  ) => Effect.Effect<void, DelegationLocked | RegistryPolicyRefused | RegistryUnavailable>
}>()("@namewright/core/dns/dnssec/ZoneSigning") {
  static readonly layer = Layer.effect(
    ZoneSigning,
    Effect.gen(function*() {
      const store = yield* ZoneKeyStore
      const zones = yield* ZoneStore
      const parent = yield* ParentDelegation
      const requests = yield* makeSigningRequests

      const recordsOf = Effect.fnUntraced(function*(signed: ReadonlyArray<Pick<Zone, "dns_zone_id">>) {
        const keys = yield* store.ofZones(signed.map(({ dns_zone_id }) => dns_zone_id))
        return new Map([...keys].map(([zone, ofZone]) => [zone, keyRecords(ofZone, false)]))
      })

      const enable = Effect.fn("ZoneSigning.enable")(function*({ dns_zone_id }: ZoneIdentity) {
        const zone = yield* zones.find(dns_zone_id)
        if (Option.isNone(zone)) return "failed" as const
        const begun = yield* requests.enable(zone.value, { again: false }).pipe(
          Effect.catchTag(["ZoneDisplaced", "ZoneNotFound"], () => Effect.succeed(null))
        )
        return begun === null ? "failed" as const : yield* requests.follow(zone.value, begun.generation)
      })

      const withdraw = Effect.fn("ZoneSigning.withdraw")(function*({ dns_zone_id, name }: ZoneIdentity) {
        const zone = yield* zones.find(dns_zone_id)
        if (Option.isNone(zone)) return
        const progress = yield* store.progress(dns_zone_id)
        if (!Option.exists(progress, ({ state }) => state !== "unsigned" && state !== "withdrawn")) return
        if (yield* parent.goesWithZone(zone.value)) return
        yield* Effect.catchTag(parent.check(zone.value), "DnssecDigestPolicy", () => Effect.void)
        const keys = (yield* store.ofZones([dns_zone_id])).get(dns_zone_id) ?? []
        const outcome = yield* parent.withdraw(zone.value, keys)
        const domain_name = name.replace(/\.$/, "")
        if (outcome._tag === "Deferred") return yield* new RegistryUnavailable({ domain_name })
        if (outcome._tag === "Refused") {
          return yield* new RegistryPolicyRefused({ domain_name, detail: outcome.diagnostic })
        }
      })

      return ZoneSigning.of({ recordsOf, requireServed: requests.requireServed, enable, withdraw })
    })
  )
}
