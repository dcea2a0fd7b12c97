import { Context, type Effect } from "effect"
import type { Instant } from "../../shared/index.ts"
import type { DnsName } from "../DnsName.ts"
import type { Publication } from "./Nameservers.ts"

/** How far a nameserver is with a zone. */
export interface ZonePublication {
  readonly nameserver: string
  /** Null: it is to be removed. */
  readonly serial_wanted: number | null
  /** Null: it is not served yet. */
  readonly serial_served: number | null
  readonly wanted_on: Instant.Instant
  readonly served_on: Instant.Instant | null
  /** Failed tries in a row. */
  readonly attempts: number
  readonly next_attempt_on: Instant.Instant | null
  readonly problem: string | null
}

/** The outbox between zones and nameservers, keyed by zone and serial. */
export class ZonePublications extends Context.Service<ZonePublications, {
  /** Writes down what every known nameserver is to serve, in the caller's transaction; publishers are told after it. */
  readonly announce: (publications: ReadonlyArray<Publication>) => Effect.Effect<void>
  /** How far each nameserver is with a zone. */
  readonly ofZone: (name: DnsName) => Effect.Effect<ReadonlyArray<ZonePublication>>
  /** Publishes to the nameservers of this process until interrupted. */
  readonly run: Effect.Effect<never>
  /** Publishes what is due, until nothing is; answers how many publications were carried out. */
  readonly drain: Effect.Effect<number>
}>()("@namewright/core/dns/publication/ZonePublications") {}
