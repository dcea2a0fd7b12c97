import { Period } from "../shared/index.ts"
import type { TldSpec } from "../tlds/index.ts"
import type { Domain } from "./Domain.ts"

/**
 * The term of an automatic renewal: a month where the domain renews monthly, otherwise the registry's. Source: REST
 * specification, "Domain", cadence rule.
 */
export const automaticTerm = (
  { attributes }: Pick<Domain, "attributes">,
  registryPeriod: Period.Period
): Period.Period => attributes["auto_renew_period"] === "monthly" ? Period.months(1) : registryPeriod

/** Term that a registry adds at expiry or with a restore: the shortest term of at least a year that the TLD offers. */
export const registryTerm = ({ domain_lifecycle }: TldSpec): Period.Period => {
  const offered = (domain_lifecycle.renewal_periods ?? [])
    .map((period) => ({ period, months: Period.inMonths(period) ?? 0 }))
    .filter(({ months }) => months >= 12)
    .toSorted((a, b) => a.months - b.months)
  return offered[0]?.period ?? Period.years(1)
}
