import { Context, Effect, Layer } from "effect"
import type { DnsName } from "../DnsName.ts"
import type { DnssecRegistryPublish, Zone, ZoneId } from "../Zone.ts"
import type { DnssecEnableSuperseded } from "../ZoneError.ts"

/** What signing adds to the apex of a zone, as canonical presentation text. */
export interface SigningRecords {
  readonly dnskey: ReadonlyArray<string>
  /** What the parent is to hold; shown, and not served by the zone. */
  readonly ds: ReadonlyArray<string>
}

/** Port: what signing means to the life of a zone. */
export class ZoneSigning extends Context.Service<ZoneSigning, {
  /** Of the signed ones among the zones. */
  readonly recordsOf: (zones: ReadonlyArray<Zone>) => Effect.Effect<ReadonlyMap<ZoneId, SigningRecords>>
  /** Signs a zone that was just made, in a transaction of its own, and waits some seconds for what becomes of its DS. */
  readonly enable: (zone: DnsName) => Effect.Effect<DnssecRegistryPublish, DnssecEnableSuperseded>
  /** Before a signed zone goes: takes its DS records back from the parent. */
  readonly withdraw: (zone: DnsName) => Effect.Effect<void>
}>()("@namewright/core/dns/dnssec/ZoneSigning") {
  /** No zone is signed. */
  static readonly layerUnsigned = Layer.succeed(ZoneSigning, {
    recordsOf: () => Effect.succeed(new Map()),
    enable: () => Effect.succeed("skipped"),
    withdraw: () => Effect.void
  })
}
