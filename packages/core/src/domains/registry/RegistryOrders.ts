import { Effect } from "effect"
import { Billing, type BillingTransactionId, type NewCharge } from "../../billing/index.ts"
import { type IntentHandler, RegistryIntents } from "../../registry/index.ts"
import type { Domain } from "../Domain.ts"

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

/** Places orders at registries: stores the intent in a transaction, then sends the command. Returns the outcome. */
export const makeRegistryOrders = Effect.gen(function*() {
  const billing = yield* Billing
  const intents = yield* RegistryIntents

  const submit = Effect.fnUntraced(function*<P, A, R, E1 = never, R1 = never, E2 = never, R2 = never>(
    handler: IntentHandler<P, A, R>,
    { charges, domain, payload }: RegistryOrder<P> & { readonly charges: ReadonlyArray<OrderCharge> },
    { after = Effect.void, before = Effect.void }: OrderSteps<E1, R1, E2, R2>
  ) {
    const preparation = Effect.gen(function*() {
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
    return yield* intents.order(handler, preparation)
  })

  return {
    /** Places an order without charges. */
    place: <P, A, R, E1 = never, R1 = never, E2 = never, R2 = never>(
      handler: IntentHandler<P, A, R>,
      order: RegistryOrder<P>,
      steps: OrderSteps<E1, R1, E2, R2> = {}
    ) => submit(handler, { ...order, charges: [] }, steps),

    /** Places an order whose charges are reserved last in the transaction that stores the intent. */
    placeCharged: <P, A, R, E1 = never, R1 = never, E2 = never, R2 = never>(
      handler: IntentHandler<P, A, R>,
      order: RegistryOrder<P> & { readonly charges: ReadonlyArray<OrderCharge> },
      { after = Effect.void, ...steps }: OrderSteps<E1, R1, E2, R2> = {}
    ) =>
      submit(handler, order, {
        ...steps,
        after: Effect.andThen(after, Effect.forEach(order.charges, billing.reserve, { discard: true }))
      })
  }
})
