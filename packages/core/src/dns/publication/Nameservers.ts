import { Context, type Effect, Layer } from "effect"
import type { DnsName } from "../DnsName.ts"
import type { ZoneId } from "../Zone.ts"

/** A zone that a nameserver has to serve, or to remove. */
export interface Publication {
  readonly dns_zone_id: ZoneId
  readonly name: DnsName
  /** Null if the zone was removed. */
  readonly serial: number | null
}

/** State of a zone at a nameserver after a publication. */
export interface Served {
  readonly name: DnsName
  /** Null if it does not serve the zone; undefined if it did not report a serial. */
  readonly serial: number | null | undefined
  /** Reason why it does not serve the wanted serial, for operators; null if it does. */
  readonly problem: string | null
}

/** Capabilities of a driver as data. Services depend on them and never on the driver's name. */
export interface NameserverCapabilities {
  /** Origin of the signatures: this library, or the server with the keys of the zone. */
  readonly signing: "library" | "server"
  /** Maximum number of zones of one call. */
  readonly zones_per_call: number
}

/** One nameserver installation that zones are published to; a hidden primary has one entry for each of its secondaries. */
export interface Nameserver {
  /** Stable and unique in the installation: the publications of a name continue after a restart. */
  readonly name: string
  readonly capabilities: NameserverCapabilities
  /**
   * Publishes zones, and returns the served serials in any order. Idempotent: it reads the content from
   * `PublishedZones`, and calls can be repeated. It waits for the server some seconds at most. Every failure is a
   * `problem`, and the call is repeated later.
   */
  readonly publish: (publications: ReadonlyArray<Publication>) => Effect.Effect<ReadonlyArray<Served>>
}

/** Port: the nameservers that this process publishes to. */
export class Nameservers extends Context.Service<Nameservers, {
  readonly all: ReadonlyArray<Nameserver>
}>()("@namewright/core/dns/publication/Nameservers") {
  /** Zones are stored and not served. */
  static readonly layerNone = Layer.succeed(Nameservers, { all: [] })
}
