import { Schema } from "effect"
import { Instant, limits, OrganizationId, Text, VerificationClaim } from "../../shared/index.ts"
import { VerificationProof } from "../../tlds/index.ts"
import { ContactId } from "../Contact.ts"

/** Procedure with which a claim was checked. */
export const VerificationMethod = Schema.Literals([
  "AUTH",
  "VDIG",
  "ELECTRONIC_DOCUMENT",
  "PHYSICAL_DOCUMENT",
  "BVR",
  "PVR",
  "DATA",
  "REACHABILITY"
]).annotate({ identifier: "VerificationMethod" })
export type VerificationMethod = typeof VerificationMethod.Type

/** Source: REST specification, "Contact verification entry". */
export const ClaimState = Schema.Literals(["UNVERIFIED", "VERIFIED", "IN_PROGRESS", "EXPIRED"])
  .annotate({ identifier: "ClaimState" })
export type ClaimState = typeof ClaimState.Type

/** The states that are stored. A verified claim expires at `expires_on`, without a change of its row. */
export const StoredClaimState = Schema.Literals(["UNVERIFIED", "VERIFIED", "IN_PROGRESS"])
export type StoredClaimState = typeof StoredClaimState.Type

/** Level of assurance of an electronic identification (Regulation (EU) No 910/2014, article 8). */
export const LevelOfAssurance = Schema.Literals(["LOW", "SUBSTANTIAL", "HIGH"])
  .annotate({ identifier: "LevelOfAssurance" })
export type LevelOfAssurance = typeof LevelOfAssurance.Type

/** Electronic identification with which a person has authenticated. */
export const Eid = Schema.Struct({
  /** Country code, or name of a scheme that is notified under eIDAS. */
  eid_scheme: Text.line(limits.eidScheme),
  level_of_assurance: LevelOfAssurance
}).annotate({ identifier: "Eid" })
export type Eid = typeof Eid.Type

const reference = Schema.String.check(Schema.isMaxLength(limits.attestationReference), Text.singleLine)

/** Statement of the organization that it has verified a claim, and how. */
export const Attestation = Schema.Struct({
  claim: VerificationClaim,
  method: VerificationMethod,
  proof: VerificationProof,
  /** Identifies the evidence in the organization's own records. */
  attestation_reference: reference,
  /** Required with the method `AUTH`; not stored with another. */
  eid: Schema.optionalKey(Schema.NullOr(Eid))
}).annotate({ identifier: "Attestation" })
export type Attestation = typeof Attestation.Type

/** Request to record attestations of one contact. */
export const AttestContact = Schema.Struct({
  attestations: Schema.Array(Attestation).check(
    Schema.isMinLength(limits.attestations.minimum),
    Schema.isMaxLength(limits.attestations.maximum)
  )
}).annotate({ identifier: "AttestContact" })
export type AttestContact = typeof AttestContact.Type

/** State of one claim of a contact, in responses. */
export const ClaimStatus = Schema.Struct({
  claim: VerificationClaim,
  state: ClaimState,
  method: Schema.NullOr(VerificationMethod),
  proof: Schema.NullOr(VerificationProof),
  attestation_reference: Schema.NullOr(Schema.String),
  verified_on: Schema.NullOr(Instant.Instant),
  /** Null for a claim that is not verified, and for a verification without end. */
  expires_on: Schema.NullOr(Instant.Instant)
}).annotate({ identifier: "ClaimStatus" })
export type ClaimStatus = typeof ClaimStatus.Type

/** Claims of a contact that were required or attested so far, in the order of the vocabulary. */
export const ClaimStatusList = Schema.Struct({ verifications: Schema.Array(ClaimStatus) })
  .annotate({ identifier: "ClaimStatusList" })
export type ClaimStatusList = typeof ClaimStatusList.Type

/** Stored claim of a contact. */
export const ContactClaim = Schema.Struct({
  contact_id: ContactId,
  organization_id: OrganizationId,
  claim: VerificationClaim,
  state: StoredClaimState,
  method: Schema.NullOr(VerificationMethod),
  proof: Schema.NullOr(VerificationProof),
  attestation_reference: Schema.NullOr(Schema.String),
  eid_scheme: Schema.NullOr(Schema.String),
  level_of_assurance: Schema.NullOr(LevelOfAssurance),
  verified_on: Schema.NullOr(Instant.Instant),
  expires_on: Schema.NullOr(Instant.Instant),
  /** Time of the attestation; without evidence, of the last change. */
  updated_on: Instant.Instant
})
export type ContactClaim = typeof ContactClaim.Type

/** True if a claim is verified and has not expired. */
export const isVerified = (claim: Pick<ContactClaim, "expires_on" | "state">, now: Instant.Instant): boolean =>
  claim.state === "VERIFIED" && (claim.expires_on === null || !Instant.hasPassed(claim.expires_on, now))

/** State of a claim at a time. */
export const claimStatus = (stored: ContactClaim, now: Instant.Instant): ClaimStatus => {
  const { attestation_reference, claim, expires_on, method, proof, state, verified_on } = stored
  return {
    claim,
    state: state === "VERIFIED" && !isVerified(stored, now) ? "EXPIRED" : state,
    method,
    proof,
    attestation_reference,
    verified_on,
    expires_on
  }
}

/** States of the claims of a contact, in the order of the vocabulary. */
export const claimStatuses = (stored: ReadonlyArray<ContactClaim>, now: Instant.Instant): ReadonlyArray<ClaimStatus> =>
  VerificationClaim.literals.flatMap((claim) =>
    stored.filter((entry) => entry.claim === claim).map((entry) => claimStatus(entry, now))
  )
