import { Schema } from "effect"
import { CodedError, PolicyIssue } from "../../shared/index.ts"

/** Nobody has required or attested a claim of the contact yet. */
export class ContactNeverVerified extends CodedError<ContactNeverVerified>()("ContactNeverVerified", {
  code: "ERROR_CONTACT_VERIFICATION_UPSTREAM_NOT_FOUND",
  fields: { contact_id: Schema.String },
  message: ({ contact_id }) => `No claim of contact ${contact_id} was required or attested so far`
}) {}

/** Attestations that differ in method, proof or reference, for a registry that takes one of each. */
export class MixedEvidence extends CodedError<MixedEvidence>()("MixedEvidence", {
  code: "ERROR_DOMAIN_VERIFICATION_INCONSISTENT_METHOD_PROOF",
  fields: { domain_name: Schema.NullOr(Schema.String) },
  message: "The registry takes one method, proof and reference for all claims of a contact"
}) {}

/** Attestations whose claim, method and proof contradict each other, with every contradiction. */
export class ImpossibleEvidence extends CodedError<ImpossibleEvidence>()("ImpossibleEvidence", {
  code: "ERROR_DOMAIN_VERIFICATION_INVALID_COMBINATION",
  fields: { errors: Schema.NonEmptyArray(PolicyIssue) },
  message: "The combination of claim, method and proof is impossible"
}) {}
