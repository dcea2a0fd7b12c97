import { Schema } from "effect"
import { ContactRole, VerificationClaim } from "../shared/index.ts"
import { IsoDuration } from "./IsoDuration.ts"

/** Operations after which a contact must be verified. */
export const VerificationTrigger = Schema.Literals([
  "domain_registration",
  "domain_inbound_transfer",
  "domain_modification"
]).annotate({ identifier: "VerificationTrigger" })
export type VerificationTrigger = typeof VerificationTrigger.Type

/** Evidence of a claim. */
export const VerificationProof = Schema.Literals([
  "IDCARD",
  "PASSPORT",
  "POPULATION_REGISTER",
  "RESIDENCE_PERMIT",
  "PROOF_OF_ARRIVAL",
  "DRIVERS_LICENCE",
  "COMPANY_REGISTER",
  "COMPANY_STATEMENT",
  "BANK_ACCOUNT",
  "ONLINE_PAYMENT_ACCOUNT",
  "UTILITY_ACCOUNT",
  "BANK_STATEMENT",
  "TAX_STATEMENT",
  "WRITTEN_ATTESTATION",
  "DIGITAL_ATTESTATION",
  "POSTAL_VER_TRANSACTION_LOG",
  "EMAIL_VER_TRANSACTION_LOG",
  "PHONE_VER_TRANSACTION_LOG",
  "ADDRESS_DATABASE"
]).annotate({ identifier: "VerificationProof" })
export type VerificationProof = typeof VerificationProof.Type

const common = {
  enabled: Schema.Boolean,
  /** Roles whose contacts are verified. */
  contact_roles: Schema.Array(ContactRole),
  trigger: Schema.Array(VerificationTrigger),
  /** Validity of a verification; null for unlimited. */
  validity_period: Schema.NullOr(IsoDuration),
  /** True if the domain is put on hold without a verification. */
  suspension_on_failure: Schema.Boolean,
  /** Days from the trigger to the suspension, as text; null without a suspension. */
  suspension_delay: Schema.NullOr(Schema.String.check(Schema.isPattern(/^\d{1,4}$/)))
}

/** Verification of an e-mail address, as required by ICANN's Registrar Accreditation Agreement. */
export const EmailVerification = Schema.Struct({
  ...common,
  verification_method: Schema.NullOr(Schema.String),
  communication: Schema.NullOr(Schema.String)
}).annotate({ identifier: "EmailVerificationPolicy" })
export type EmailVerification = typeof EmailVerification.Type

/** Verification of a contact's identity. */
export const IdentityVerification = Schema.Struct({
  ...common,
  required_claims: Schema.Array(Schema.Struct({
    claim: VerificationClaim,
    /** Absent if any proof is accepted. */
    accepted_proofs: Schema.optionalKey(Schema.Array(VerificationProof))
  }))
}).annotate({ identifier: "IdentityVerificationPolicy" })
export type IdentityVerification = typeof IdentityVerification.Type

/** Source: REST specification, "TLD specification". */
export const VerificationPolicies = Schema.Struct({
  email_verification: Schema.NullOr(EmailVerification),
  identity_verification: Schema.NullOr(IdentityVerification)
}).annotate({ identifier: "VerificationPolicies" })
export type VerificationPolicies = typeof VerificationPolicies.Type
