import { Context, Effect, Layer, type Option } from "effect"
import type { ZoneId } from "../Zone.ts"
import type { ZoneSigningKey } from "./PublishedZone.ts"

/** Decrypted keys of a signed zone, and the records derived from them. */
export interface ZoneKeys {
  readonly keys: ReadonlyArray<ZoneSigningKey>
  /** Records at the apex in canonical presentation text. The DNSKEY RRset may contain keys that sign nothing. */
  readonly dnskey: ReadonlyArray<string>
  readonly cds: ReadonlyArray<string>
  readonly cdnskey: ReadonlyArray<string>
}

/**
 * Port: signing keys of zones. A zone is signed while it has keys, regardless of its `dnssec_status`: after DNSSEC is
 * disabled it stays signed until caches no longer have the DS.
 */
export class ZoneKeyring extends Context.Service<ZoneKeyring, {
  /** None for an unsigned zone. Called in the transaction that reads the zone. */
  readonly keysOf: (zone: ZoneId) => Effect.Effect<Option.Option<ZoneKeys>>
}>()("@namewright/core/dns/publication/ZoneKeyring") {
  /** No zone is signed. */
  static readonly layerNone = Layer.succeed(ZoneKeyring, { keysOf: () => Effect.succeedNone })
}
