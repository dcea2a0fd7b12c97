import { DateTime, Duration } from "effect"
import { Instant, standardSettings } from "../shared/index.ts"
import { IsoDuration, type TldSpec } from "../tlds/index.ts"
import type { Domain } from "./Domain.ts"
import { graceStatuses, isBeingAcquired, isDeleted, prohibiting } from "./DomainState.ts"

/**
 * Scheduled work on a domain: a query at the registry, a notice, a mail to the registrant, a renewal, a deletion, the removal of an auth code, a look at
 * required verifications.
 */
export type TimelyAction = "synchronise" | "notify" | "mail" | "renew" | "delete" | "removeCode" | "verify"

/** Daily action from the first to the last day, both included; equal days mean a single action. */
export interface TimeSpan {
  readonly action: TimelyAction
  readonly from: Instant.Instant
  readonly to: Instant.Instant
}

/**
 * Time of the next action of a domain that is due now. An earlier time stays, because the notices and mails that are due
 * since then follow from it.
 */
export const dueBy = ({ next_action_on }: Pick<Domain, "next_action_on">, now: Instant.Instant): Instant.Instant =>
  next_action_on !== null && Instant.hasPassed(next_action_on, now) ? next_action_on : now

/** Days before expiry at which the owner is notified. */
const notices = [30, 7, 1]
/** Period of daily repetition of actions that wait for a registry, or for an obstacle to be removed. */
const repetition = Duration.days(60)
/**
 * Minimum days between renewal and expiry for registries that delete expired names at once. It applies where the TLD
 * specification states a later time.
 */
const minimumDaysAhead = 7
/** Days to pay for a renewal by a registry that never credits it. */
const paymentDays = 30

/**
 * Scheduled actions of a domain in its present state. Renewals and deletions are repeated once a day, because they may
 * fail. Source: REST specification, "Domain"; the TLD's `domain_lifecycle`.
 *
 * @param mailDays Days before expiry at which the registrant gets a mail; negative ones are after it.
 */
export const timeline = (
  domain: Domain,
  spec: TldSpec,
  mailDays: ReadonlyArray<number> = standardSettings.expiry_mail_days
): ReadonlyArray<TimeSpan> => {
  if (domain.read_only || isBeingAcquired(domain)) return []
  if (isDeleted(domain)) return afterDeletion(domain, spec)
  const { expires_on } = domain
  const always = [...graceEnds(domain, spec), ...codeEnds(domain, spec), ...verifications(domain)]
  if (expires_on === null) return always
  return [
    ...always,
    ...notices.map((days) => once("notify", DateTime.subtract(expires_on, { days }))),
    ...expiryMails(domain, mailDays).map(({ on }) => once("mail", on)),
    daily("synchronise", expires_on),
    ...(domain.unpaid_renewal_on !== null
      ? unpaidRenewal(domain.unpaid_renewal_on, domain, spec)
      : domain.renewal_mode === "renew"
      ? renewals(expires_on, spec)
      : [deletionAtExpiry(expires_on, spec)])
  ]
}

/** Time of the first scheduled action after `now`; null if there is none. */
export const nextActionOn = (
  domain: Domain,
  spec: TldSpec,
  now: Instant.Instant,
  mailDays: ReadonlyArray<number> = standardSettings.expiry_mail_days
): Instant.Instant | null =>
  timeline(domain, spec, mailDays)
    .flatMap((span) => nextDay(span, now) ?? [])
    .reduce<Instant.Instant | null>((first, on) => first === null || DateTime.isLessThan(on, first) ? on : first, null)

/** True if a notice became due from `since` to `now`, both included. */
export const isNoticeDue = (domain: Domain, spec: TldSpec, since: Instant.Instant, now: Instant.Instant): boolean =>
  timeline(domain, spec).some(({ action, from }) =>
    action === "notify" && !DateTime.isLessThan(from, since) && Instant.hasPassed(from, now)
  )

/** Mail to a registrant about the end of a term. */
export interface ExpiryMail {
  /** Days before the expiry; negative after it. */
  readonly day: number
  readonly expires_on: Instant.Instant
  readonly on: Instant.Instant
}

/** The last mail about the expiry that became due from `since` to `now`, both included; undefined if there is none. */
export const dueExpiryMail = (
  domain: Domain,
  mailDays: ReadonlyArray<number>,
  since: Instant.Instant,
  now: Instant.Instant
): ExpiryMail | undefined =>
  expiryMails(domain, mailDays)
    .filter(({ on }) => !DateTime.isLessThan(on, since) && Instant.hasPassed(on, now))
    .toSorted((a, b) => DateTime.Order(a.on, b.on))
    .at(-1)

/**
 * Mails about the expiry of a domain. A term that its registry has added, and that is not paid yet, follows an expiry that
 * has passed; both have mails.
 */
const expiryMails = (domain: Domain, mailDays: ReadonlyArray<number>): ReadonlyArray<ExpiryMail> => {
  const { expires_on, read_only, unpaid_renewal_on } = domain
  if (expires_on === null || read_only || isBeingAcquired(domain) || isDeleted(domain)) return []
  return mailDays.map((day) => {
    const expiry = day < 0 ? unpaid_renewal_on ?? expires_on : expires_on
    return { day, expires_on: expiry, on: DateTime.subtract(expiry, { days: day }) }
  })
}

/**
 * True if an action is due now, including actions that were missed. On the last day on which a renewal can be paid,
 * both a renewal and a deletion are due; the domain is deleted if the renewal fails.
 */
