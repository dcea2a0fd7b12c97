import { DateTime, Effect, Option } from "effect"
import { linkTokenHash, newLinkToken } from "../access/index.ts"
import type { Contact } from "../contacts/index.ts"
import { mailAddressOf, mailLocaleOf, Mails, mailTemplates, secondsToNextMail } from "../mail/index.ts"
import { Instant, limits, PlatformSettings, Text } from "../shared/index.ts"
import {
  type ContactVerificationType,
  newContactVerificationId,
  type StoredVerification
} from "./ContactVerification.ts"
import { VerificationMailsLimited } from "./ContactVerificationError.ts"
import { changedVerification } from "./ContactVerificationState.ts"
import { ContactVerificationStore } from "./ContactVerificationStore.ts"
import { verificationUrl } from "./VerificationLinks.ts"

/**
 * Starts a verification of a contact, and cancels its pending one. The caller's transaction has locked the contact, so that
 * no other verification begins meanwhile. For the type `email`, a mail with a link is sent.
 */
export const makeVerificationStart = Effect.gen(function*() {
  const store = yield* ContactVerificationStore
  const mails = yield* Mails
  const settings = yield* PlatformSettings

  const refuseTooManyMails = Effect.fnUntraced(function*({ email, organization_id }: Contact) {
    const { mailsPerDay } = limits.contactVerification
    const template = mailTemplates.contactVerification
    const mailed = yield* mails.sentTo({ organization_id, template, to: email }, mailsPerDay)
    const retry_after = yield* secondsToNextMail(mailed, mailsPerDay)
    if (retry_after > 0) return yield* new VerificationMailsLimited({ retry_after })
  })

  const sendMail = (
    { country, email, first_name, last_name }: Contact,
    verification: StoredVerification,
    token: string
  ) =>
    mails.send({
      cause: `contact_verification/${verification.contact_verification_id}`,
      organization_id: verification.organization_id,
      to: mailAddressOf(email),
      locale: mailLocaleOf({ country }),
      template: mailTemplates.contactVerification,
      values: {
        name: `${first_name} ${last_name}`,
        email,
        verification_url: verificationUrl(settings, token),
        expires_on: verification.expires_on
      }
    })

  const replaceWith = Effect.fnUntraced(function*(verification: StoredVerification) {
    const found = yield* store.findOf(verification.organization_id, verification.contact_id)
    const canceled = Option.flatMap(
      found,
      (earlier) => Option.fromUndefinedOr(changedVerification(earlier, "cancel", verification.created_on))
    )
    if (Option.isSome(canceled)) yield* store.settle(canceled.value)
    yield* store.insert(verification)
  })

  return Effect.fnUntraced(function*(contact: Contact, type: ContactVerificationType) {
    const { contact_id, organization_id } = contact
    const token = yield* newLinkToken
    const token_hash = yield* linkTokenHash(token)
    const contact_verification_id = yield* newContactVerificationId
    const email = Text.foldCase(contact.email)
    if (type === "email") yield* refuseTooManyMails(contact)
    const now = yield* Instant.now
    const verification: StoredVerification = {
      contact_verification_id,
      contact_id,
      type,
      status: "pending",
      created_on: now,
      updated_on: now,
      verified_on: null,
      canceled_on: null,
      organization_id,
      email,
      token_hash,
      expires_on: DateTime.add(now, { days: limits.contactVerification.days })
    }
    yield* replaceWith(verification)
    if (type === "email") yield* sendMail(contact, verification, token)
    return { verification, token }
  })
})
