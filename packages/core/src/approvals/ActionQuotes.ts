import { Context, Effect, Layer, type Option } from "effect"
import type { CurrentActor, DomainError, InvalidInput, Money } from "../shared/index.ts"
import type { ActionInput } from "./ActionHash.ts"

/** What one thing costs. */
export interface QuotedItem {
  /** `example.com: create, 1 year` */
  readonly text: string
  /** Without tax. */
  readonly price: Money.MinorUnits
  readonly tax_amount: Money.MinorUnits
}

/** What a call would charge. */
export interface ActionQuote {
  /** With tax. */
  readonly amount: Money.MinorUnits
  readonly currency: Money.Currency
  readonly items: ReadonlyArray<QuotedItem>
}

/** Why the call itself would be refused. */
export type QuoteRefusal = DomainError | InvalidInput

/**
 * What a call of one operation would charge its caller: none where it charges nothing, or where its body is not
 * understood, which the call itself says best.
 */
export type QuoteAction = (
  input: ActionInput
) => Effect.Effect<Option.Option<ActionQuote>, QuoteRefusal, CurrentActor>

/** The prices of operations. Slices that know prices enter them when their layers are built; a second entry is a defect. */
export class ActionQuotes extends Context.Service<ActionQuotes, {
  readonly enter: (operation_id: string, quote: QuoteAction) => Effect.Effect<void>
  /** None for operations that nobody has entered. */
  readonly quote: QuoteAction
  /** The operations that can cost something. */
  readonly operations: () => ReadonlyArray<string>
}>()("@namewright/core/approvals/ActionQuotes") {
  static readonly layer = Layer.effect(
    ActionQuotes,
    Effect.sync(() => {
      const quotes = new Map<string, QuoteAction>()
      return ActionQuotes.of({
        enter: (operation_id, quote) =>
          Effect.suspend(() =>
            quotes.has(operation_id)
              ? Effect.die(new Error(`The price of ${operation_id} is entered twice`))
              : Effect.sync(() => void quotes.set(operation_id, quote))
          ),
        quote: (input) => quotes.get(input.operation_id)?.(input) ?? Effect.succeedNone,
        operations: () => [...quotes.keys()]
      })
    })
  )
}
