import { DateTime, Duration } from "effect"
import { Instant, limits, Period } from "../../../shared/index.ts"
import { IsoDuration } from "../../../tlds/index.ts"
import type { NamedDomain } from "../../RegistryCommand.ts"
import type { DomainStatus } from "../../RegistryDomain.ts"
import type { RegistryRefusal } from "../../RegistryError.ts"
import { pricesOf, termPrice } from "../objects/ListPrices.ts"
import { notRenewable, statusProhibits, unsupported } from "../objects/Refusal.ts"
import { type GracePeriod, isTransferPending, runningGrace, type SimulatedDomain } from "../objects/SimulatedDomain.ts"
import type { SimulatedTld } from "../objects/SimulatedTld.ts"

/** The latest expiry of any operation. RFC 5731 leaves it to the registry; ten years is usual. */
export const latestExpiry = (now: Instant.Instant): Instant.Instant =>
  Period.addTo(now, Period.years(limits.registrationYears))

/** The statuses that prohibit a command, in EPP terms; undefined if none does. */
export const prohibitedBy = (
  domain: SimulatedDomain,
  statuses: ReadonlyArray<DomainStatus>
): RegistryRefusal | undefined => {
  const set: ReadonlyArray<DomainStatus> = [
    ...(domain.phase._tag === "PendingCreate" ? ["pendingCreate" as const] : []),
    ...(["Redemption", "AwaitingReport", "PendingRestore", "PendingDelete"].includes(domain.phase._tag)
      ? ["pendingDelete" as const]
      : []),
    ...(isTransferPending(domain) ? ["pendingTransfer" as const] : []),
    ...domain.server_statuses,
    ...domain.client_statuses
  ]
  const found = set.filter((status) => statuses.includes(status))
  return found.length === 0 ? undefined : statusProhibits(`Object status prohibits operation: ${found.join(", ")}`)
}

const pendings = ["pendingCreate", "pendingDelete", "pendingTransfer"] as const

/** A grace period that begins now; none if the registry does not have it. */
const grace = (
  status: GracePeriod["status"],
  from: Instant.Instant,
  length: IsoDuration.IsoDuration,
  term: Period.Period | null,
  price: number
): ReadonlyArray<GracePeriod> =>
  IsoDuration.isZero(length)
    ? []
    : [{ status, ends_on: IsoDuration.addTo(from, length), term, charged: termPrice(price, term) }]

/** The domain when its registration takes effect: at once, or after the registry's decision. */
export const registered = (
  domain: SimulatedDomain,
  period: Period.Period,
  tld: SimulatedTld,
  now: Instant.Instant
): SimulatedDomain => ({
  ...domain,
  phase: { _tag: "Active" },
  created_on: now,
  expires_on: Period.addTo(now, period),
  grace: grace("addPeriod", now, tld.add_grace, period, pricesOf(domain.name, tld.prices).create)
})

export const renewProblem = (
  domain: SimulatedDomain,
  command: { readonly current_expiry_date: string; readonly period: Period.Period },
  tld: SimulatedTld,
  now: Instant.Instant
): RegistryRefusal | undefined => {
  if (!tld.explicit_renew) return unsupported(`Names under .${tld.suffix} renew by themselves`)
  const prohibited = prohibitedBy(domain, ["clientRenewProhibited", "serverRenewProhibited", ...pendings])
  if (prohibited !== undefined) return prohibited
  if (domain.expires_on === null) return notRenewable("The domain does not expire")
  if (DateTime.formatIsoDateUtc(domain.expires_on) !== command.current_expiry_date) {
    return notRenewable("The current expiry date is another one")
  }
  if (!tld.renewal_periods.some((period) => Period.equals(period, command.period))) {
    return notRenewable("The registry does not renew for this period")
  }
  return DateTime.isGreaterThan(Period.addTo(domain.expires_on, command.period), latestExpiry(now))
    ? notRenewable(`The term would end more than ${limits.registrationYears} years from now`)
    : undefined
}

/** The domain with a longer term, and with the grace period that begins. */
const extension = (status: GracePeriod["status"], length: "renew_grace" | "expiry_grace") =>
(
  domain: SimulatedDomain,
  term: Period.Period,
  tld: SimulatedTld,
  now: Instant.Instant
): SimulatedDomain => ({
  ...domain,
  expires_on: domain.expires_on === null ? null : Period.addTo(domain.expires_on, term),
  grace: [
    ...runningGrace(domain, now),
    ...grace(status, now, tld[length], term, pricesOf(domain.name, tld.prices).renew)
  ]
})

