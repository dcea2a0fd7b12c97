import { Period, type PolicyIssue } from "../../shared/index.ts"
import type { TldSpec } from "../TldSpec.ts"

/** Interval of automatic renewals: the values of the attribute `auto_renew_period`. */
export type RenewalCadence = "monthly" | "yearly"

/**
 * Interval for a new or transferred domain. A requested one takes precedence. A term of one month means monthly, years
 * or no term mean yearly; other terms define none. Source: REST specification, "Domain", cadence rule.
 */
export const renewalCadence = (
  supplied: RenewalCadence | null,
  period: Period.Period | null
): RenewalCadence | null => {
  if (supplied !== null) return supplied
  if (period === null || period.unit === "y") return "yearly"
  return period.unit === "m" && period.value === 1 ? "monthly" : null
}

/** Monthly renewals require a TLD with monthly terms. */
export const cadenceIssues = (
  { domain_lifecycle: { renewal_periods } }: TldSpec,
  cadence: RenewalCadence | null
): ReadonlyArray<PolicyIssue> =>
  cadence === "monthly" && !(renewal_periods ?? []).some((period) => Period.equals(period, Period.months(1)))
    ? [{ pointer: "attributes.auto_renew_period", detail: "Names of this TLD do not renew by the month" }]
    : []
