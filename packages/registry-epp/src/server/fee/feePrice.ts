import { type NamePrices, type SimulatedTld, termPrice } from "@namewright/core/registry"
import { Money, Period } from "@namewright/core/shared"
import type { FeeQuestion } from "../../message/CommandExtension.ts"
import type { FeeAnswer } from "../../message/ResponseExtension.ts"

const year = Period.years(1)
const noSuchPeriod = "No such period"

/** Price of a command in minor units, or the reason why it has none. */
export const feePrice = (
  { name, period }: FeeQuestion,
  prices: NamePrices,
  rules: SimulatedTld
): Money.MinorUnits | string => {
  const isSold = (periods: ReadonlyArray<Period.Period>) =>
    period === undefined || periods.some((other) => Period.equals(other, period))
  switch (name) {
    case "create":
      return isSold(rules.registration_periods) ? termPrice(prices.create, period ?? year) : noSuchPeriod
    case "renew":
      return rules.explicit_renew && isSold(rules.renewal_periods)
        ? termPrice(prices.renew, period ?? year)
        : noSuchPeriod
    case "transfer":
      return termPrice(prices.transfer, rules.transfer.adds === null ? null : period ?? rules.transfer.adds)
    case "restore":
      return rules.restores ? Money.MinorUnits.make(prices.restore) : "Names are not restored"
    case "delete":
    case "update":
      return Money.zero
    case "custom":
      return "No such command"
  }
}

/** The answer to a fee query; without a fee if the command has no price. */
export const feeAnswer = (question: FeeQuestion, prices: NamePrices, rules: SimulatedTld): FeeAnswer => {
  const price = feePrice(question, prices, rules)
  const answer = { ...question, standard: !prices.premium, credits: [] }
  return typeof price === "string"
    ? { ...answer, fees: [], reason: price }
    : { ...answer, fees: [{ amount: Money.toDecimal(price), description: `${question.name} fee` }] }
}
