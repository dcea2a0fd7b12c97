import type { NameAvailability } from "@namewright/core/registry"
import { Money, normalise, Period } from "@namewright/core/shared"
import { Effect } from "effect"
import type { FeeCheck, FeeQuestion } from "../../message/CommandExtension.ts"
import type { FeeAnswer, FeeChecked, FeeOfName } from "../../message/ResponseExtension.ts"
import { CommandRefused } from "../Handlers.ts"
import { registryCurrency } from "./registryCurrency.ts"

/** What the commands that a client asks about cost for each name (RFC 8748, section 5.1.1). */
export const feesChecked = (
  { commands, currency }: FeeCheck,
  names: ReadonlyArray<string>,
  found: ReadonlyMap<string, NameAvailability>
): Effect.Effect<FeeChecked, CommandRefused> => {
  if (currency !== undefined && currency !== registryCurrency) {
    return Effect.fail(new CommandRefused({ code: 2004, text: `the registry counts in ${registryCurrency}` }))
  }
  return Effect.succeed({
    currency: registryCurrency,
    names: names.map((id) => feeOfName(id, found.get(normalise(id)), commands))
  })
}

const feeOfName = (
  id: string,
  answer: NameAvailability | undefined,
  commands: ReadonlyArray<FeeQuestion>
): FeeOfName => {
  if (answer === undefined) return { id, available: false, commands: [], reason: "no name of this registry" }
  return {
    id,
    available: true,
    class: answer.premium === null ? "standard" : "premium",
    commands: commands.map((question) => feeAnswer(question, answer))
  }
}

const feeAnswer = (question: FeeQuestion, { premium }: NameAvailability): FeeAnswer => {
  const { name, period } = question
  const price = name === "create" || name === "renew" || name === "transfer" || name === "restore"
    ? premium?.[name]
    : undefined
  if (price === undefined) return { ...question, standard: premium === null, fees: [], credits: [] }
  const years = Math.max(1, Math.ceil((Period.inMonths(period ?? Period.years(1)) ?? 0) / 12))
  return {
    ...question,
    standard: false,
    fees: [{ amount: Money.toDecimal(price.amount * years), description: `${name} fee` }],
    credits: []
  }
}
