import { Context, Effect, Layer, Option } from "effect"
import {
  type AuthorizationError,
  authorize,
  linkTokenHash,
  OrganizationDirectory,
  OrganizationScope
} from "../access/index.ts"
import { type ContactId, ContactNotFound, ContactStore } from "../contacts/index.ts"
import { type CurrentActor, Instant, type OrganizationId, Transaction } from "../shared/index.ts"
import {
  type ContactVerification,
  type ContactVerificationType,
  shownVerification,
  type StartedVerification
} from "./ContactVerification.ts"
import {
  ContactVerificationNotFound,
  type VerificationMailsLimited,
  VerificationTokenInvalid,
  VerificationTypeNotAllowed
} from "./ContactVerificationError.ts"
import { changedVerification } from "./ContactVerificationState.ts"
import { ContactVerificationStore } from "./ContactVerificationStore.ts"
import { makeVerificationCompletion } from "./VerificationCompletion.ts"
import { makeVerificationStart } from "./VerificationStart.ts"

type CommonError = AuthorizationError | ContactNotFound

/**
 * Verifications of the mail addresses of contacts, for the organization. The holder of an address uses
 * `VerificationLinks`. Source: REST specification, "Contacts".
 */
export class ContactVerifications extends Context.Service<ContactVerifications, {
  /**
   * Starts a verification, and cancels the pending one of the contact. For the type `email`, a mail with a link is sent;
   * for `api`, the token is returned. An address gets at most five mails in 24 hours.
   */
  readonly start: (
    contact_id: ContactId,
    type: ContactVerificationType
  ) => Effect.Effect<StartedVerification, CommonError | VerificationMailsLimited, CurrentActor>
  /** The pending verification of a contact, otherwise its newest one. */
  readonly get: (
    contact_id: ContactId
  ) => Effect.Effect<ContactVerification, CommonError | ContactVerificationNotFound, CurrentActor>
  /** Completes the verification of the type `api` with its token. */
  readonly complete: (
    contact_id: ContactId,
    token: string
  ) => Effect.Effect<
    void,
    CommonError | ContactVerificationNotFound | VerificationTokenInvalid | VerificationTypeNotAllowed,
    CurrentActor
  >
  /** Cancels the pending verification of a contact. */
  readonly cancel: (
    contact_id: ContactId
  ) => Effect.Effect<void, CommonError | ContactVerificationNotFound, CurrentActor>
}>()("@namewright/core/emailverification/ContactVerifications") {
  static readonly layer = Layer.effect(
    ContactVerifications,
    Effect.gen(function*() {
      const contacts = yield* ContactStore
      const directory = yield* OrganizationDirectory
      const store = yield* ContactVerificationStore
      const transaction = yield* Transaction
      const startLocked = yield* makeVerificationStart
      const verify = yield* makeVerificationCompletion

      /** Owner of a contact whose verifications the caller may change. */
      const ownerOf = Effect.fnUntraced(function*(contact_id: ContactId) {
        const actor = yield* authorize("contacts:manage")
        return yield* OrganizationScope.ownerFor(directory, actor, contacts.ownerOf(contact_id))
      })

      const contactOf = Effect.fnUntraced(function*(organization: OrganizationId, contact_id: ContactId) {
        const found = yield* contacts.find(organization, contact_id)
        if (Option.isNone(found)) return yield* new ContactNotFound({ contact_id })
        return found.value
      })

      const verificationOf = Effect.fnUntraced(function*(organization: OrganizationId, contact_id: ContactId) {
        yield* contactOf(organization, contact_id)
        const found = yield* store.findOf(organization, contact_id)
        if (Option.isNone(found)) return yield* new ContactVerificationNotFound({ contact_id })
        return found.value
      })

      const start = Effect.fn("ContactVerifications.start")(
        function*(contact_id: ContactId, type: ContactVerificationType) {
          const organization_id = yield* ownerOf(contact_id)
          const { token, verification } = yield* transaction.atomically(Effect.gen(function*() {
            if (!(yield* contacts.lockExclusively(organization_id, contact_id))) {
              return yield* new ContactNotFound({ contact_id })
            }
            return yield* startLocked(yield* contactOf(organization_id, contact_id), type)
          }))
          return type === "api" ? { ...shownVerification(verification), token } : shownVerification(verification)
        }
      )

      const get = Effect.fn("ContactVerifications.get")(function*(contact_id: ContactId) {
        const organization_id = yield* ownerOf(contact_id)
        return shownVerification(yield* verificationOf(organization_id, contact_id))
      })

      const complete = Effect.fn("ContactVerifications.complete")(function*(contact_id: ContactId, token: string) {
        const organization_id = yield* ownerOf(contact_id)
        const verification = yield* verificationOf(organization_id, contact_id)
        const isRight = verification.token_hash === (yield* linkTokenHash(token))
        if (!isRight) return yield* new VerificationTokenInvalid({ contact_id })
        if (verification.type !== "api") return yield* new VerificationTypeNotAllowed({ contact_id })
        yield* verify(verification)
      })

      const cancel = Effect.fn("ContactVerifications.cancel")(function*(contact_id: ContactId) {
        const organization_id = yield* ownerOf(contact_id)
        const verification = yield* verificationOf(organization_id, contact_id)
        const canceled = changedVerification(verification, "cancel", yield* Instant.now)
        const isCanceled = canceled !== undefined && (yield* store.settle(canceled))
        if (!isCanceled) return yield* new ContactVerificationNotFound({ contact_id })
      })

      return ContactVerifications.of({ start, get, complete, cancel })
    })
  )
}
