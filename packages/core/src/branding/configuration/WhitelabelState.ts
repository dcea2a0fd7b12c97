import { DateTime } from "effect"
import type { RequestId } from "../../access/index.ts"
import type { BillingTransactionId } from "../../billing/index.ts"
import type { ZoneId } from "../../dns/index.ts"
import { Instant, limits, type OrganizationId, Period } from "../../shared/index.ts"
import type {
  OnboardingFailureCode,
  OnboardingStatus,
  SubscriptionId,
  WhitelabelId,
  WhitelabelRenewalMode,
  WhitelabelTier
} from "./Whitelabel.ts"

/** Steps of the onboarding in their order, with the status that they have. `plus` has all of them. */
export const onboardingSteps = {
  zone: "pending_domain_verification",
  delegation: "verifying",
  records: "provisioning",
  certificate: "provisioning",
  client: "provisioning"
} as const satisfies Record<string, OnboardingStatus>
export type OnboardingStep = keyof typeof onboardingSteps

const order = ["zone", "delegation", "records", "certificate", "client"] as const satisfies ReadonlyArray<
  OnboardingStep
>

/** Hosts of the organization's own domain. */
export interface OwnDomain {
  readonly own_hostname: string | null
  readonly dashboard_subdomain: string | null
  readonly auth_subdomain: string | null
  /** True if the zone of the domain is created, unless the organization has one. */
  readonly create_zone: boolean
  /** Zone of the organization that contains the hosts; null before it was found. */
  readonly dns_zone_id: ZoneId | null
}

/** A configuration as it is stored. */
export interface StoredWhitelabel extends OwnDomain {
  readonly whitelabel_branding_id: WhitelabelId
  readonly organization_id: OrganizationId
  readonly subscription_id: SubscriptionId
  readonly tier: WhitelabelTier
  readonly base_label: string
  /** Zone of the platform below which its hosts are, at the time of the order. */
  readonly base_zone: string
  /** Changes of the label by requests in the last 90 days, oldest first. */
  readonly label_changes: ReadonlyArray<Instant.Instant>
  readonly enabled: boolean
  readonly onboarding_status: OnboardingStatus
  /** The step that is carried out next, or that failed; null in the statuses `active` and `terminated`. */
  readonly onboarding_step: OnboardingStep | null
  readonly failure_code: OnboardingFailureCode | null
  readonly failure_detail: string | null
  /** Attempts of the current step without a result. */
  readonly attempts: number
  /** Time until which steps are retried; null outside of an onboarding. */
  readonly retry_until: Instant.Instant | null
  /** Time of the next attempt; null if none is due. */
  readonly step_due_on: Instant.Instant | null
  readonly client_id: string | null
  readonly period: Period.Period
  readonly renewal_mode: WhitelabelRenewalMode
  /** End of the paid term; null before the first activation. */
  readonly expires_on: Instant.Instant | null
  readonly grace_period_ends_at: Instant.Instant | null
  /** Time of the next renewal, notice or termination; null if none is due. */
  readonly term_due_on: Instant.Instant | null
  /** Time of the next check of the own domain; null while no hosts of it are served. */
  readonly domain_check_due_on: Instant.Instant | null
  /** Charges that are captured at the next activation. */
  readonly open_charges: ReadonlyArray<BillingTransactionId>
  /** Request that has made the change to `plus`, whose repetition gets the same response; null without a key or change. */
  readonly upgrade_request: RequestId | null
  readonly terminated_on: Instant.Instant | null
  readonly created_on: Instant.Instant
  readonly updated_on: Instant.Instant
}

type Moved = (config: StoredWhitelabel, now: Instant.Instant) => StoredWhitelabel

/** Days before the end of a term from which a renewal is attempted daily. */
const daysAhead = 7

const { domainCheckHours, failedDays, graceDays, labelChanges, labelDays, retryHours } = limits.whitelabel

/** Pauses between attempts of a step, in seconds: they double up to half an hour. */
const pauseOf = (attempts: number): number => Math.min(15 * 2 ** attempts, 1800)

const noFailure = { failure_code: null, failure_detail: null } as const

/** First step of an onboarding. */
export const firstStep = (tier: WhitelabelTier, isOwned: boolean): OnboardingStep =>
  tier === "base" ? "records" : isOwned ? "delegation" : "zone"

