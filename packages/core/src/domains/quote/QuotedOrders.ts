import { Effect, Option, Struct } from "effect"
import { type Quote, QuotedPrices } from "../../billing/index.ts"
import { CurrentActor, type DomainName, entityTagOf, Instant } from "../../shared/index.ts"
import { QuoteExpired, QuoteMismatch, QuoteNotFound, QuoteUsed } from "./DomainQuoteError.ts"
import type { DomainQuoteId } from "./DomainQuoteId.ts"
import { DomainQuoteStore } from "./DomainQuoteStore.ts"
import { QuoteOfOrder } from "./PlannedOrder.ts"
import type { KeptPrice, QuotedCommand } from "./StoredQuote.ts"

/** Order that may have a quote. `name` is evaluated for an order with a quote only. */
export interface QuotedOrder<E, R> {
  readonly command: QuotedCommand
  readonly name: Effect.Effect<DomainName, E, R>
  readonly request: { readonly quote_id?: DomainQuoteId | null }
}

/** Hash of the body of an order, without its quote. */
export const orderHashOf = ({ request }: Pick<QuotedOrder<unknown, unknown>, "request">): Effect.Effect<string> =>
  entityTagOf(Struct.omit(request, ["quote_id"]))

const priceOf = ({ question, ...price }: KeptPrice): readonly [string, Quote] => [question, price]

/** Carries out orders with the prices of their quotes. */
export const makeQuotedOrders = Effect.gen(function*() {
  const store = yield* DomainQuoteStore

  /** The quote of the caller's organization for exactly this order. */
  const quoteFor = Effect.fnUntraced(function*<E, R>(quote_id: DomainQuoteId, order: QuotedOrder<E, R>) {
    const orderedName = yield* order.name
    const { organization_id } = yield* CurrentActor
    const found = Option.getOrUndefined(yield* store.find(quote_id))
    if (found === undefined || found.organization_id !== organization_id) return yield* new QuoteNotFound({ quote_id })
    const { command, expires_on, name, order_hash, used_on } = found
    if (command !== order.command || name !== orderedName || order_hash !== (yield* orderHashOf(order))) {
      return yield* new QuoteMismatch({ quote_id })
    }
    if (used_on !== null) return yield* new QuoteUsed({ quote_id })
    if (Instant.hasPassed(expires_on, yield* Instant.now)) return yield* new QuoteExpired({ quote_id, expires_on })
    return found
  })

  /** Runs `work`, which prices the order and places it, with the prices of its quote, if it has one. */
  return Effect.fnUntraced(function*<A, E, R, E1, R1>(order: QuotedOrder<E1, R1>, work: Effect.Effect<A, E, R>) {
    const quote_id = order.request.quote_id ?? null
    if (quote_id === null) return yield* work
    const { prices } = yield* quoteFor(quote_id, order)
    return yield* work.pipe(
      Effect.provideService(QuotedPrices, new Map(prices.map(priceOf))),
      Effect.provideService(QuoteOfOrder, quote_id)
    )
  })
})
