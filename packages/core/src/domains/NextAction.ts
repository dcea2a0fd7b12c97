import { DateTime, Duration } from "effect"
import { Instant } from "../shared/index.ts"
import { IsoDuration, type TldSpec } from "../tlds/index.ts"
import type { Domain } from "./Domain.ts"
import { graceStatuses, isArriving, isLeaving } from "./DomainState.ts"

/** What time asks for: a look at the registry, a notice to the owner, a renewal, a deletion. */
export type TimelyAction = "synchronise" | "notify" | "renew" | "delete"

/** One point of a domain's time. */
export interface TimePoint {
  readonly on: Instant.Instant
  readonly action: TimelyAction
}

/** Days before expiry at which the owner is told. */
const notices = [30, 7, 1]
/** A renewal or deletion that failed is tried again every day, so long after it was first due. */
const persistence = Duration.days(60)

/**
 * Everything that time will ask of a domain in its present state. A renewal or deletion stands here once a day from its
 * first time on, because it may fail. Source: REST specification, "Domain"; the TLD's `domain_lifecycle`.
 */
export const timeline = (domain: Domain, spec: TldSpec): ReadonlyArray<TimePoint> => {
  if (domain.read_only || isArriving(domain)) return []
  if (isLeaving(domain)) return leaving(domain, spec)
  const { expires_on } = domain
  if (expires_on === null) return graceEnds(domain, spec)
  return [
    ...graceEnds(domain, spec),
    ...notices.map((days) => ({ on: DateTime.subtract(expires_on, { days }), action: "notify" } as const)),
    { on: expires_on, action: "synchronise" },
    ...(domain.renewal_mode === "renew"
      ? renewing(domain, domain.unpaid_renewal_on ?? expires_on, spec)
      : expiring(domain.unpaid_renewal_on ?? expires_on, spec))
  ]
}

/** The first point after `now`; null when time will ask for nothing. */
export const nextActionOn = (domain: Domain, spec: TldSpec, now: Instant.Instant): Instant.Instant | null =>
  timeline(domain, spec)
    .map(({ on }) => on)
    .filter((on) => !Instant.hasPassed(on, now))
    .reduce<Instant.Instant | null>((first, on) => first === null || DateTime.isLessThan(on, first) ? on : first, null)

/** What has become due from `since` to `now`, both included, each action once. */
export const dueActions = (
  domain: Domain,
  spec: TldSpec,
  since: Instant.Instant,
  now: Instant.Instant
): ReadonlySet<TimelyAction> =>
  new Set(
    timeline(domain, spec)
      .filter(({ on }) => !DateTime.isLessThan(on, since) && Instant.hasPassed(on, now))
      .map(({ action }) => action)
  )

/** The day of redemption's end, and the day on which the name is gone. */
const leaving = (domain: Domain, spec: TldSpec): ReadonlyArray<TimePoint> => {
  const { canceled_on, deleted_on } = domain
  if (canceled_on === null) return []
  const redeemed = IsoDuration.addTo(canceled_on, spec.domain_lifecycle.redemption_period)
  return [
    { on: redeemed, action: "synchronise" },
    ...(deleted_on === null ? [] : daily(deleted_on, DateTime.addDuration(deleted_on, persistence), "synchronise"))
  ]
}

/** Grace statuses end at the registry without a word. */
const graceEnds = (domain: Domain, spec: TldSpec): ReadonlyArray<TimePoint> => {
  if (!domain.registry_statuses.some((status) => graceStatuses.has(status))) return []
  const end = domain.registered_on === null
    ? []
    : [
      {
        on: IsoDuration.addTo(domain.registered_on, spec.domain_lifecycle.add_grace_period),
        action: "synchronise"
      } as const
    ]
  const from = DateTime.add(domain.updated_on, { days: 1 })
  return [...end, ...daily(from, DateTime.addDuration(from, persistence), "synchronise")]
}

const renewing = (domain: Domain, due: Instant.Instant, spec: TldSpec): ReadonlyArray<TimePoint> => {
  const { auto_renew_before_expiration, grace_period } = spec.domain_lifecycle
  const first = domain.unpaid_renewal_on === null ? IsoDuration.subtractFrom(due, auto_renew_before_expiration) : due
  const last = IsoDuration.addTo(due, grace_period)
  return [
    ...daily(first, last, "renew"),
    // A registry that renewed by itself is paid by the platform, unless the name is deleted in its grace period.
    ...(domain.unpaid_renewal_on === null ? [] : daily(last, DateTime.addDuration(last, persistence), "delete"))
  ]
}

const expiring = (due: Instant.Instant, spec: TldSpec): ReadonlyArray<TimePoint> => {
  const { delete_before_expiration, registry_auto_renew } = spec.domain_lifecycle
  const first = registry_auto_renew ? IsoDuration.subtractFrom(due, delete_before_expiration) : due
  return daily(first, DateTime.addDuration(first, persistence), "delete")
}

/** The same action every day from `first`, which is one of them, to `last`. */
const daily = (first: Instant.Instant, last: Instant.Instant, action: TimelyAction): ReadonlyArray<TimePoint> => {
  const days = Math.max(0, Math.floor(Duration.toDays(DateTime.distance(first, last))))
  return Array.from({ length: days + 1 }, (_, day) => ({ on: DateTime.add(first, { days: day }), action }))
}
