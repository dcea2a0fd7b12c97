import { Period, type PolicyIssue } from "../../shared/index.ts"
import type { TldSpec } from "../TldSpec.ts"

/** How often a domain renews by itself: the values of its attribute `auto_renew_period`. */
export type RenewalCadence = "monthly" | "yearly"

/**
 * The cadence of a new or transferred domain: a supplied one wins; one month makes it monthly, years or no term at all
 * yearly; any other term says nothing. Source: REST specification, "Domain", cadence rule.
 */
export const renewalCadence = (
  supplied: RenewalCadence | null,
  period: Period.Period | null
): RenewalCadence | null => {
  if (supplied !== null) return supplied
  if (period === null || period.unit === "y") return "yearly"
  return period.unit === "m" && period.value === 1 ? "monthly" : null
}

/** Monthly renewals need a TLD that renews by the month. */
export const cadenceIssues = (
  { domain_lifecycle: { renewal_periods } }: TldSpec,
  cadence: RenewalCadence | null
): ReadonlyArray<PolicyIssue> =>
  cadence === "monthly" && !(renewal_periods ?? []).some((period) => Period.equals(period, Period.months(1)))
    ? [{ pointer: "attributes.auto_renew_period", detail: "Names of this TLD do not renew by the month" }]
    : []
