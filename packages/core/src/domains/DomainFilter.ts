import { Schema } from "effect"
import type { DomainStatus } from "../registry/index.ts"
import type { Instant, ObjectScope } from "../shared/index.ts"
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

/** Dates by which a list can be filtered; both bounds are exclusive. */
export type DomainDate = "created" | "updated" | "expires" | "registered" | "transferred"

/**
 * Filter of a domain list: members are combined with AND, the values of one member with OR. For tags the mode decides.
 * Source: REST specification, "Endpoints", Domains.
 */
export interface DomainFilter extends TagFilter {
  /** The whole name, in any case, with or without the final dot. */
  readonly name?: string | undefined
  /** Substring of the name, without wildcards. */
  readonly search?: string | undefined
  readonly sld?: string | undefined
  readonly tld?: ReadonlyArray<string> | undefined
  /** Substring of the hostname of a current nameserver, without wildcards. */
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
  /** True: expires within that number of days from now. False: every other domain, including those without a date. */
  readonly expires_within?:
    | { readonly 30?: boolean | undefined; readonly 60?: boolean | undefined; readonly 90?: boolean | undefined }
    | undefined
  /** Scope of the caller: a domain must be in all of them. Set by the service. */
  readonly within?: ReadonlyArray<ObjectScope> | undefined
}
