import { Schema } from "effect"
import { Instant } from "../../shared/index.ts"

/** Publication state of a zone at one nameserver. */
export const ZonePublication = Schema.Struct({
  nameserver: Schema.String,
  /** Null if the zone is being removed from the nameserver. */
  serial_wanted: Schema.NullOr(Schema.Int),
  /** Null if the zone is not served yet. */
  serial_served: Schema.NullOr(Schema.Int),
  wanted_on: Instant.Instant,
  served_on: Schema.NullOr(Instant.Instant),
  /** Failed attempts since the last success. */
  attempts: Schema.Int,
  /** Null if no publication is outstanding. */
  next_attempt_on: Schema.NullOr(Instant.Instant),
  problem: Schema.NullOr(Schema.String)
}).annotate({ identifier: "DnsZonePublication" })
export type ZonePublication = typeof ZonePublication.Type
