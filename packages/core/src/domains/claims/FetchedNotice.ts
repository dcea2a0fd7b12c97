import { Schema } from "effect"
import { Instant, OrganizationId } from "../../shared/index.ts"

/** Text that proves that a notice was fetched. */
export const AcceptanceHash = Schema.String.pipe(Schema.brand("AcceptanceHash"))
export type AcceptanceHash = typeof AcceptanceHash.Type

/** A notice that an organization fetched. An order accepts it with the hash, or with its key. */
export const FetchedNotice = Schema.Struct({
  acceptance_hash: AcceptanceHash,
  organization_id: OrganizationId,
  claims_key: Schema.String,
  label: Schema.String,
  notice_id: Schema.String,
  validator: Schema.NullOr(Schema.String),
  not_after: Instant.Instant,
  /** End of the acceptance, at most `not_after`. */
  expires_on: Instant.Instant
})
export type FetchedNotice = typeof FetchedNotice.Type
