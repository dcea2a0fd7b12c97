import { DateTime, type Effect } from "effect"
import type { Instant, Money, OrganizationId } from "../shared/index.ts"
import type { BillingTransactionStore } from "./BillingTransactionStore.ts"

/** Sum of an organization's charges, with tax, that are reserved or captured and were made in the calendar month of `now`. */
export const chargedThisMonth = (
  transactions: Pick<BillingTransactionStore["Service"], "charged">,
  organization_id: OrganizationId,
  payer_id: OrganizationId,
  now: Instant.Instant
): Effect.Effect<Money.MinorUnits> =>
  transactions.charged(
    payer_id === organization_id ? { payer_id } : { organization_id },
    DateTime.startOf(now, "month")
  )
