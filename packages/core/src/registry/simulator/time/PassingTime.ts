import { DateTime } from "effect"
import type { Instant, Period } from "../../../shared/index.ts"
import { IsoDuration } from "../../../tlds/index.ts"
import type { PollPayload } from "../../PollMessage.ts"
import { pricesOf, termPrice } from "../objects/ListPrices.ts"
import type { Posting } from "../objects/Posting.ts"
import {
  isTransferPending,
  type SimulatedDomain,
  type SimulatedTransfer,
  statusesOf,
  type Verification
} from "../objects/SimulatedDomain.ts"
import { type SimulatedMessage, subjectOf } from "../objects/SimulatedMessage.ts"
import type { SimulatedTld } from "../objects/SimulatedTld.ts"
import { deleted, pastRedemption, registered, renewedAutomatically, restored, restoredTermPrice } from "./DomainLife.ts"
import { transferMessages, transferPostings, transferred, withdrawn } from "./TransferLife.ts"

/** A domain after a change, with the registry's messages; null if the name has become available. */
export interface Outcome {
  readonly domain: SimulatedDomain | null
  readonly messages: ReadonlyArray<SimulatedMessage>
  /** Charges and credits of registrars. */
  readonly postings?: ReadonlyArray<Posting>
}

interface DueEvent {
  readonly on: Instant.Instant
  readonly happen: (at: Instant.Instant) => Outcome
}

/** Time of the next automatic change of the domain; null for never. */
export const nextDue = (domain: SimulatedDomain, tld: SimulatedTld): Instant.Instant | null =>
  nextEvent(domain, tld, null)?.on ?? null

/**
 * Applies every due change to a domain in the order of time, each at its own instant. `newAuthCode` is for a transfer
 * that completes.
 */
export const advanced = (
  domain: SimulatedDomain,
  tld: SimulatedTld,
  now: Instant.Instant,
  newAuthCode: string | null
): Outcome => {
  let current: SimulatedDomain | null = domain
  const messages: Array<SimulatedMessage> = []
  const postings: Array<Posting> = []
  while (current !== null) {
    const event = nextEvent(current, tld, newAuthCode)
    if (event === undefined || DateTime.isGreaterThan(event.on, now)) break
    const outcome = event.happen(event.on)
    current = outcome.domain
    messages.push(...outcome.messages)
    postings.push(...(outcome.postings ?? []))
  }
  return { domain: current, messages, postings }
}

const nextEvent = (domain: SimulatedDomain, tld: SimulatedTld, newAuthCode: string | null): DueEvent | undefined => {
  let next: DueEvent | undefined
  for (const event of events(domain, tld, newAuthCode)) {
    if (next === undefined || DateTime.isLessThan(event.on, next.on)) next = event
  }
  return next
}

const events = (
  domain: SimulatedDomain,
  tld: SimulatedTld,
  newAuthCode: string | null
): ReadonlyArray<DueEvent> => {
  const { phase, transfer, verification } = domain
  switch (phase._tag) {
    case "PendingCreate":
      return [{ on: phase.decides_on, happen: (at) => decideCreate(domain, phase, tld, at) }]
    case "Redemption":
      return [{ on: phase.ends_on, happen: (at) => endRedemption(domain, tld, at) }]
    case "AwaitingReport":
      return [{ on: phase.ends_on, happen: (at) => fallBack(domain, phase.redemption_ends_on, at) }]
    case "PendingRestore":
      return [{ on: phase.decides_on, happen: (at) => decideRestore(domain, phase.command_id, tld, at) }]
    case "PendingDelete":
      return [{ on: phase.ends_on, happen: (at) => purge(domain, at) }]
    case "Active":
      return [
        ...(transfer !== null && isTransferPending(domain)
          ? [{
            on: transfer.acts_on,
            happen: (at: Instant.Instant) => decideTransfer(domain, transfer, tld, at, newAuthCode)
          }]
          : []),
        ...expiry(domain, tld),
        ...(verification === null ? [] : demand(domain, verification))
      ]
  }
}

const messagesFor = (domain: SimulatedDomain, queued_on: Instant.Instant, text: string, payload: PollPayload) => [
  { registrar: domain.sponsor, queued_on, text, payload, subject: subjectOf(domain) }
]

const decideCreate = (
  domain: SimulatedDomain,
  { accepts, command_id, period }: {
    readonly accepts: boolean
    readonly command_id: string
    readonly period: Period.Period
  },
  tld: SimulatedTld,
  at: Instant.Instant
): Outcome => ({
  domain: accepts ? registered(domain, period, tld, at) : null,
  messages: messagesFor(domain, at, `Registration of ${domain.name} ${accepts ? "completed" : "refused"}`, {
    _tag: "PendingDecided",
    name: domain.name,
    accepted: accepts,
    command_id
  }),
  postings: accepts
    ? []
    : [{ registrar: domain.sponsor, amount: termPrice(pricesOf(domain.name, tld.prices).create, period) }]
})

const decideRestore = (
  domain: SimulatedDomain,
  command_id: string,
  tld: SimulatedTld,
  at: Instant.Instant
): Outcome => {
  const next = restored(domain, tld, at)
  return {
    domain: next,
    messages: messagesFor(domain, at, `Restore of ${domain.name} completed`, {
      _tag: "PendingDecided",
      name: domain.name,
      accepted: true,
      command_id
    }),
    postings: [{ registrar: domain.sponsor, amount: -restoredTermPrice(domain, next, tld) }]
  }
}

