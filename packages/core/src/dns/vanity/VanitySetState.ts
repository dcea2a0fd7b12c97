import { DateTime } from "effect"
import type { BillingTransactionId } from "../../billing/index.ts"
import { Instant, Period } from "../../shared/index.ts"
import type { VanityRenewalMode, VanitySet, VanitySetStatus } from "./VanitySet.ts"

/** How a set's status changes, and by which step. Source: REST specification, "States and transitions". */
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

/** Whether a set of this status can take the step. */
export const allows = (status: VanitySetStatus, step: VanitySetStep): boolean =>
  (vanitySetTransitions[step].from as ReadonlyArray<VanitySetStatus>).includes(status)

/** How long the names are waited for, and how often they are looked for. */
export const provisioning = { hours: 72, everyMinutes: 5 } as const
/** What is paid at once. */
export const term = Period.years(1)
/** Days before the end of the term from which a renewal is tried every day, and its owner told where none will be. */
const daysAhead = 7
/** Days for which a suspended set can be restored. */
const graceDays = 30

/** A set with what only the platform knows of it. */
export interface StoredVanitySet extends VanitySet {
  /** The charge of the creation; it stays reserved until the set is active, or deleted without having been so. */
  readonly billing_transaction_id: BillingTransactionId
  /** When the names are given up; null outside of `provisioning`. */
  readonly provisioning_ends_on: Instant.Instant | null
  /** When time asks for something; null when it will not. */
  readonly next_action_on: Instant.Instant | null
  readonly created_on: Instant.Instant
  readonly updated_on: Instant.Instant
}

type Moved = (set: StoredVanitySet, now: Instant.Instant) => StoredVanitySet

/** The status that a step leads to, with everything that depends on it emptied. */
const moved = (set: StoredVanitySet, step: VanitySetStep, now: Instant.Instant): StoredVanitySet => ({
  ...set,
  status: vanitySetTransitions[step].to,
  provisioning_ends_on: null,
  grace_period_ends_at: null,
  renew_scheduled_at: null,
  next_action_on: null,
  updated_on: now
})

/** The days on which time asks for something of an active set, up to the end of its term. */
const daysOf = (expires_on: Instant.Instant, mode: VanityRenewalMode): ReadonlyArray<Instant.Instant> =>
  Array.from({ length: daysAhead + 1 }, (_, day) => DateTime.subtract(expires_on, { days: daysAhead - day })).filter(
    (_, day) => mode === "renew" || day === 0 || day === daysAhead
  )

/** An active set with the time of its next action. */
const scheduled = (set: StoredVanitySet, now: Instant.Instant): StoredVanitySet => {
  if (set.status !== "active" || set.expires_on === null) return set
  const next = daysOf(set.expires_on, set.renewal_mode).find((day) => !Instant.hasPassed(day, now)) ?? now
  return { ...set, next_action_on: next, renew_scheduled_at: set.renewal_mode === "renew" ? next : null }
}

const windowEnd = (now: Instant.Instant) => DateTime.add(now, { hours: provisioning.hours })

/** What a new set, and one that is tried again, is given: a whole window, and a look at once. */
export const begun = (now: Instant.Instant) => ({
  status: "provisioning" as const,
  provisioning_ends_on: windowEnd(now),
  next_action_on: now
})

/** Nothing was found yet: another look in some minutes, the last one when the window ends. */
export const lookedAt: Moved = (set, now) => {
  const next = DateTime.add(now, { minutes: provisioning.everyMinutes })
  const end = set.provisioning_ends_on ?? now
  return { ...set, next_action_on: Instant.hasPassed(end, next) ? end : next }
}

/** Whether the names have been waited for long enough. */
export const windowIsOver = ({ provisioning_ends_on }: StoredVanitySet, now: Instant.Instant): boolean =>
  provisioning_ends_on === null || Instant.hasPassed(provisioning_ends_on, now)

/** The term begins when the names are in place. */
export const activated: Moved = (set, now) =>
  scheduled({ ...moved(set, "activate", now), expires_on: Period.addTo(now, term) }, now)

export const givenUp: Moved = (set, now) => moved(set, "giveUp", now)

export const retried: Moved = (set, now) => ({ ...moved(set, "retry", now), ...begun(now) })

/** Another term, from the end of the one before. */
export const renewed: Moved = (set, now) =>
  scheduled({ ...moved(set, "renew", now), expires_on: nextExpiry(set, now) }, now)

/** Not renewed; the next try, or the end of the term. */
export const postponed: Moved = (set, now) => scheduled(set, now)

/** Whether the paid term is over. */
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

/** Whether a suspended set can still be restored. */
export const isInGrace = ({ grace_period_ends_at }: StoredVanitySet, now: Instant.Instant): boolean =>
  grace_period_ends_at !== null && !Instant.hasPassed(grace_period_ends_at, now)

/** The term goes on where it ended, because zones were served meanwhile. */
export const restored: Moved = (set, now) =>
  scheduled({ ...moved(set, "restore", now), expires_on: nextExpiry(set, now) }, now)

const nextExpiry = ({ expires_on }: StoredVanitySet, now: Instant.Instant) => Period.addTo(expires_on ?? now, term)

/** The end, by the owner or by time; what is left to do is done at once. */
export const ending = (set: StoredVanitySet, step: "remove" | "terminate", now: Instant.Instant): StoredVanitySet => ({
  ...moved(set, step, now),
  is_default: false,
  next_action_on: now
})

/** Another renewal mode, at any time; it counts while the set is active. */
export const withMode = (set: StoredVanitySet, renewal_mode: VanityRenewalMode, now: Instant.Instant) =>
  scheduled({ ...set, renewal_mode, updated_on: now }, now)