/** Starts the onboarding, or starts it again, with all of its time. A disabled configuration waits. */
export const begun: Moved = (config, now) => {
  const step = firstStep(config.tier, config.dns_zone_id !== null)
  return {
    ...config,
    ...noFailure,
    onboarding_status: onboardingSteps[step],
    onboarding_step: step,
    attempts: 0,
    retry_until: DateTime.add(now, { hours: retryHours }),
    step_due_on: config.enabled ? now : null,
    // While it is disabled, no step can end it.
    term_due_on: config.expires_on === null && config.enabled ? null : config.term_due_on,
    updated_on: now
  }
}

/** After a step that succeeded. Not for the last one, which activates. */
export const advanced: Moved = (config, now) => {
  const next = order[order.findIndex((step) => step === config.onboarding_step) + 1]
  return next === undefined ? config : {
    ...config,
    ...noFailure,
    onboarding_status: onboardingSteps[next],
    onboarding_step: next,
    attempts: 0,
    step_due_on: now,
    updated_on: now
  }
}

/** True if a step that has no result yet is not retried any more. */
export const retriesAreOver = ({ retry_until }: StoredWhitelabel, now: Instant.Instant): boolean =>
  retry_until === null || Instant.hasPassed(retry_until, now)

/** After an attempt of a step without a result; `finding` is shown until there is one. */
export const retried = (
  config: StoredWhitelabel,
  finding: { readonly code: OnboardingFailureCode | null; readonly detail: string },
  now: Instant.Instant
): StoredWhitelabel => {
  const next = DateTime.add(now, { seconds: pauseOf(config.attempts) })
  return {
    ...config,
    failure_code: finding.code,
    failure_detail: finding.detail,
    attempts: config.attempts + 1,
    step_due_on: config.retry_until === null ? next : DateTime.min(next, config.retry_until),
    updated_on: now
  }
}

/** The onboarding has failed. A configuration that was never active is terminated 30 days later. */
export const failed = (
  config: StoredWhitelabel,
  code: OnboardingFailureCode,
  detail: string,
  now: Instant.Instant
): StoredWhitelabel => ({
  ...config,
  onboarding_status: "failed",
  failure_code: code,
  failure_detail: detail,
  retry_until: null,
  step_due_on: null,
  term_due_on: config.expires_on === null ? DateTime.add(now, { days: failedDays }) : config.term_due_on,
  updated_on: now
})

/** Not served any more. A configuration that was never active is terminated 30 days later, unless it is enabled. */
export const disabled: Moved = (config, now) => ({
  ...config,
  enabled: false,
  step_due_on: null,
  term_due_on: config.expires_on === null
    ? config.term_due_on ?? DateTime.add(now, { days: failedDays })
    : config.term_due_on,
  updated_on: now
})

/** Times of renewal attempts and of the end of the term. */
const daysOf = (expires_on: Instant.Instant, mode: WhitelabelRenewalMode): ReadonlyArray<Instant.Instant> =>
  Array.from({ length: daysAhead + 1 }, (_, day) => DateTime.subtract(expires_on, { days: daysAhead - day })).filter(
    (_, day) => mode === "renew" || day === daysAhead
  )

/** Sets the time of the next action of the term. */
export const scheduled: Moved = (config, now) => {
  const { expires_on, grace_period_ends_at, renewal_mode } = config
  if (expires_on === null) return config
  if (grace_period_ends_at !== null) {
    const tomorrow = DateTime.add(now, { days: 1 })
    return { ...config, term_due_on: renewal_mode === "renew" ? DateTime.min(tomorrow, grace_period_ends_at) : now }
  }
  return {
    ...config,
    term_due_on: daysOf(expires_on, renewal_mode).find((day) => !Instant.hasPassed(day, now)) ?? now
  }
}

/** Time of the check of the own domain after one that was answered, or after its hosts were set up. */
export const nextDomainCheck = (now: Instant.Instant): Instant.Instant => DateTime.add(now, { hours: domainCheckHours })

/** After a check of the own domain. An unanswered check is repeated after an hour. */
export const domainChecked = (
  config: StoredWhitelabel,
  now: Instant.Instant,
  isAnswered = true
): StoredWhitelabel => ({
  ...config,
  domain_check_due_on: isAnswered ? nextDomainCheck(now) : DateTime.add(now, { hours: 1 })
})

/** The onboarding is complete. The first activation, and that of a restored configuration, begin a term. */
export const activated: Moved = (config, now) => {
  const active: StoredWhitelabel = {
    ...config,
    ...noFailure,
    onboarding_status: "active",
    onboarding_step: null,
    attempts: 0,
    retry_until: null,
    step_due_on: null,
    open_charges: [],
    domain_check_due_on: config.tier === "plus" ? nextDomainCheck(now) : null,
    updated_on: now
  }
  return config.expires_on === null
    ? scheduled({ ...active, expires_on: Period.addTo(now, config.period), grace_period_ends_at: null }, now)
    : active
}

