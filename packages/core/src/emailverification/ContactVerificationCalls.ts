import { Schema } from "effect"
import { LinkToken } from "../access/index.ts"
import { ContactId } from "../contacts/index.ts"
import {
  call,
  type CallOptions,
  type CallsFor,
  inBody,
  inPath,
  type InputOf,
  inQuery,
  type JsonOf
} from "../shared/index.ts"
import { ContactVerification, ContactVerificationType, StartedVerification } from "./ContactVerification.ts"
import { ContactVerifications } from "./ContactVerifications.ts"

const StartVerification = Schema.Struct({ type: Schema.optionalKey(ContactVerificationType) })

const CompleteVerification = Schema.Struct({ token: LinkToken })

export interface ContactVerificationJson extends JsonOf<typeof ContactVerification> {}
export interface StartedVerificationJson extends JsonOf<typeof StartedVerification> {}
export interface StartVerificationInput extends InputOf<typeof StartVerification> {}
export interface CompleteVerificationInput extends InputOf<typeof CompleteVerification> {}

/** Verifications of the mail addresses of contacts: their holders confirm them with a token. */
export interface ContactVerificationCalls {
  /**
   * Starts a verification, and cancels the pending one of the contact. The type `email`, which is the default, sends a mail
   * with a link. The type `api` returns the token once, for a mail or a page of the caller.
   *
   * Rights: `contacts:manage`.
   *
   * @throws ERROR_CONTACT_NOT_FOUND, ERROR_RATE_LIMITED
   *
   * @example
   * const { token } = await caller.contactVerifications.start(contact_id, { type: "api" })
   */
  readonly start: (
    contact_id: string,
    query?: StartVerificationInput,
    options?: CallOptions
  ) => Promise<StartedVerificationJson>
  /**
   * Returns the pending verification of a contact, otherwise its newest one.
   *
   * Rights: `contacts:manage`.
   *
   * @throws ERROR_CONTACT_NOT_FOUND, ERROR_CONTACT_VERIFICATION_NOT_FOUND
   *
   * @example
   * const { status } = await caller.contactVerifications.get(contact_id)
   */
  readonly get: (contact_id: string, options?: CallOptions) => Promise<ContactVerificationJson>
  /**
   * Completes a verification of the type `api` with its token, which works once and for 14 days.
   *
   * Rights: `contacts:manage`.
   *
   * @throws ERROR_CONTACT_NOT_FOUND, ERROR_CONTACT_VERIFICATION_MISSING_PERMISSIONS,
   *   ERROR_CONTACT_VERIFICATION_NOT_FOUND, ERROR_INVALID_VERIFICATION_TOKEN
   *
   * @example
   * await caller.contactVerifications.complete(contact_id, { token })
   */
  readonly complete: (contact_id: string, token: CompleteVerificationInput, options?: CallOptions) => Promise<void>
  /**
   * Cancels the pending verification of a contact. Its token does not work any more.
   *
   * Rights: `contacts:manage`.
   *
   * @throws ERROR_CONTACT_NOT_FOUND, ERROR_CONTACT_VERIFICATION_NOT_FOUND
   *
   * @example
   * await caller.contactVerifications.cancel(contact_id)
   */
  readonly cancel: (contact_id: string, options?: CallOptions) => Promise<void>
}

const byContact = inPath("contact_id", ContactId)

export const contactVerificationCalls = {
  start: call(
    [byContact, inQuery(StartVerification)],
    StartedVerification,
    (contact, { type = "email" }) => ContactVerifications.use((verifications) => verifications.start(contact, type))
  ),
  get: call(
    [byContact],
    ContactVerification,
    (contact) => ContactVerifications.use((verifications) => verifications.get(contact))
  ),
  complete: call(
    [byContact, inBody(CompleteVerification)],
    Schema.Void,
    (contact, { token }) => ContactVerifications.use((verifications) => verifications.complete(contact, token))
  ),
  cancel: call(
    [byContact],
    Schema.Void,
    (contact) => ContactVerifications.use((verifications) => verifications.cancel(contact))
  )
} satisfies CallsFor<ContactVerificationCalls>
