import { Context, type Effect, Layer } from "effect"
import type { DnsName } from "../DnsName.ts"
import type { ZoneId } from "../Zone.ts"

/** What a nameserver is to serve. */
export interface Publication {
  readonly dns_zone_id: ZoneId
  readonly name: DnsName
  /** Null: the zone is gone. */
  readonly serial: number | null
}

/** What a nameserver serves after a publication. */
export interface Served {
  readonly name: DnsName
  /** Null when it does not serve the zone; undefined when it did not say. */
  readonly serial: number | null | undefined
  /** Why it does not serve the wanted serial, for operators; null if it does. */
  readonly problem: string | null
}

/** What a driver can do, as data; services ask this and never the driver's name. */
export interface NameserverCapabilities {
  /** Who makes the signatures: this library before zones leave it, or the server with our keys. */
  readonly signing: "library" | "server"
  /** Zones of one call. */
  readonly zones_per_call: number
}

/** One nameserver installation that zones are published to; a hidden primary has one entry for each of its secondaries. */
export interface Nameserver {
  /** Stable and unique in the installation: the publications of a name continue after a restart. */
  readonly name: string
  readonly capabilities: NameserverCapabilities
  /**
   * Makes the server serve what is wanted, and returns what it serves then, in any order. Idempotent: it reads the
   * content from `PublishedZones`, and a repeat, or a call for a serial that is served already, does no harm. It waits
   * for the server a few seconds at most; whatever goes wrong is a `problem`, and the call is repeated later.
   */
  readonly publish: (publications: ReadonlyArray<Publication>) => Effect.Effect<ReadonlyArray<Served>>
}

/** Port: the nameservers that this process publishes to. */
export class Nameservers extends Context.Service<Nameservers, {
  readonly all: ReadonlyArray<Nameserver>
}>()("@namewright/core/dns/publication/Nameservers") {
  /** Zones are kept and nobody serves them. */
  static readonly layerNone = Layer.succeed(Nameservers, { all: [] })
}