/**
 * Renews the configuration for another term, from the end of the previous one. Charges that are still open are fees of an
 * upgrade for the term that ends; the next term has the price of `plus` as a whole.
 */
export const renewed: Moved = (config, now) =>
  scheduled({
    ...config,
    expires_on: Period.addTo(config.expires_on ?? now, config.period),
    grace_period_ends_at: null,
    open_charges: [],
    updated_on: now
  }, now)

/** True if the paid term is over. */
export const hasExpired = ({ expires_on }: StoredWhitelabel, now: Instant.Instant): boolean =>
  expires_on !== null && Instant.hasPassed(expires_on, now)

/** True if the configuration ends now, unless it is paid. */
export const ends = (config: StoredWhitelabel, now: Instant.Instant): boolean =>
  config.expires_on === null || (hasExpired(config, now) && config.renewal_mode === "expire")
  || (config.grace_period_ends_at !== null && Instant.hasPassed(config.grace_period_ends_at, now))

/** After a renewal that was not paid: another attempt, or the grace period after the end of the term. */
export const unpaid: Moved = (config, now) =>
  hasExpired(config, now) && config.grace_period_ends_at === null && config.expires_on !== null
    ? scheduled({
      ...config,
      grace_period_ends_at: DateTime.add(config.expires_on, { days: graceDays }),
      updated_on: now
    }, now)
    : scheduled(config, now)

/** Ends the configuration. Its label, hosts and document are kept for a restoration. */
export const terminated: Moved = (config, now) => ({
  ...config,
  ...noFailure,
  onboarding_status: "terminated",
  onboarding_step: null,
  attempts: 0,
  retry_until: null,
  step_due_on: null,
  client_id: null,
  dns_zone_id: null,
  expires_on: null,
  grace_period_ends_at: null,
  term_due_on: null,
  domain_check_due_on: null,
  open_charges: [],
  terminated_on: now,
  updated_on: now
})

/** True while a terminated configuration can be restored, which is as long as its label is blocked for others. */
export const canBeRestored = ({ terminated_on }: StoredWhitelabel, now: Instant.Instant): boolean =>
  terminated_on !== null && !Instant.hasPassed(labelHeldUntil(terminated_on), now)

/** End of the time for which a label that is released now is blocked. */
export const labelHeldUntil = (now: Instant.Instant): Instant.Instant => DateTime.add(now, { days: labelDays })

/** Label changes that still block a label. */
const recentLabelChanges = ({ label_changes }: StoredWhitelabel, now: Instant.Instant) =>
  label_changes.filter((changed_on) => !Instant.hasPassed(labelHeldUntil(changed_on), now))

/** Time from which the label can be changed again; undefined if it can be now. */
export const labelChangeableOn = (config: StoredWhitelabel, now: Instant.Instant): Instant.Instant | undefined => {
  const oldest = recentLabelChanges(config, now).at(-labelChanges)
  return oldest === undefined ? undefined : labelHeldUntil(oldest)
}

/** With another label, whose hosts are to be set up. */
export const relabeled = (config: StoredWhitelabel, base_label: string, now: Instant.Instant): StoredWhitelabel =>
  begun({ ...config, base_label, label_changes: [...recentLabelChanges(config, now), now] }, now)

/** True if the hosts of an own domain can still be replaced: none of them was set up. */
export const canRepoint = ({ onboarding_step, tier }: StoredWhitelabel): boolean =>
  tier === "plus" && (onboarding_step === "zone" || onboarding_step === "delegation")

/** Whole months from now to the end of the term; those of a whole term before the first one. */
export const remainingMonths = ({ expires_on, period }: StoredWhitelabel, now: Instant.Instant): number => {
  if (expires_on === null) return Period.inMonths(period) ?? 0
  let months = 0
  while (DateTime.isGreaterThanOrEqualTo(DateTime.subtract(expires_on, { months: months + 1 }), now)) months += 1
  return months
}

const millisOf = (instant: Instant.Instant | null): number | undefined => instant?.epochMilliseconds

/** True if nothing has changed of what a price or a renewal depends on. */
export const isSameTerm = (config: StoredWhitelabel, seen: StoredWhitelabel): boolean =>
  config.whitelabel_branding_id === seen.whitelabel_branding_id && config.tier === seen.tier
  && config.renewal_mode === seen.renewal_mode && millisOf(config.expires_on) === millisOf(seen.expires_on)
  && millisOf(config.grace_period_ends_at) === millisOf(seen.grace_period_ends_at)
