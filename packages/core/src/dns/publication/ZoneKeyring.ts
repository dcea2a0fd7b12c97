import { Context, Effect, Layer, type Option } from "effect"
import type { ZoneId } from "../Zone.ts"
import type { ZoneSigningKey } from "./PublishedZone.ts"

/** The keys of a zone that is signed, opened, and the records that tell of them. */
export interface ZoneKeys {
  readonly keys: ReadonlyArray<ZoneSigningKey>
  /** Canonical presentation text of the records at the apex; the DNSKEY RRset may name keys that sign nothing. */
  readonly dnskey: ReadonlyArray<string>
  readonly cds: ReadonlyArray<string>
  readonly cdnskey: ReadonlyArray<string>
}

/**
 * Port: the keys that zones are signed with. A zone is signed while it has keys, whatever its `dnssec_status` says: once
 * DNSSEC is switched off it stays signed until the DS has left the caches.
 */
export class ZoneKeyring extends Context.Service<ZoneKeyring, {
  /** None for a zone that is not signed. Read it in the transaction that reads the zone. */
  readonly keysOf: (zone: ZoneId) => Effect.Effect<Option.Option<ZoneKeys>>
}>()("@namewright/core/dns/publication/ZoneKeyring") {
  /** No zone is signed. */
  static readonly layerNone = Layer.succeed(ZoneKeyring, { keysOf: () => Effect.succeedNone })
}
