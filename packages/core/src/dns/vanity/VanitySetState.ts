import { DateTime } from "effect"
import type { BillingTransactionId } from "../../billing/index.ts"
import { Instant, Period } from "../../shared/index.ts"
import type { VanityRenewalMode, VanitySet, VanitySetStatus } from "./VanitySet.ts"

/** Transitions of a set's status, by step. Source: REST specification, "States and transitions". */
export const vanitySetTransitions = {
  activate: { from: ["provisioning"], to: "active" },
  giveUp: { from: ["provisioning"], to: "failed" },
  retry: { from: ["failed"], to: "provisioning" },
  renew: { from: ["active"], to: "active" },
  suspend: { from: ["active"], to: "suspended" },
  restore: { from: ["suspended"], to: "active" },
  terminate: { from: ["suspended"], to: "deleting" },
  remove: { from: ["active", "failed", "suspended"], to: "deleting" }
} as const satisfies Record<
  string,
  { readonly from: ReadonlyArray<VanitySetStatus>; readonly to: VanitySetStatus }
>
export type VanitySetStep = keyof typeof vanitySetTransitions

/** True if the step is allowed in the status. */
export const allows = (status: VanitySetStatus, step: VanitySetStep): boolean =>
  (vanitySetTransitions[step].from as ReadonlyArray<VanitySetStatus>).includes(status)

/** Time limit and interval of the checks of a new set. */
export const provisioning = { hours: 72, everyMinutes: 5 } as const
/** Paid term. */
export const term = Period.years(1)
/**
 * Days before the end of the term from which a renewal is attempted daily, or the owner is notified that there will be
 * none.
 */
const daysAhead = 7
/** Days for which a suspended set can be restored. */
const graceDays = 30

/** A set with its platform-internal members. */
export interface StoredVanitySet extends VanitySet {
  /** Charge of the creation, reserved until the set is active, or deleted before. */
  readonly billing_transaction_id: BillingTransactionId
  /** End of the time limit; null unless the status is `provisioning`. */
  readonly provisioning_ends_on: Instant.Instant | null
  /** Time of the next scheduled action; null if there is none. */
  readonly next_action_on: Instant.Instant | null
  readonly created_on: Instant.Instant
  readonly updated_on: Instant.Instant
}

type Moved = (set: StoredVanitySet, now: Instant.Instant) => StoredVanitySet

/** Applies a step, and clears all members that depend on the status. */
const moved = (set: StoredVanitySet, step: VanitySetStep, now: Instant.Instant): StoredVanitySet => ({
  ...set,
  status: vanitySetTransitions[step].to,
  provisioning_ends_on: null,
  grace_period_ends_at: null,
  renew_scheduled_at: null,
  next_action_on: null,
  updated_on: now
})

/** Times of scheduled actions of an active set, up to the end of its term. */
const daysOf = (expires_on: Instant.Instant, mode: VanityRenewalMode): ReadonlyArray<Instant.Instant> =>
  Array.from({ length: daysAhead + 1 }, (_, day) => DateTime.subtract(expires_on, { days: daysAhead - day })).filter(
    (_, day) => mode === "renew" || day === 0 || day === daysAhead
  )

/** Sets the time of the next action of an active set. */
const scheduled = (set: StoredVanitySet, now: Instant.Instant): StoredVanitySet => {
  if (set.status !== "active" || set.expires_on === null) return set
  const next = daysOf(set.expires_on, set.renewal_mode).find((day) => !Instant.hasPassed(day, now)) ?? now
  return { ...set, next_action_on: next, renew_scheduled_at: set.renewal_mode === "renew" ? next : null }
}

const windowEnd = (now: Instant.Instant) => DateTime.add(now, { hours: provisioning.hours })

/** Members of a new or retried set: a whole time limit, and a check at once. */
export const begun = (now: Instant.Instant) => ({
  status: "provisioning" as const,
  provisioning_ends_on: windowEnd(now),
  next_action_on: now
})

/** After an unsuccessful check: the next one in some minutes, the last one at the end of the time limit. */
export const lookedAt: Moved = (set, now) => {
  const next = DateTime.add(now, { minutes: provisioning.everyMinutes })
  const end = set.provisioning_ends_on ?? now
  return { ...set, next_action_on: Instant.hasPassed(end, next) ? end : next }
}

/** True if the time limit is over. */
export const windowIsOver = ({ provisioning_ends_on }: StoredVanitySet, now: Instant.Instant): boolean =>
  provisioning_ends_on === null || Instant.hasPassed(provisioning_ends_on, now)

/** Activates a set; the term begins now. */
export const activated: Moved = (set, now) =>
  scheduled({ ...moved(set, "activate", now), expires_on: Period.addTo(now, term) }, now)

export const givenUp: Moved = (set, now) => moved(set, "giveUp", now)

export const retried: Moved = (set, now) => ({ ...moved(set, "retry", now), ...begun(now) })

/** Renews the set for another term, from the end of the previous one. */
export const renewed: Moved = (set, now) =>
  scheduled({ ...moved(set, "renew", now), expires_on: nextExpiry(set, now) }, now)

/** Schedules the next renewal attempt, or the end of the term. */
export const postponed: Moved = (set, now) => scheduled(set, now)

/** True if the paid term is over. */
export const hasExpired = ({ expires_on }: StoredVanitySet, now: Instant.Instant): boolean =>
  expires_on !== null && Instant.hasPassed(expires_on, now)

export const suspended: Moved = (set, now) => {
  const grace_period_ends_at = DateTime.add(set.expires_on ?? now, { days: graceDays })
  return {
    ...moved(set, "suspend", now),
    is_default: false,
    grace_period_ends_at,
    next_action_on: grace_period_ends_at
  }
}

/** True while a suspended set can be restored. */
export const isInGrace = ({ grace_period_ends_at }: StoredVanitySet, now: Instant.Instant): boolean =>
  grace_period_ends_at !== null && !Instant.hasPassed(grace_period_ends_at, now)

/** Restores the set. The term continues from its end, because zones were served meanwhile. */
export const restored: Moved = (set, now) =>
  scheduled({ ...moved(set, "restore", now), expires_on: nextExpiry(set, now) }, now)

const nextExpiry = ({ expires_on }: StoredVanitySet, now: Instant.Instant) => Period.addTo(expires_on ?? now, term)

/** Ends the set, by its owner or at the end of the grace period; the remaining work is due at once. */
export const ending = (set: StoredVanitySet, step: "remove" | "terminate", now: Instant.Instant): StoredVanitySet => ({
  ...moved(set, step, now),
  is_default: false,
  next_action_on: now
})

/** Sets the renewal mode, which is applied while the set is active. */
export const withMode = (set: StoredVanitySet, renewal_mode: VanityRenewalMode, now: Instant.Instant) =>
  scheduled({ ...set, renewal_mode, updated_on: now }, now)
