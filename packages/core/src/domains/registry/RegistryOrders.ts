import { Effect } from "effect"
import { Billing, type BillingTransactionId, type NewCharge } from "../../billing/index.ts"
import { type IntentHandler, RegistryIntents } from "../../registry/index.ts"
import { Instant, Transaction } from "../../shared/index.ts"
import type { Domain } from "../Domain.ts"
import { QuoteUsed } from "../quote/DomainQuoteError.ts"
import { DomainQuoteStore } from "../quote/DomainQuoteStore.ts"
import { OrderPlanned, PlannedOrder, QuoteOfOrder } from "../quote/PlannedOrder.ts"

/** Charge of an order; its id is part of the stored intent. */
export interface OrderCharge extends NewCharge {
  readonly billing_transaction_id: BillingTransactionId
}

/** Order at a registry for one domain. */
export interface RegistryOrder<P> {
  readonly domain: Pick<Domain, "domain_id" | "name" | "organization_id" | "registry">
  readonly payload: P
}

/** Writes and checks in the transaction that stores the intent. */
export interface OrderSteps<E1, R1, E2, R2> {
  /** Before the intent is stored, such as the insert of the domain. */
  readonly before?: Effect.Effect<unknown, E1, R1>
  /** After the intent is stored, such as the comparison of the locked domain with the one that was read. */
  readonly after?: Effect.Effect<unknown, E2, R2>
}

/**
 * Places orders at registries: stores the intent in a transaction, then sends the command. Returns the outcome. With a
 * `PlannedOrder`, the transaction is undone and nothing is sent.
 */
export const makeRegistryOrders = Effect.gen(function*() {
  const billing = yield* Billing
  const intents = yield* RegistryIntents
  const quotes = yield* DomainQuoteStore
  const transaction = yield* Transaction

  /** Uses the quote of the order, if it has one. */
  const useQuote = Effect.gen(function*() {
    const quote_id = yield* QuoteOfOrder
    if (quote_id === null) return
    if (!(yield* quotes.use(quote_id, yield* Instant.now))) return yield* new QuoteUsed({ quote_id })
  })

  const preparationOf = Effect.fnUntraced(function*<P, A, R, E1 = never, R1 = never, E2 = never, R2 = never>(
    handler: IntentHandler<P, A, R>,
    { charges, domain, payload }: RegistryOrder<P> & { readonly charges: ReadonlyArray<OrderCharge> },
    { after = Effect.void, before = Effect.void }: OrderSteps<E1, R1, E2, R2>
  ) {
    yield* before
    const prepared = yield* intents.prepare(handler, {
      organization_id: domain.organization_id,
      registry: domain.registry,
      object_id: domain.domain_id,
      object_name: domain.name,
      payload,
      billing_transaction_ids: charges.map(({ billing_transaction_id }) => billing_transaction_id)
    })
    yield* after
    return prepared
  })

  return {
    /**
     * Stores an order that is placed later, by `stored`, and reserves its charges in the same transaction. With a
     * `PlannedOrder`, everything is undone.
     */
    postpone: <E, R>(charges: ReadonlyArray<OrderCharge>, stored: Effect.Effect<unknown, E, R>) =>
      transaction.atomically(Effect.gen(function*() {
        yield* stored
        yield* useQuote
        yield* Effect.forEach(charges, billing.reserve, { discard: true })
        const plan = yield* PlannedOrder
        if (plan === null) return
        yield* Effect.forEach(plan.earlier, billing.reserve, { discard: true })
        return yield* Effect.die(new OrderPlanned([...plan.earlier, ...charges]))
      })),

    /** Places an order without charges. */
    place: <P, A, R, E1 = never, R1 = never, E2 = never, R2 = never>(
      handler: IntentHandler<P, A, R>,
      order: RegistryOrder<P>,
      steps: OrderSteps<E1, R1, E2, R2> = {}
    ) => intents.order(handler, preparationOf(handler, { ...order, charges: [] }, steps)),

    /** Places an order whose charges are reserved last in the transaction that stores the intent. */
    placeCharged: <P, A, R, E1 = never, R1 = never, E2 = never, R2 = never>(
      handler: IntentHandler<P, A, R>,
      order: RegistryOrder<P> & { readonly charges: ReadonlyArray<OrderCharge> },
      { after = Effect.void, ...steps }: OrderSteps<E1, R1, E2, R2> = {}
    ) =>
      Effect.gen(function*() {
        const reserved = Effect.gen(function*() {
          yield* after
          yield* useQuote
          yield* Effect.forEach(order.charges, billing.reserve, { discard: true })
        })
        const preparation = preparationOf(handler, order, { ...steps, after: reserved })
        const plan = yield* PlannedOrder
        if (plan === null) return yield* intents.order(handler, preparation)
        return yield* transaction.atomically(Effect.gen(function*() {
          yield* preparation
          yield* Effect.forEach(plan.earlier, billing.reserve, { discard: true })
          return yield* Effect.die(new OrderPlanned([...plan.earlier, ...order.charges]))
        }))
      })
  }
})
