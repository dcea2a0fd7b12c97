import type { Instant } from "../shared/index.ts"
import { IsoDuration, type TldSpec } from "../tlds/index.ts"
import type { Domain } from "./Domain.ts"
import { isDeleted } from "./DomainState.ts"

/**
 * The domain with `canceled_on` and `deleted_on`: null unless it is deleted. Set when the deletion is first found, to
 * that time and to the end of redemption and pending delete.
 */
export const withEndDates = (
  domain: Domain,
  { domain_lifecycle: { pending_delete, redemption_period } }: TldSpec,
  now: Instant.Instant
): Domain => {
  if (!isDeleted(domain)) return { ...domain, canceled_on: null, deleted_on: null }
  if (domain.canceled_on !== null) return domain
  return {
    ...domain,
    canceled_on: now,
    deleted_on: IsoDuration.addTo(IsoDuration.addTo(now, redemption_period), pending_delete)
  }
}
