import { Money } from "../shared/index.ts"
import type { BillingParty } from "./BillingParty.ts"

/**
 * Messages to a payer after a change of its balance: it fell below the payer's threshold, or the credit limit is used
 * up. Source: REST specification, "Events".
 */
export const balanceAlerts = (
  { balance_alert_threshold: threshold, credit_limit, currency }: BillingParty,
  before: Money.MinorUnits,
  after: Money.MinorUnits
): ReadonlyArray<string> => {
  const text = (amount: number) => `${Money.toDecimal(amount)} ${currency}`
  const fell = (mark: number) => before >= mark && after < mark
  const lastUnitOfCredit = 1 - credit_limit
  return [
    ...(threshold !== null && fell(threshold)
      ? [`The balance of ${text(after)} is below ${text(threshold)}`]
      : []),
    ...(credit_limit > 0 && fell(lastUnitOfCredit)
      ? [`The credit limit of ${text(credit_limit)} is reached`]
      : [])
  ]
}