const endRedemption = (domain: SimulatedDomain, tld: SimulatedTld, at: Instant.Instant): Outcome => {
  const next = pastRedemption(domain, tld, at)
  return next === null ? purge(domain, at) : changed(next, at, "The redemption period is over")
}

/** No report was received in time: the domain returns to redemption for the rest of that period. */
const fallBack = (domain: SimulatedDomain, redemption_ends_on: Instant.Instant, at: Instant.Instant): Outcome =>
  changed(
    { ...domain, phase: { _tag: "Redemption", ends_on: DateTime.max(redemption_ends_on, at) } },
    at,
    "No restore report came in time"
  )

const purge = (domain: SimulatedDomain, at: Instant.Instant): Outcome => ({
  domain: null,
  messages: messagesFor(domain, at, `${domain.name} was deleted`, { _tag: "Purged", name: domain.name })
})

/** The domain after a change by the registry, with a message that shows its new state. */
export const changed = (domain: SimulatedDomain, at: Instant.Instant, reason: string): Outcome => ({
  domain,
  messages: messagesFor(domain, at, `${domain.name}: ${reason}`, {
    _tag: "ChangedByRegistry",
    name: domain.name,
    statuses: statusesOf(domain, at),
    reason
  })
})

const decideTransfer = (
  domain: SimulatedDomain,
  transfer: SimulatedTransfer,
  tld: SimulatedTld,
  at: Instant.Instant,
  auth_code: string | null
): Outcome => {
  const { acts_by: status } = transfer
  const next = status === "serverCancelled"
    ? withdrawn(domain, transfer, status, at)
    : transferred(domain, transfer, { status, auth_code }, tld, at)
  const postings = status === "serverCancelled" ? [] : transferPostings(domain, transfer, tld, at)
  return { domain: next, messages: transferMessages(next, at), postings }
}

/** At the end of the term the registry renews the domain, or deletes it after the grace period. */
const expiry = (domain: SimulatedDomain, tld: SimulatedTld): ReadonlyArray<DueEvent> => {
  const { expires_on } = domain
  if (expires_on === null) return []
  const term = tld.automatic_renewal
  return term === null
    ? [{ on: IsoDuration.addTo(expires_on, tld.expiry_grace), happen: (at) => runOut(domain, tld, at) }]
    : [{ on: expires_on, happen: (at) => renewAutomatically(domain, term, tld, at) }]
}

const renewAutomatically = (
  domain: SimulatedDomain,
  term: Period.Period,
  tld: SimulatedTld,
  at: Instant.Instant
): Outcome => {
  const next = renewedAutomatically(domain, term, tld, at)
  return {
    domain: next,
    messages: next.expires_on === null ? [] : messagesFor(next, at, `${domain.name} was renewed by the registry`, {
      _tag: "Renewed",
      name: domain.name,
      expires_on: next.expires_on
    }),
    postings: [{ registrar: domain.sponsor, amount: -termPrice(pricesOf(domain.name, tld.prices).renew, term) }]
  }
}

const runOut = (domain: SimulatedDomain, tld: SimulatedTld, at: Instant.Instant): Outcome => {
  const { transfer } = domain
  const stays = transfer?.status === "pending" ? withdrawn(domain, transfer, "serverCancelled", at) : domain
  const next = deleted({ ...stays, grace: [] }, tld, at)
  const { messages } = next === null ? purge(domain, at) : changed(next, at, "The term ended and was not renewed")
  return { domain: next, messages: [...(stays === domain ? [] : transferMessages(stays, at)), ...messages] }
}

/** Verification is demanded once. A hold follows once if the registrant was not verified. */
const demand = (domain: SimulatedDomain, verification: Verification): ReadonlyArray<DueEvent> => {
  if (!verification.demanded) {
    return [{ on: verification.demands_on, happen: (at) => raiseDemand(domain, verification, at) }]
  }
  return verification.held ? [] : [{ on: verification.holds_on, happen: (at) => hold(domain, verification, at) }]
}

/** The contact that needs verification: the registrant. */
export const handleToVerify = (domain: SimulatedDomain): string | null =>
  domain.contacts.find(({ type }) => type === "registrant")?.handle ?? null

const raiseDemand = (domain: SimulatedDomain, verification: Verification, at: Instant.Instant): Outcome => ({
  domain: { ...domain, verification: { ...verification, demanded: true } },
  messages: messagesFor(domain, at, `The holder of ${domain.name} must be verified`, {
    _tag: "VerificationRequired",
    name: domain.name,
    handle: handleToVerify(domain),
    claims: verification.claims,
    deadlines: [{ type: "dedelegation", date: verification.holds_on }]
  })
})

const hold = (domain: SimulatedDomain, verification: Verification, at: Instant.Instant): Outcome =>
  changed(
    {
      ...domain,
      server_statuses: [...domain.server_statuses.filter((status) => status !== "serverHold"), "serverHold"],
      verification: { ...verification, held: true }
    },
    at,
    "The holder was not verified in time"
  )
