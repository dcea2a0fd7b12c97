import { Context, type Effect } from "effect"
import type { Money, OrganizationId } from "../shared/index.ts"

/** Port for limits of what organizations spend, implemented by the organizations slice. */
export class SpendingLimits extends Context.Service<SpendingLimits, {
  /**
   * Highest sum of the charges of a calendar month (UTC), with tax, in the currency of the payer's account; null without
   * a limit. Locks the limit until the transaction ends, so that charges of one organization wait for each other.
   */
  readonly lock: (organization: OrganizationId) => Effect.Effect<Money.MinorUnits | null>
}>()("@namewright/core/billing/SpendingLimits") {}
