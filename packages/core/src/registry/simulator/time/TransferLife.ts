import { DateTime } from "effect"
import { type Instant, Period } from "../../../shared/index.ts"
import { IsoDuration } from "../../../tlds/index.ts"
import type { RegistryTransfer, TransferStatus } from "../../RegistryDomain.ts"
import type { RegistryRefusal } from "../../RegistryError.ts"
import { pricesOf, termPrice } from "../objects/ListPrices.ts"
import type { Posting } from "../objects/Posting.ts"
import { statusProhibits, transferPending } from "../objects/Refusal.ts"
import {
  isTransferPending,
  runningGrace,
  type SimulatedDomain,
  type SimulatedTransfer
} from "../objects/SimulatedDomain.ts"
import { type SimulatedMessage, subjectOf } from "../objects/SimulatedMessage.ts"
import type { SimulatedTld } from "../objects/SimulatedTld.ts"
import { latestExpiry, prohibitedBy, withoutAutomaticRenewal } from "./DomainLife.ts"

/** Reason why a domain cannot be transferred now; undefined if it can. */
export const leaveProblem = (
  domain: SimulatedDomain,
  tld: SimulatedTld,
  now: Instant.Instant
): RegistryRefusal | undefined => {
  if (isTransferPending(domain)) return transferPending("A transfer of the domain is pending")
  const prohibited = prohibitedBy(domain, [
    "clientTransferProhibited",
    "serverTransferProhibited",
    "pendingCreate",
    "pendingDelete"
  ])
  return prohibited ?? lockProblem(domain, tld, now)
}

const lockProblem = (domain: SimulatedDomain, tld: SimulatedTld, now: Instant.Instant) => {
  const runs = (from: Instant.Instant | null, length: IsoDuration.IsoDuration | null) =>
    from !== null && length !== null && DateTime.isGreaterThan(IsoDuration.addTo(from, length), now)
  if (runs(domain.transferred_on, tld.transfer.lock_after_transfer)) {
    return statusProhibits("The domain was transferred too recently")
  }
  return runs(domain.created_on, tld.transfer.lock_after_registration)
    ? statusProhibits("The domain was registered too recently")
    : undefined
}

/**
 * The expiry after a transfer that completes at `at`. A year that the registry added automatically shortly before is
 * removed, because the transfer pays for one. The limit is ten years ahead.
 */
const expiryAfter = (domain: SimulatedDomain, term: Period.Period | null, at: Instant.Instant) => {
  if (term === null) return domain.expires_on
  const { expires_on } = withoutAutomaticRenewal(domain, at)
  return expires_on === null ? null : DateTime.min(Period.addTo(expires_on, term), latestExpiry(at))
}

export const requested = (
  domain: SimulatedDomain,
  transfer: Omit<SimulatedTransfer, "status" | "losing" | "expires_on">
): SimulatedDomain => ({
  ...domain,
  transfer: {
    ...transfer,
    status: "pending",
    losing: domain.sponsor,
    expires_on: expiryAfter(domain, transfer.term, transfer.acts_on)
  }
})

/** The domain after its transfer was rejected or cancelled. */
export const withdrawn = (
  domain: SimulatedDomain,
  transfer: SimulatedTransfer,
  status: TransferStatus,
  now: Instant.Instant
): SimulatedDomain => ({ ...domain, transfer: { ...transfer, status, acts_on: now, expires_on: domain.expires_on } })

/**
 * The domain at its new registrar: with a new auth code, without the old statuses and grace periods. Its subordinate
 * hosts have the same sponsor.
 */
