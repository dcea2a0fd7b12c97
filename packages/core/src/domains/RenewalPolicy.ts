import { DateTime } from "effect"
import { Instant, limits, Period, type PolicyIssue } from "../shared/index.ts"
import type { TldSpec } from "../tlds/index.ts"
import type { Domain } from "./Domain.ts"

/**
 * What the TLD says against a renewal by a term: no explicit renewals, a term that is not sold, an expiry too far away.
 * Registries count the ten years from the day of the command (RFC 5731, section 3.2.3).
 */
export const renewalTermIssues = (
  { domain_lifecycle }: TldSpec,
  { expires_on }: Pick<Domain, "expires_on">,
  period: Period.Period,
  now: Instant.Instant
): ReadonlyArray<PolicyIssue> => {
  if (domain_lifecycle.explicit_renew === false) {
    return [{ pointer: "period", detail: "Names of this TLD are not renewed by request; set the renewal mode instead" }]
  }
  const sold = (domain_lifecycle.renewal_periods ?? []).some((offered) => Period.equals(offered, period))
  const furthest = DateTime.add(now, { years: limits.registrationYears })
  const tooFar = expires_on !== null && DateTime.isGreaterThan(Period.addTo(expires_on, period), furthest)
  return [
    ...(sold ? [] : [{ pointer: "period", detail: `A renewal by ${Period.toIsoDuration(period)} is not sold` }]),
    ...(tooFar
      ? [{ pointer: "period", detail: `The domain would expire more than ${limits.registrationYears} years from now` }]
      : [])
  ]
}