export const isDue = (
  action: "renew" | "delete" | "removeCode",
  domain: Domain,
  spec: TldSpec,
  now: Instant.Instant
): boolean => timeline(domain, spec).some((span) => span.action === action && Instant.hasPassed(span.from, now))

/** The grace period after expiry; null where the registry has none. */
const graceOf = ({ grace_period }: TldSpec["domain_lifecycle"]): IsoDuration.IsoDuration | null =>
  grace_period === null || IsoDuration.isZero(grace_period) ? null : grace_period

const once = (action: TimelyAction, on: Instant.Instant): TimeSpan => ({ action, from: on, to: on })

const daily = (action: TimelyAction, from: Instant.Instant): TimeSpan => ({
  action,
  from,
  to: DateTime.addDuration(from, repetition)
})

/** The first day of a span after `now`. */
const nextDay = ({ from, to }: TimeSpan, now: Instant.Instant): Instant.Instant | undefined => {
  if (!Instant.hasPassed(from, now)) return from
  const days = Math.floor(Duration.toDays(DateTime.distance(from, now))) + 1
  const next = DateTime.add(from, { days })
  return DateTime.isGreaterThan(next, to) ? undefined : next
}

/** Synchronisations at the end of redemption, and daily from the release of the name. */
const afterDeletion = ({ canceled_on, deleted_on }: Domain, { domain_lifecycle }: TldSpec): ReadonlyArray<TimeSpan> => [
  ...(canceled_on === null
    ? []
    : [once("synchronise", IsoDuration.addTo(canceled_on, domain_lifecycle.redemption_period))]),
  ...(deleted_on === null ? [] : [daily("synchronise", deleted_on)])
]

/** Synchronisations after grace periods: registries remove grace statuses without a message. */
const graceEnds = (domain: Domain, { domain_lifecycle }: TldSpec): ReadonlyArray<TimeSpan> => {
  if (!domain.registry_statuses.some((status) => graceStatuses.has(status))) return []
  return [
    ...(domain.registered_on === null
      ? []
      : [once("synchronise", IsoDuration.addTo(domain.registered_on, domain_lifecycle.add_grace_period))]),
    daily("synchronise", DateTime.add(domain.updated_on, { days: 1 }))
  ]
}

/**
 * The erasure of an expired auth code, and the daily attempts to remove it at the registry while that accepts updates.
 * A code that the registry ends itself is handled once.
 */
const codeEnds = (domain: Domain, spec: TldSpec): ReadonlyArray<TimeSpan> => {
  const { auth_code, auth_code_expires_on } = domain
  const { authinfo_set_by_registrar, authinfo_time_limited } = spec.transfer_policies
  if (auth_code_expires_on === null || !authinfo_set_by_registrar) return []
  const isProhibited = prohibiting(domain, "update").length > 0
  if (isProhibited && auth_code === null) return []
  return [
    isProhibited || authinfo_time_limited === true
      ? once("removeCode", auth_code_expires_on)
      : daily("removeCode", auth_code_expires_on)
  ]
}

/**
 * Daily attempts to examine a required verification and to change the hold that it causes. The first one follows the
 * operation at once (`withTrigger`), and the verification of a contact makes its domains due.
 */
const verifications = ({ policy_verification }: Domain): ReadonlyArray<TimeSpan> => {
  if (policy_verification === null) return []
  const { changed_on, relocks, state, suspends_on } = policy_verification
  if (state !== "required" || relocks) return [daily("verify", changed_on)]
  return suspends_on === null ? [] : [daily("verify", suspends_on)]
}

/** Renewals by command. None where the registry has no such command and renews at expiry itself. */
const renewals = (expires_on: Instant.Instant, { domain_lifecycle }: TldSpec): ReadonlyArray<TimeSpan> => {
  const { auto_renew_before_expiration, explicit_renew, registry_auto_renew } = domain_lifecycle
  if (explicit_renew === false) return []
  const grace = graceOf(domain_lifecycle)
  const stated = IsoDuration.subtractFrom(expires_on, auto_renew_before_expiration)
  const from = registry_auto_renew === true || grace !== null
    ? stated
    : DateTime.min(stated, DateTime.subtract(expires_on, { days: minimumDaysAhead }))
  return [{ action: "renew", from, to: IsoDuration.addTo(expires_on, grace) }]
}

const deletionAtExpiry = (expires_on: Instant.Instant, { domain_lifecycle }: TldSpec): TimeSpan => {
  const { delete_before_expiration, registry_auto_renew } = domain_lifecycle
  return daily(
    "delete",
    registry_auto_renew === true ? IsoDuration.subtractFrom(expires_on, delete_before_expiration) : expires_on
  )
}

/**
 * Payment of a renewal by the registry, or deletion while the registry still credits it. If the registry never credits
 * it, the owner has `paymentDays` to pay.
 */
const unpaidRenewal = (
  since: Instant.Instant,
  { renewal_mode }: Domain,
  { domain_lifecycle }: TldSpec
): ReadonlyArray<TimeSpan> => {
  if (renewal_mode === "expire") return [daily("delete", since)]
  const grace = graceOf(domain_lifecycle)
  const end = grace === null
    ? DateTime.add(since, { days: paymentDays })
    : DateTime.subtract(IsoDuration.addTo(since, grace), { days: 1 })
  return [daily("renew", since), daily("delete", end)]
}