export const transferred = (
  domain: SimulatedDomain,
  transfer: SimulatedTransfer,
  outcome: { readonly status: TransferStatus; readonly auth_code: string | null },
  tld: SimulatedTld,
  now: Instant.Instant
): SimulatedDomain => {
  const expires_on = expiryAfter(domain, transfer.term, now)
  const ends_on = IsoDuration.addTo(now, tld.transfer_grace)
  return {
    ...domain,
    sponsor: transfer.gaining,
    transferred_on: now,
    expires_on,
    auth_code: outcome.auth_code,
    auth_code_expires_on: null,
    client_statuses: [],
    grace: IsoDuration.isZero(tld.transfer_grace)
      ? []
      : [{
        status: "transferPeriod",
        ends_on,
        term: transfer.term,
        charged: transferPrice(domain, transfer.term, tld)
      }],
    verification: null,
    transfer: { ...transfer, status: outcome.status, acts_on: now, expires_on }
  }
}

/** The gaining registrar's price of a transfer that adds this term. */
export const transferPrice = ({ name }: SimulatedDomain, term: Period.Period | null, tld: SimulatedTld): number =>
  termPrice(pricesOf(name, tld.prices).transfer, term)

/** Charge of the gaining registrar and credit of the losing one, for a transfer that completes at `at`. */
export const transferPostings = (
  domain: SimulatedDomain,
  { gaining, losing, term }: SimulatedTransfer,
  tld: SimulatedTld,
  at: Instant.Instant
): ReadonlyArray<Posting> => {
  if (term === null) return []
  const undone = runningGrace(domain, at).find(({ status }) => status === "autoRenewPeriod")
  return [
    { registrar: gaining, amount: -transferPrice(domain, term, tld) },
    { registrar: losing, amount: undone?.charged ?? 0 }
  ]
}

/** The most recent transfer of an object with both registrars (RFC 5730, section 2.9.3.4). */
export interface TransferRecord {
  readonly status: TransferStatus
  readonly gaining: string
  readonly losing: string
  readonly requested_on: Instant.Instant
  /** Deadline of the decision, or its time. */
  readonly acts_on: Instant.Instant
  /** The registrar that must decide, or has decided. */
  readonly actor: string
  /** The expiry of a domain after completion; null if there is none. */
  readonly expires_on: Instant.Instant | null
}

/** The registrar that must decide a transfer, or has decided it: the losing one, or the gaining one if it cancelled. */
export const actorOf = (
  { gaining, losing, status }: Pick<TransferRecord, "gaining" | "losing" | "status">
): string => status === "clientCancelled" ? gaining : losing

/** Description of each transfer status in messages. */
export const transferWords: Record<TransferStatus, string> = {
  pending: "requested",
  clientApproved: "approved by the losing registrar",
  clientCancelled: "cancelled by the gaining registrar",
  clientRejected: "rejected by the losing registrar",
  serverApproved: "approved by the registry",
  serverCancelled: "cancelled by the registry"
}

/** Messages about a transfer to both registrars; a request is announced only to the losing one. */
export const transferMessages = (
  domain: SimulatedDomain,
  now: Instant.Instant
): ReadonlyArray<SimulatedMessage> => {
  const { name, transfer } = domain
  if (transfer === null) return []
  const message = (registrar: string, side: "gaining" | "losing"): SimulatedMessage => ({
    registrar,
    queued_on: now,
    text: `Transfer of ${name} ${transferWords[transfer.status]}`,
    payload: {
      _tag: "TransferChanged",
      name,
      status: transfer.status,
      side,
      acts_on: transfer.acts_on,
      expires_on: transfer.expires_on
    },
    subject: subjectOf(domain)
  })
  const losing = message(transfer.losing, "losing")
  return transfer.status === "pending" ? [losing] : [losing, message(transfer.gaining, "gaining")]
}

/** The most recent transfer for its two registrars; undefined for others. */
export const transferSeenBy = (domain: SimulatedDomain, registrar: string): RegistryTransfer | undefined => {
  const { name, transfer } = domain
  if (transfer === null || (transfer.gaining !== registrar && transfer.losing !== registrar)) return undefined
  const { status, requested_on, acts_on, expires_on } = transfer
  const side = transfer.gaining === registrar ? "gaining" : "losing"
  return { name, status, side, requested_on, acts_on, expires_on }
}
