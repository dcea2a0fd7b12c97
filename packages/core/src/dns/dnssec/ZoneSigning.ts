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

/** What signing adds to the apex of a zone that is shown, as canonical presentation text. */
export type SigningRecords = Pick<KeyRecords, "dnskey" | "ds">

/** What signing means to the life of a zone; for the platform itself, which checks no right. */
export class ZoneSigning extends Context.Service<ZoneSigning, {
  /** Of the signed ones among the zones. */
  readonly recordsOf: (
    zones: ReadonlyArray<Pick<Zone, "dns_zone_id">>
  ) => Effect.Effect<ReadonlyMap<ZoneId, SigningRecords>>
  /** Fails where nobody serves the zone, so that signing it would lead nowhere. */
  readonly requireServed: (
    zone: Pick<Zone, "dns_zone_id" | "is_served" | "name">
  ) => Effect.Effect<void, DnssecNotPossible>
  /**
   * Signs a zone that was just made, and waits some seconds for what becomes of its DS: `failed` when the registry does
   * not take it, which leaves the zone signed.
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
