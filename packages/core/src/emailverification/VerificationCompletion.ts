import { Effect } from "effect"
import { EventLog } from "../events/index.ts"
import { Instant, Transaction } from "../shared/index.ts"
import type { StoredVerification } from "./ContactVerification.ts"
import { VerificationTokenInvalid } from "./ContactVerificationError.ts"
import { changedVerification } from "./ContactVerificationState.ts"
import { ContactVerificationStore } from "./ContactVerificationStore.ts"

/** Completes a verification whose token the caller has presented. Of concurrent attempts one succeeds. */
export const makeVerificationCompletion = Effect.gen(function*() {
  const store = yield* ContactVerificationStore
  const events = yield* EventLog
  const transaction = yield* Transaction

  return Effect.fnUntraced(function*(run: StoredVerification) {
    const { contact_id, email, organization_id } = run
    const verified = changedVerification(run, "verify", yield* Instant.now)
    if (verified === undefined) return yield* new VerificationTokenInvalid({ contact_id })
    yield* transaction.atomically(Effect.gen(function*() {
      if (!(yield* store.settle(verified))) return yield* new VerificationTokenInvalid({ contact_id })
      yield* events.record({
        organization_id,
        object_type: "CONTACT",
        object_id: contact_id,
        object_name: null,
        type: "VERIFICATION",
        subtype: "SUCCESS",
        event_data: { message: `The address ${email} is verified` }
      })
    }))
    return verified
  })
})
