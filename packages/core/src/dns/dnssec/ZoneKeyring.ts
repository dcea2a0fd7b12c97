import { Context, type Effect } from "effect"
import type { ZoneSigningKey } from "../publication/PublishedZone.ts"
import type { Zone, ZoneId } from "../Zone.ts"

/** The records at the apex that follow from a zone's keys, as canonical presentation text. */
export interface KeyRecords {
  readonly dnskey: ReadonlyArray<string>
  /** What the parent is to have: digests of types 2 and 4. For people to read; the zone itself does not serve them. */
  readonly ds: ReadonlyArray<string>
  /** What the zone tells its parent (RFC 7344), or the wish to take every DS away (RFC 8078). */
  readonly cds: ReadonlyArray<string>
  readonly cdnskey: ReadonlyArray<string>
}

/** A zone's keys as they are published: with their private halves, for whoever signs. */
export interface PublishedKeys extends KeyRecords {
  readonly keys: ReadonlyArray<ZoneSigningKey>
}

/**
 * The keys of zones. A zone is signed while it has keys, whatever its `dnssec_status` says: after DNSSEC is switched off
 * it stays signed until the DS has left the caches.
 */
export class ZoneKeyring extends Context.Service<ZoneKeyring, {
  /** Null for a zone that is not signed. Read in the transaction that reads the zone. */
  readonly published: (zone: Pick<Zone, "dns_zone_id">) => Effect.Effect<PublishedKeys | null>
  /** What may be shown of several zones; those that are not signed are absent. */
  readonly shown: (zones: ReadonlyArray<ZoneId>) => Effect.Effect<ReadonlyMap<ZoneId, KeyRecords>>
}>()("@namewright/core/dns/dnssec/ZoneKeyring") {}
