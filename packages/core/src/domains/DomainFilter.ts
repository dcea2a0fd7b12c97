import { Schema } from "effect"
import type { DomainStatus } from "../registry/index.ts"
import type { Instant } from "../shared/index.ts"
import type { TagFilter } from "../tags/index.ts"
import type { Registrar, RenewalMode } from "./Domain.ts"

export const DomainSortField = Schema.Literals([
  "name",
  "created_on",
  "updated_on",
  "expires_on",
  "registered_on",
  "transferred_on"
]).annotate({ identifier: "DomainSortField" })
export type DomainSortField = typeof DomainSortField.Type

/** The dates a list can be bounded by; both bounds are exclusive. */
export type DomainDate = "created" | "updated" | "expires" | "registered" | "transferred"

/**
 * Which domains a list shows: every member narrows it (AND); the values within one member widen it (OR), except for
 * tags, where the mode decides. Source: REST specification, "Endpoints", Domains.
 */
export interface DomainFilter extends TagFilter {
  /** The whole name, in any case, with or without the final dot. */
  readonly name?: string | undefined
  /** Part of the name, taken literally. */
  readonly search?: string | undefined
  readonly sld?: string | undefined
  readonly tld?: ReadonlyArray<string> | undefined
  /** Part of the hostname of a current nameserver, taken literally. */
  readonly nameserver?: string | undefined
  readonly registry_statuses?: ReadonlyArray<DomainStatus> | undefined
  readonly renewal_mode?: RenewalMode | undefined
  readonly transfer_lock?: boolean | undefined
  readonly read_only?: boolean | undefined
  readonly is_premium?: boolean | undefined
  readonly registrar?: ReadonlyArray<Registrar> | undefined
  readonly registrar_credential_id?: ReadonlyArray<string> | undefined
  readonly dates?:
    | Partial<
      Record<
        DomainDate,
        { readonly after?: Instant.Instant | undefined; readonly before?: Instant.Instant | undefined }
      >
    >
    | undefined
  /** True: expires between now and that many days from now; false: every other domain, also one without a date. */
  readonly expires_within?:
    | { readonly 30?: boolean | undefined; readonly 60?: boolean | undefined; readonly 90?: boolean | undefined }
    | undefined
}
