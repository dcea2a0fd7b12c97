import { DateTime } from "effect"
import { type Instant, limits, Period, type PolicyIssue } from "../../shared/index.ts"
import type { TldSpec } from "../TldSpec.ts"

const isSold = (offered: ReadonlyArray<Period.Period> | null, period: Period.Period): boolean =>
  (offered ?? []).some((term) => Period.equals(term, period))

const notSold = (kind: string, offered: ReadonlyArray<Period.Period> | null, period: Period.Period): PolicyIssue => ({
  pointer: "period",
  detail: `A ${kind} for ${Period.toIsoDuration(period)} is not sold; possible are ${
    (offered ?? []).map(Period.toIsoDuration).join(", ") || "none"
  }`
})

/** Problems of the term of a registration. */
export const registrationTermIssues = (spec: TldSpec, period: Period.Period): ReadonlyArray<PolicyIssue> => {
  const { registration_periods } = spec.domain_lifecycle
  return isSold(registration_periods, period) ? [] : [notSold("registration", registration_periods, period)]
}

/** Problems of the term of a transfer. Without a term, the registry's own applies. */
export const transferTermIssues = (spec: TldSpec, period: Period.Period | null): ReadonlyArray<PolicyIssue> => {
  const { transfer_renewal_periods } = spec.domain_lifecycle
  return period === null || isSold(transfer_renewal_periods, period)
    ? []
    : [notSold("transfer", transfer_renewal_periods, period)]
}

/**
 * Problems of a renewal: the TLD has no renewals by request, the term is not sold, or the expiry would be too late.
 * Registries count from the day of the command (RFC 5731, section 3.2.3).
 */
export const renewalTermIssues = (
  spec: TldSpec,
  expiresOn: Instant.Instant | null,
  period: Period.Period,
  now: Instant.Instant
): ReadonlyArray<PolicyIssue> => {
  const { explicit_renew, renewal_periods } = spec.domain_lifecycle
  if (explicit_renew === false) {
    return [{ pointer: "period", detail: "Names of this TLD are not renewed by request; set the renewal mode instead" }]
  }
  const years = longestTermYears(spec)
  const isTooFar = expiresOn !== null &&
    DateTime.isGreaterThan(Period.addTo(expiresOn, period), DateTime.add(now, { years }))
  return [
    ...(isSold(renewal_periods, period) ? [] : [notSold("renewal", renewal_periods, period)]),
    ...(isTooFar ? [{ pointer: "period", detail: `The name would expire more than ${years} years from now` }] : [])
  ]
}

/**
 * Maximum years from now to the expiry: the longest term of the TLD, or the general limit if it sells single years
 * only.
 */
const longestTermYears = ({ domain_lifecycle }: TldSpec): number => {
  const months = (domain_lifecycle.registration_periods ?? []).map((period) => Period.inMonths(period) ?? 0)
  const longest = Math.floor(Math.max(0, ...months) / 12)
  return longest > 1 ? Math.min(longest, limits.registrationYears) : limits.registrationYears
}
