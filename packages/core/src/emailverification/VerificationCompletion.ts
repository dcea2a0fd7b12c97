import { Effect } from "effect"
import { ContactClaims } from "../contacts/index.ts"
import { Instant, Transaction } from "../shared/index.ts"
import type { StoredVerification } from "./ContactVerification.ts"
import { VerificationTokenInvalid } from "./ContactVerificationError.ts"
import { changedVerification } from "./ContactVerificationState.ts"
import { ContactVerificationStore } from "./ContactVerificationStore.ts"

/**
 * Completes a verification whose token the caller has presented, and verifies the claim `EMAIL` of the contact. Of
 * concurrent attempts one succeeds.
 */
export const makeVerificationCompletion = Effect.gen(function*() {
  const store = yield* ContactVerificationStore
  const claims = yield* ContactClaims
  const transaction = yield* Transaction

  return Effect.fnUntraced(function*(verification: StoredVerification) {
    const { contact_id, contact_verification_id, email, organization_id } = verification
    const verified = changedVerification(verification, "verify", yield* Instant.now)
    if (verified === undefined) return yield* new VerificationTokenInvalid({ contact_id })
    yield* transaction.atomically(Effect.gen(function*() {
      // First, because the deletion of a contact locks it before its verifications.
      yield* claims.attest(organization_id, contact_id, [{
        claim: "EMAIL",
        method: "REACHABILITY",
        proof: "EMAIL_VER_TRANSACTION_LOG",
        attestation_reference: contact_verification_id
      }], `The address ${email} is verified`).pipe(
        Effect.catchTags({
          ContactNotFound: () => new VerificationTokenInvalid({ contact_id }),
          // One attestation is uniform.
          MixedEvidence: Effect.die
        })
      )
      if (!(yield* store.settle(verified))) return yield* new VerificationTokenInvalid({ contact_id })
    }))
    return verified
  })
})
