import { Context, Effect, Layer, Option } from "effect"
import { type ContactId, ContactStore } from "../contacts/index.ts"
import { Instant, type OrganizationId } from "../shared/index.ts"
import { verificationStateAt } from "./ContactVerificationState.ts"
import { ContactVerificationStore } from "./ContactVerificationStore.ts"
import { makeVerificationStart } from "./VerificationStart.ts"

/** Verifications that the platform starts, for slices that require an address to be verified. It checks no permissions. */
export class VerificationRequests extends Context.Service<VerificationRequests, {
  /**
   * Sends a contact a mail with a link, in the caller's transaction. Does nothing if the contact is gone, if a verification
   * of it is open, or if its address has got the mails of a day; the link of one of these verifies the address too.
   */
  readonly request: (organization: OrganizationId, contact: ContactId) => Effect.Effect<void>
}>()("@namewright/core/emailverification/VerificationRequests") {
  static readonly layer = Layer.effect(
    VerificationRequests,
    Effect.gen(function*() {
      const contacts = yield* ContactStore
      const store = yield* ContactVerificationStore
      const start = yield* makeVerificationStart

      return VerificationRequests.of({
        request: Effect.fnUntraced(function*(organization, id) {
          if (!(yield* contacts.lockExclusively(organization, id))) return
          const contact = yield* contacts.find(organization, id)
          const newest = yield* store.findOf(organization, id)
          const now = yield* Instant.now
          if (Option.isNone(contact) || Option.exists(newest, (found) => verificationStateAt(found, now) === "open")) {
            return
          }
          yield* Effect.catchTag(
            start(contact.value, "email"),
            "VerificationMailsLimited",
            () => Effect.logInfo(`The address of ${id} has got the verification mails of a day`)
          )
        })
      })
    })
  )
}
