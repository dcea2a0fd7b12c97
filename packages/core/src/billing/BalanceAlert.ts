import { Money } from "../shared/index.ts"
import type { BillingParty } from "./BillingParty.ts"

/** The threshold of a payer, if its balance fell below it. */
export const crossedThreshold = (
  { balance_alert_threshold: threshold }: BillingParty,
  before: Money.MinorUnits,
  after: Money.MinorUnits
): Money.MinorUnits | undefined =>
  threshold !== null && before >= threshold && after < threshold ? threshold : undefined

/**
 * Messages to a payer after a change of its balance: it fell below the payer's threshold, or the credit limit is used
 * up. Source: REST specification, "Events".
 */
export const balanceAlerts = (
  party: BillingParty,
  before: Money.MinorUnits,
  after: Money.MinorUnits
): ReadonlyArray<string> => {
  const { credit_limit, currency } = party
  const threshold = crossedThreshold(party, before, after)
  const text = (amount: number) => `${Money.toDecimal(amount)} ${currency}`
  const fell = (mark: number) => before >= mark && after < mark
  const lastUnitOfCredit = 1 - credit_limit
  return [
    ...(threshold !== undefined
      ? [`The balance of ${text(after)} is below ${text(threshold)}`]
      : []),
    ...(credit_limit > 0 && fell(lastUnitOfCredit)
      ? [`The credit limit of ${text(credit_limit)} is reached`]
      : [])
  ]
}
