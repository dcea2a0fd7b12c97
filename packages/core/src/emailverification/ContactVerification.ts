import { Schema } from "effect"
import { ContactId } from "../contacts/index.ts"
import { Instant, OrganizationId, TypeId } from "../shared/index.ts"

export const ContactVerificationId = TypeId.schema("contact_verification").pipe(
  Schema.brand("ContactVerificationId")
)
export type ContactVerificationId = typeof ContactVerificationId.Type
export const newContactVerificationId = TypeId.generator(
  "contact_verification",
  (text) => ContactVerificationId.make(text)
)

/**
 * Way in which the token reaches the holder of the address: `email` by a mail of the platform, `api` by the caller, who
 * gets it in the response.
 */
export const ContactVerificationType = Schema.Literals(["api", "email"]).annotate({
  identifier: "ContactVerificationType"
})
export type ContactVerificationType = typeof ContactVerificationType.Type

export const ContactVerificationStatus = Schema.Literals(["pending", "verified", "canceled"]).annotate({
  identifier: "ContactVerificationStatus"
})
export type ContactVerificationStatus = typeof ContactVerificationStatus.Type

/**
 * Verification of the mail address of a contact. A contact has at most one that is pending.
 * Source: REST specification, "Contacts".
 */
export const ContactVerification = Schema.Struct({
  contact_verification_id: ContactVerificationId,
  contact_id: ContactId,
  type: ContactVerificationType,
  status: ContactVerificationStatus,
  created_on: Instant.Instant,
  updated_on: Instant.Instant,
  verified_on: Schema.NullOr(Instant.Instant),
  canceled_on: Schema.NullOr(Instant.Instant)
}).annotate({ identifier: "ContactVerification" })
export type ContactVerification = typeof ContactVerification.Type

/** A verification as it is stored. */
export const StoredVerification = Schema.Struct({
  ...ContactVerification.fields,
  organization_id: OrganizationId,
  /** Address of the contact, in lower case. */
  email: Schema.String,
  /** SHA-256 of the token. */
  token_hash: Schema.String,
  expires_on: Instant.Instant
})
export type StoredVerification = typeof StoredVerification.Type

/** A new verification. The token is returned once, and only for the type `api`. */
export const StartedVerification = Schema.Struct({
  ...ContactVerification.fields,
  token: Schema.optionalKey(Schema.String.check(Schema.isMinLength(35), Schema.isMaxLength(256)))
}).annotate({ identifier: "StartedContactVerification" })
export type StartedVerification = typeof StartedVerification.Type

/** The verification as callers get it: without organization, address, hash of the token and expiry. */
export const shownVerification = (
  { email: _email, expires_on: _expires, organization_id: _organization, token_hash: _hash, ...shown }:
    StoredVerification
): ContactVerification => shown
