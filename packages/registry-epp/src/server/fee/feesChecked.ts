import { DomainName } from "@namewright/core/shared"
import { Effect, Option, Schema } from "effect"
import type { FeeCheck } from "../../message/CommandExtension.ts"
import type { FeeChecked, FeeOfName } from "../../message/ResponseExtension.ts"
import type { CommandContext } from "../Handlers.ts"
import { feeAnswer } from "./feePrice.ts"
import { needCurrency } from "./needCurrency.ts"

const decodeName = Schema.decodeUnknownOption(DomainName)

/** Fees of the queried commands for each name (RFC 8748, section 5.1.1). */
export const feesChecked = Effect.fnUntraced(
  function*(check: FeeCheck, names: ReadonlyArray<string>, context: CommandContext) {
    const { currency } = context.account.funds
    yield* needCurrency(check.currency, context)
    const answers = yield* Effect.forEach(names, (name) => feesOfName(check, name, context))
    const checked: FeeChecked = { currency, names: answers }
    return checked
  }
)

/** Not available if one of the commands has no price. */
const feesOfName = Effect.fnUntraced(function*({ commands }: FeeCheck, id: string, { account }: CommandContext) {
  const unknown: FeeOfName = { id, available: false, commands: [], reason: "No name of this registry" }
  const name = decodeName(id)
  if (Option.isNone(name)) return unknown
  const rules = yield* Effect.option(account.domains.rules(name.value))
  const prices = yield* Effect.option(account.funds.prices(name.value))
  if (Option.isNone(rules) || Option.isNone(prices)) return unknown
  const answers = commands.map((question) => feeAnswer(question, prices.value, rules.value))
  const fees: FeeOfName = {
    id,
    available: answers.every((answer) => answer.fees.length > 0),
    class: prices.value.premium ? "premium" : "standard",
    commands: answers
  }
  return fees
})
