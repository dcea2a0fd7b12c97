import { Schema } from "effect"
import type { Instant, ObjectScope } from "../shared/index.ts"
import type { TagFilter } from "../tags/index.ts"
import type { VanitySetId } from "./vanity/VanitySet.ts"
import type { DnssecStatus } from "./Zone.ts"

export const ZoneSortField = Schema.Literals(["name", "created_on", "updated_on", "dnssec_status"])
  .annotate({ identifier: "ZoneSortField" })
export type ZoneSortField = typeof ZoneSortField.Type

/** Filter of a list of zones. A zone must match every member. */
export interface ZoneFilter extends Pick<TagFilter, "tag_ids" | "tag_mode"> {
  /** The whole name, with or without the final dot. */
  readonly name?: string | undefined
  /** Part of the name. */
  readonly search?: string | undefined
  /** Public suffix of the name. */
  readonly suffix?: string | undefined
  readonly dnssec_status?: DnssecStatus | undefined
  readonly vanity_nameserver_set_id?: VanitySetId | undefined
  readonly created_after?: Instant.Instant | undefined
  readonly created_before?: Instant.Instant | undefined
  readonly updated_after?: Instant.Instant | undefined
  readonly updated_before?: Instant.Instant | undefined
  /** Scope of the caller: a zone must be in all of them. Set by the service. */
  readonly within?: ReadonlyArray<ObjectScope> | undefined
}

export const ZoneCounts = Schema.Struct({
  total_zones: Schema.Int,
  zones_by_dnssec: Schema.Struct({ enabled: Schema.Int, disabled: Schema.Int })
}).annotate({ identifier: "DnsZoneSummary" })
export type ZoneCounts = typeof ZoneCounts.Type
