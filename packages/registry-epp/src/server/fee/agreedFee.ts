import type { AgreedFee, RegistryRefusal } from "@namewright/core/registry"
import { type DomainName, Money } from "@namewright/core/shared"
import { BigDecimal, Effect } from "effect"
import type { FeeAgreement, FeeQuestion } from "../../message/CommandExtension.ts"
import { feeTotal } from "../../message/extension/feeTotal.ts"
import { type CommandContext, CommandRefused } from "../Handlers.ts"
import { feePrice } from "./feePrice.ts"
import { needCurrency } from "./needCurrency.ts"

/**
 * The fee that a client agreed to (RFC 8748, section 5.2); null without the extension. An amount other than the price,
 * or another currency, is refused, also for standard names.
 */
export const agreedFee = Effect.fnUntraced(
  function*(
    agreement: FeeAgreement | undefined,
    question: FeeQuestion,
    name: DomainName,
    context: CommandContext
  ): Effect.fn.Return<AgreedFee | null, CommandRefused | RegistryRefusal> {
    if (agreement === undefined) return null
    const { account } = context
    const { currency } = account.funds
    yield* needCurrency(agreement.currency, context)
    const amount = feePrice(question, yield* account.funds.prices(name), yield* account.domains.rules(name))
    // The registry itself refuses a term that it does not sell.
    if (typeof amount === "string") return null
    return isSumOf(agreement, amount)
      ? { amount, currency }
      : yield* new CommandRefused({ code: 2004, text: `the fee is ${Money.toDecimal(amount)} ${currency}` })
  }
)

/** True if the agreed parts add up to exactly the price. */
const isSumOf = (agreement: FeeAgreement, price: Money.MinorUnits): boolean => {
  const total = feeTotal(agreement)
  return total !== undefined && BigDecimal.equals(total, BigDecimal.fromStringUnsafe(Money.toDecimal(price)))
}
