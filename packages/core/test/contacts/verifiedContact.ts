import { type ContactClaim, ContactClaimStore, type ContactId } from "@namewright/core/contacts"
import { Instant, type OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"

const verified = ["NAME", "ADDRESS", "EMAIL"] as const

/**
 * Stores the claims of a contact as verified, without an event, so that the policies of TLDs require nothing of it in tests
 * about something else.
 */
export const verifiedContact = Effect.fnUntraced(function*(organization_id: OrganizationId, contact_id: ContactId) {
  const store = yield* ContactClaimStore
  const now = yield* Instant.now
  yield* store.putClaims(verified.map((claim): ContactClaim => ({
    contact_id,
    organization_id,
    claim,
    state: "VERIFIED",
    method: claim === "EMAIL" ? "REACHABILITY" : "VDIG",
    proof: claim === "EMAIL" ? "EMAIL_VER_TRANSACTION_LOG" : "PASSPORT",
    attestation_reference: "sample",
    eid_scheme: null,
    level_of_assurance: null,
    verified_on: now,
    expires_on: null,
    updated_on: now
  })))
})
