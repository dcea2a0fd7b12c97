import { Effect } from "effect"
import { Mails, mailTemplates } from "../../mail/index.ts"
import { Instant, PlatformSettings } from "../../shared/index.ts"
import type { Domain } from "../Domain.ts"
import { dueExpiryMail } from "../NextAction.ts"
import { expiredPhrase, renewalPhrases } from "./mailPhrases.ts"
import { makeRegistrantRecipient } from "./registrantRecipient.ts"

/**
 * Mails to registrants about the end of a term. The cause of a mail names the domain, the date of expiry and the step, so a
 * step is sent once. Source: ICANN, Expired Registration Recovery Policy, section 2.1.
 */
export const makeExpiryMails = Effect.gen(function*() {
  const mails = yield* Mails
  const registrantRecipient = yield* makeRegistrantRecipient
  const { expiry_mail_days: days } = yield* PlatformSettings

  /** Sends the newest mail that was due from `since` to `until`, in the caller's transaction. Earlier ones are not sent. */
  return Effect.fnUntraced(function*(domain: Domain, since: Instant.Instant, until: Instant.Instant) {
    const due = dueExpiryMail(domain, days, since, until)
    const recipient = due === undefined ? undefined : yield* registrantRecipient(domain)
    if (due === undefined || recipient === undefined) return
    const { locale, name, to } = recipient
    const { domain_id, name: domain_name, organization_id, renewal_mode } = domain
    const phrase = due.day < 0 ? expiredPhrase : renewalPhrases[renewal_mode]
    yield* mails.send({
      cause: `domain_expiring/${domain_id}/${Instant.format(due.expires_on).slice(0, 10)}/${due.day}`,
      organization_id,
      to,
      locale,
      template: mailTemplates.domainExpiring,
      values: { name, domain_name, expires_on: due.expires_on, renewal: phrase[locale] }
    })
  })
})
