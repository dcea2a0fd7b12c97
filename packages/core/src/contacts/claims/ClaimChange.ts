import type { Instant, OrganizationId, VerificationClaim } from "../../shared/index.ts"
import type { ContactId } from "../Contact.ts"
import type { Attestation, ContactClaim, StoredClaimState } from "./ContactClaim.ts"

/**
 * Change of a claim. `required` by a TLD, `demanded` by a registry, `attested` where that is sufficient, `reported` to a
 * registry that decides, `accepted` and `refused` by a registry.
 */
export type ClaimChange = "required" | "demanded" | "attested" | "reported" | "accepted" | "refused"

type Transitions = Readonly<Record<ClaimChange, StoredClaimState>>

/**
 * State after each change. A demand voids a verification, because the registry doubts it, but not a report that is on
 * its way. A refusal ends a report only.
 */
export const claimTransitions: Readonly<Record<StoredClaimState, Transitions>> = {
  UNVERIFIED: {
    required: "UNVERIFIED",
    demanded: "UNVERIFIED",
    attested: "VERIFIED",
    reported: "IN_PROGRESS",
    accepted: "VERIFIED",
    refused: "UNVERIFIED"
  },
  VERIFIED: {
    required: "VERIFIED",
    demanded: "UNVERIFIED",
    attested: "VERIFIED",
    reported: "IN_PROGRESS",
    accepted: "VERIFIED",
    refused: "VERIFIED"
  },
  IN_PROGRESS: {
    required: "IN_PROGRESS",
    demanded: "IN_PROGRESS",
    attested: "VERIFIED",
    reported: "IN_PROGRESS",
    accepted: "VERIFIED",
    refused: "UNVERIFIED"
  }
}

const none = { method: null, proof: null, attestation_reference: null, eid_scheme: null, level_of_assurance: null }

/** A claim before it is required or attested. */
export const unverified = (
  organization_id: OrganizationId,
  contact_id: ContactId,
  claim: VerificationClaim,
  now: Instant.Instant
): ContactClaim => ({
  contact_id,
  organization_id,
  claim,
  state: "UNVERIFIED",
  ...none,
  verified_on: null,
  expires_on: null,
  updated_on: now
})

const evidenceOf = ({ attestation_reference, eid, method, proof }: Attestation) => ({
  method,
  proof,
  attestation_reference,
  eid_scheme: method === "AUTH" ? eid?.eid_scheme ?? null : null,
  level_of_assurance: method === "AUTH" ? eid?.level_of_assurance ?? null : null
})

/** Time of a change, end of a verification (null for none), and evidence of an attestation. */
export interface ClaimContext {
  readonly now: Instant.Instant
  readonly expires_on: Instant.Instant | null
  readonly evidence?: Attestation
}

/**
 * A claim after a change. A claim that loses its state loses its evidence; another one keeps it, with the time of its
 * attestation.
 */
export const changedClaim = (before: ContactClaim, change: ClaimChange, context: ClaimContext): ContactClaim => {
  const state = claimTransitions[before.state][change]
  if (state === before.state && change !== "attested" && change !== "reported" && change !== "accepted") return before
  const { evidence, expires_on, now } = context
  return {
    ...before,
    ...(evidence === undefined ? state === "UNVERIFIED" ? none : {} : evidenceOf(evidence)),
    state,
    verified_on: state === "VERIFIED" ? now : null,
    expires_on: state === "VERIFIED" ? expires_on : null,
    updated_on: evidence === undefined && state !== "UNVERIFIED" && before.method !== null ? before.updated_on : now
  }
}
