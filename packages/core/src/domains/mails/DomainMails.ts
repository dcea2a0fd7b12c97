import { Effect, Layer, Option, Schema } from "effect"
import { type Event, EventLog } from "../../events/index.ts"
import { Mails, MailStore, mailTemplates, secondsToNextMail } from "../../mail/index.ts"
import { DomainId, Instant, limits, type OrganizationId, Text } from "../../shared/index.ts"
import { IsoDuration, TldCatalog } from "../../tlds/index.ts"
import type { Domain } from "../Domain.ts"
import { DomainStore } from "../DomainStore.ts"
import {
  afterTransferPhrase,
  claimsPhrase,
  consequencePhrase,
  objectionPhrase,
  transferPhrases
} from "./mailPhrases.ts"
import { makeRegistrantRecipient } from "./registrantRecipient.ts"
import { makeVerificationRecipients } from "./VerificationRecipients.ts"

const isDomainId = Schema.is(DomainId)

type Subject = Pick<Event, "event_id" | "event_data" | "subtype" | "type">

/**
 * Mails about transfers and required verifications. Each belongs to an event and is stored in its transaction, so it is sent
 * once for the event, and not at all if the event is rolled back.
 */
export const DomainMails = Layer.effectDiscard(Effect.gen(function*() {
  const events = yield* EventLog
  const store = yield* DomainStore
  const mails = yield* Mails
  const sentMails = yield* MailStore
  const catalog = yield* TldCatalog
  const registrantRecipient = yield* makeRegistrantRecipient
  const verificationRecipients = yield* makeVerificationRecipients

  /** Time at which the registry carries out a requested transfer; null if it states none. */
  const transferEnd = Effect.fnUntraced(function*({ tld }: Domain, now: Instant.Instant) {
    const spec = yield* catalog.find(tld)
    const time = Option.isNone(spec) ? null : spec.value.transfer_policies.transfer_time
    return time === null || IsoDuration.isZero(time) ? null : IsoDuration.addTo(now, time)
  })

  const transferred = Effect.fnUntraced(function*(
    domain: Domain,
    { event_id, subtype }: Subject,
    direction: keyof typeof transferPhrases
  ) {
    const recipient = yield* registrantRecipient(domain)
    if (recipient === undefined) return
    const { locale, name, to } = recipient
    const { name: domain_name, organization_id } = domain
    const day = yield* Instant.now
    const isRequested = subtype === "NOTIFICATION"
    const phrase = transferPhrases[direction][isRequested ? "requested" : "completed"][locale]
    const objection = isRequested
      ? objectionPhrase(locale, yield* transferEnd(domain, day))
      : afterTransferPhrase[locale]
    yield* mails.send({
      cause: `${isRequested ? "transfer_started" : "transfer_completed"}/${event_id}`,
      organization_id,
      to,
      locale,
      template: isRequested ? mailTemplates.transferStarted : mailTemplates.transferCompleted,
      values: { name, domain_name, day, transfer: phrase(domain_name), objection }
    })
  })

  /** False for a recipient that has got the mails of a day. The count is not exact for concurrent transactions. */
  const isBelowLimit = Effect.fnUntraced(function*(organization: OrganizationId, to: string) {
    const { mailsPerDay } = limits.verificationNotices
    const template = mailTemplates.domainVerificationRequired.name
    const earlier = yield* sentMails.createdFor(organization, template, Text.foldCase(to), mailsPerDay)
    return (yield* secondsToNextMail(earlier, mailsPerDay)) === 0
  })

  const verificationRequired = Effect.fnUntraced(function*(
    { name: domain_name, organization_id }: Domain,
    { event_data: { details }, event_id }: Subject
  ) {
    if (details?.detail_type !== "domain_verification") return
    const { registrants, verification_claims, verification_deadlines } = details
    const recipients = yield* Effect.filter(
      yield* verificationRecipients(organization_id),
      ({ to }) => isBelowLimit(organization_id, to)
    )
    yield* mails.sendAll(recipients.map(({ key, locale, name, to }) => ({
      cause: `domain_verification_required/${event_id}/${key}`,
      organization_id,
      to,
      locale,
      template: mailTemplates.domainVerificationRequired,
      values: {
        name,
        domain_name,
        contacts: registrants.map((registrant) => `${registrant.name} (${registrant.email})`).join(", "),
        claims: claimsPhrase(verification_claims, locale),
        consequence: consequencePhrase(verification_deadlines, locale)
      }
    })))
  })

  const mailOf = (domain: Domain, event: Subject): Effect.Effect<void> => {
    const { subtype, type } = event
    if (type === "VERIFICATION") return subtype === "NOTIFICATION" ? verificationRequired(domain, event) : Effect.void
    const isTransfer = type === "INBOUND_TRANSFER" || type === "OUTBOUND_TRANSFER"
    return isTransfer && (subtype === "NOTIFICATION" || subtype === "SUCCESS")
      ? transferred(domain, event, type)
      : Effect.void
  }

  yield* events.subscribe(Effect.fnUntraced(function*(_organization: OrganizationId, event: Event) {
    const { object_id, object_type, type } = event
    if (object_type !== "DOMAIN" || !isDomainId(object_id) || !mailed.has(type)) return
    const domain = yield* store.find(object_id)
    if (Option.isSome(domain)) yield* mailOf(domain.value, event)
  }))
}))

/** Types of events with mails. */
const mailed: ReadonlySet<Event["type"]> = new Set(["INBOUND_TRANSFER", "OUTBOUND_TRANSFER", "VERIFICATION"])
