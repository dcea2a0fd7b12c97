import { Context, Effect, Layer, Option } from "effect"
import { Billing, type NewCharge } from "../billing/index.ts"
import { type CurrentActor, type DomainError, type InvalidInput, Money } from "../shared/index.ts"
import type { ActionInput } from "./ActionHash.ts"

/** Price of one item. */
export interface QuotedItem {
  /** `example.com: create, 1 year` */
  readonly text: string
  /** Without tax. */
  readonly price: Money.MinorUnits
  readonly tax_amount: Money.MinorUnits
}

/** Total charge of a call. */
export interface ActionQuote {
  /** With tax. */
  readonly amount: Money.MinorUnits
  readonly currency: Money.Currency
  readonly items: ReadonlyArray<QuotedItem>
}

/** Error with which the call itself would fail. */
export type QuoteRefusal = DomainError | InvalidInput

/** Charges of a call of one operation. Empty for a malformed body, because the call itself reports the problems. */
export type ChargesOfAction = (
  input: ActionInput
) => Effect.Effect<ReadonlyArray<NewCharge>, QuoteRefusal, CurrentActor>

/**
 * Registry of the prices of operations. Slices register them when their layers are built; a second registration is a
 * defect.
 */
export class ActionQuotes extends Context.Service<ActionQuotes, {
  readonly enter: (operation_id: string, charges: ChargesOfAction) => Effect.Effect<void>
  /** None if the call charges nothing, and for operations that are not registered. */
  readonly quote: (input: ActionInput) => Effect.Effect<Option.Option<ActionQuote>, QuoteRefusal, CurrentActor>
  /** Operations that can cost something. */
  readonly operations: () => ReadonlyArray<string>
}>()("@namewright/core/approvals/ActionQuotes") {
  static readonly layer = Layer.effect(
    ActionQuotes,
    Effect.gen(function*() {
      const billing = yield* Billing
      const entries = new Map<string, ChargesOfAction>()

      const enter = (operation_id: string, charges: ChargesOfAction) =>
        Effect.suspend(() =>
          entries.has(operation_id)
            ? Effect.die(new Error(`The price of ${operation_id} is entered twice`))
            : Effect.sync(() => void entries.set(operation_id, charges))
        )

      const quote: ActionQuotes["Service"]["quote"] = Effect.fn("ActionQuotes.quote")(function*(input) {
        const charges = yield* entries.get(input.operation_id)?.(input) ?? Effect.succeed([])
        const [first] = charges
        if (first === undefined) return Option.none()
        const { currency } = first.quote
        const items: Array<QuotedItem> = []
        let amount = 0
        for (const charge of charges) {
          if (charge.quote.currency !== currency) {
            return yield* Effect.die(new Error(`${input.operation_id} charges in two currencies`))
          }
          const amounts = yield* billing.amountsOf(charge)
          amount += amounts.amount
          items.push({ text: textOf(charge), price: amounts.price, tax_amount: amounts.tax_amount })
        }
        return Option.some({ amount: Money.MinorUnits.make(amount), currency, items })
      })

      return ActionQuotes.of({ enter, quote, operations: () => [...entries.keys()] })
    })
  )
}

const units = { y: "year", m: "month" } as const

const textOf = ({ action, product_reference, quote: { unit, volume } }: NewCharge): string => {
  const term = unit === null ? "" : `, ${volume} ${units[unit]}${volume === 1 ? "" : "s"}`
  return `${product_reference}: ${action}${term}`
}
