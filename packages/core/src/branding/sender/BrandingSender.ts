import { Schema } from "effect"
import { Email } from "../../contacts/index.ts"
import { Instant, OrganizationId } from "../../shared/index.ts"

/** Standards by which mail servers recognize the mails of a domain. */
export const SenderRecordPurpose = Schema.Literals(["dkim", "spf", "dmarc"])
  .annotate({ identifier: "SenderRecordPurpose" })
export type SenderRecordPurpose = typeof SenderRecordPurpose.Type

/** TXT record that the domain of a sender needs. */
export const SenderRecord = Schema.Struct({
  purpose: SenderRecordPurpose,
  /** Owner name without the final dot. */
  name: Schema.String,
  /** Value of a new record. An SPF or DMARC record that exists may contain more. */
  value: Schema.String,
  /** True if the last check has found it. */
  found: Schema.Boolean
}).annotate({ identifier: "SenderRecord" })
export type SenderRecord = typeof SenderRecord.Type

/** `pending`: its records were never complete. `failed`: they were, and one is missing now. */
export const SenderStatus = Schema.Literals(["pending", "verified", "failed"]).annotate({ identifier: "SenderStatus" })
export type SenderStatus = typeof SenderStatus.Type

/** Address that the mails of a brand are sent from while it is verified. */
export const BrandingSender = Schema.Struct({
  address: Email,
  status: SenderStatus,
  records: Schema.Array(SenderRecord),
  /** Last check that got answers. */
  checked_on: Schema.NullOr(Instant.Instant),
  /** First check that found all records. */
  verified_on: Schema.NullOr(Instant.Instant)
}).annotate({ identifier: "BrandingSender" })
export type BrandingSender = typeof BrandingSender.Type

/** Request for a sender. */
export const NewBrandingSender = Schema.Struct({ address: Email }).annotate({ identifier: "NewBrandingSender" })
export type NewBrandingSender = typeof NewBrandingSender.Type

/** Sender as it is stored. */
export const StoredSender = Schema.Struct({
  organization_id: OrganizationId,
  address: Schema.String,
  /** Selector of the DKIM key, a label. */
  selector: Schema.String,
  /** RSA key of 2,048 bits: PKCS #8 in PEM, sealed for the selector. */
  private_key: Schema.String,
  /** Its public key: SubjectPublicKeyInfo in Base64. */
  public_key: Schema.String,
  status: SenderStatus,
  /** Records that the last check has found. */
  found: Schema.Array(SenderRecordPurpose),
  checked_on: Schema.NullOr(Instant.Instant),
  verified_on: Schema.NullOr(Instant.Instant),
  /** Time of the next check. */
  due_on: Instant.Instant,
  /** Increased by every write. */
  version: Schema.Int
})
export type StoredSender = typeof StoredSender.Type