export const renewed = extension("renewPeriod", "renew_grace")

/** The domain after the automatic renewal at the end of its term. */
export const renewedAutomatically = extension("autoRenewPeriod", "expiry_grace")

export const deleteProblem = (domain: SimulatedDomain, tld: SimulatedTld): RegistryRefusal | undefined => {
  const prohibited = prohibitedBy(domain, ["clientDeleteProhibited", "serverDeleteProhibited", ...pendings])
  if (prohibited !== undefined) return prohibited
  return tld.deletes_at_once ? undefined : unsupported(`Names under .${tld.suffix} end with their term`)
}

/** The domain without an automatic renewal that is in its grace period. */
export const withoutAutomaticRenewal = (domain: SimulatedDomain, now: Instant.Instant): SimulatedDomain => {
  const term = runningGrace(domain, now).find(({ status }) => status === "autoRenewPeriod")?.term ?? null
  return {
    ...domain,
    expires_on: domain.expires_on === null || term === null
      ? domain.expires_on
      : Period.subtractFrom(domain.expires_on, term),
    grace: domain.grace.filter(({ status }) => status !== "autoRenewPeriod")
  }
}

/**
 * The domain after its deletion, or null if the name is available at once. An automatic renewal in its grace period is
 * undone.
 */
export const deleted = (domain: SimulatedDomain, tld: SimulatedTld, now: Instant.Instant): SimulatedDomain | null => {
  if (runningGrace(domain, now).some(({ status }) => status === "addPeriod")) return null
  const credited: SimulatedDomain = { ...withoutAutomaticRenewal(domain, now), grace: [], verification: null }
  return tld.restores
    ? { ...credited, phase: { _tag: "Redemption", ends_on: IsoDuration.addTo(now, tld.redemption) } }
    : pastRedemption(credited, tld, now)
}

/** The domain after its redemption period: pending deletion, or null. */
export const pastRedemption = (
  domain: SimulatedDomain,
  tld: SimulatedTld,
  now: Instant.Instant
): SimulatedDomain | null =>
  IsoDuration.isZero(tld.pending_delete)
    ? null
    : { ...domain, phase: { _tag: "PendingDelete", ends_on: IsoDuration.addTo(now, tld.pending_delete) } }

export const restoreProblem = (domain: SimulatedDomain, tld: SimulatedTld): RegistryRefusal | undefined => {
  if (!tld.restores) return unsupported(`Names under .${tld.suffix} cannot be restored`)
  const prohibited = prohibitedBy(domain, ["serverRestoreProhibited"])
  if (prohibited !== undefined) return prohibited
  return domain.phase._tag === "Redemption" ? undefined : statusProhibits("The domain is not in its redemption period")
}

/** The restored domain. It is one year longer if a restore renews, or if the term has ended meanwhile. */
export const restored = (domain: SimulatedDomain, tld: SimulatedTld, now: Instant.Instant): SimulatedDomain => {
  const active: SimulatedDomain = { ...domain, phase: { _tag: "Active" }, grace: [] }
  if (domain.expires_on === null) return active
  const term = tld.automatic_renewal ?? Period.years(1)
  const longer = Period.addTo(domain.expires_on, term)
  if (Instant.hasPassed(domain.expires_on, now)) {
    return { ...active, expires_on: firstAfter(domain.expires_on, term, now) }
  }
  return tld.restore_renews && Instant.hasPassed(longer, latestExpiry(now)) ? { ...active, expires_on: longer } : active
}

const firstAfter = (expiry: Instant.Instant, term: Period.Period, now: Instant.Instant): Instant.Instant => {
  let next = expiry
  while (Instant.hasPassed(next, now)) next = Period.addTo(next, term)
  return next
}

/** Price of the period that a restore adds. */
export const restoredTermPrice = (before: SimulatedDomain, after: SimulatedDomain, tld: SimulatedTld): number => {
  if (before.expires_on === null || after.expires_on === null) return 0
  const days = Duration.toDays(DateTime.distance(before.expires_on, after.expires_on))
  return days <= 0 ? 0 : Math.max(1, Math.round(days / 365.25)) * pricesOf(before.name, tld.prices).renew
}

/** The domain while its restore waits for the registry's decision. */
export const restoreRequested = (
  domain: SimulatedDomain,
  command: NamedDomain,
  decides_on: Instant.Instant
): SimulatedDomain => ({
  ...domain,
  phase: { _tag: "PendingRestore", decides_on, command_id: command.command_id }
})
