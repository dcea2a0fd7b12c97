import { Context, DateTime, Effect, Layer, Result, Struct } from "effect"
import { type AuthorizationError, authorize } from "../access/index.ts"
import { Billing, type NewCharge, type Quote, QuotedPrices } from "../billing/index.ts"
import { type CurrentActor, Instant, Money, problemMembers } from "../shared/index.ts"
import { Deletions } from "./delete/Deletions.ts"
import type { DomainNotFound } from "./DomainError.ts"
import { checksOf, type DomainQuote, type QuoteDomainRequest, quoteLifetime } from "./DomainQuote.ts"
import { OwnedDomains } from "./OwnedDomains.ts"
import { newDomainQuoteId } from "./quote/DomainQuoteId.ts"
import { DomainQuoteStore } from "./quote/DomainQuoteStore.ts"
import { type OrderPlan, OrderPlanned, PlannedOrder } from "./quote/PlannedOrder.ts"
import { orderHashOf } from "./quote/QuotedOrders.ts"
import { Registrations } from "./register/Registrations.ts"
import { Renewals } from "./renew/Renewals.ts"
import { Transfers } from "./transfer/Transfers.ts"

const withoutQuote = <A extends { readonly quote_id?: unknown }>(order: A) => Struct.omit(order, ["quote_id"])

/** Error of an order. */
type OrderError =
  | Effect.Error<ReturnType<Registrations["Service"]["register"]>>
  | Effect.Error<ReturnType<Transfers["Service"]["request"]>>
  | Effect.Error<ReturnType<Renewals["Service"]["renew"]>>
  | Effect.Error<ReturnType<Deletions["Service"]["restore"]>>

const unknown = { is_premium: null, price: null, tax_amount: null, currency: null, charges: [], expires_on: null }

/** Quotes of paid orders of domains. */
export class DomainOrderQuotes extends Context.Service<DomainOrderQuotes, {
  /**
   * Carries out all checks of an order and returns its price, which binds for 15 minutes if the quote is sent with the
   * order. The order's transaction is undone: nothing is charged, stored or sent to the registry but queries.
   */
  readonly quote: (
    request: QuoteDomainRequest
  ) => Effect.Effect<DomainQuote, AuthorizationError | DomainNotFound, CurrentActor>
}>()("@namewright/core/domains/DomainOrderQuotes") {
  static readonly layer = Layer.effect(
    DomainOrderQuotes,
    Effect.gen(function*() {
      const store = yield* DomainQuoteStore
      const billing = yield* Billing
      const owned = yield* OwnedDomains
      const registrations = yield* Registrations
      const transfers = yield* Transfers
      const renewals = yield* Renewals
      const deletions = yield* Deletions

      const orderOf = (request: QuoteDomainRequest) => {
        switch (request.command) {
          case "create":
            return Effect.asVoid(registrations.register(withoutQuote(request.order)))
          case "transfer":
            return Effect.asVoid(transfers.request(withoutQuote(request.order)))
          case "renew":
            return Effect.asVoid(renewals.renew(request.domain_reference, withoutQuote(request.order)))
          case "restore":
            return Effect.asVoid(deletions.restore(request.domain_reference, withoutQuote(request.order)))
        }
      }

      /** Charges of an order; fails as the order would. Adds its prices to `prices`. */
      const planned = (request: QuoteDomainRequest, prices: Map<string, Quote>) => {
        const plan: OrderPlan = { earlier: [] }
        return Effect.suspend((): Effect.Effect<void, OrderError, CurrentActor> => orderOf(request)).pipe(
          Effect.andThen(Effect.die(new Error("A planned order was carried out"))),
          Effect.provideService(PlannedOrder, plan),
          Effect.provideService(QuotedPrices, prices),
          Effect.catchDefect((defect) =>
            defect instanceof OrderPlanned ? Effect.succeed(defect.charges) : Effect.die(defect)
          )
        )
      }

      const priced = Effect.fnUntraced(function*(charges: ReadonlyArray<NewCharge>) {
        const amounts = yield* Effect.forEach(charges, (charge) => billing.amountsOf(charge))
        const sum = (of: (amount: typeof amounts[number]) => number) =>
          Money.toDecimal(Money.MinorUnits.make(amounts.reduce((total, amount) => total + of(amount), 0)))
        return {
          is_premium: charges.some(({ quote }) => quote.is_premium),
          price: sum(({ price }) => price),
          tax_amount: sum(({ tax_amount }) => tax_amount),
          currency: charges[0]?.quote.currency ?? null,
          charges: charges.flatMap(({ action }, index) => {
            const amount = amounts[index]
            return amount === undefined
              ? []
              : [{ action, price: Money.toDecimal(amount.price), tax_amount: Money.toDecimal(amount.tax_amount) }]
          })
        }
      })

      const quote = Effect.fn("DomainOrderQuotes.quote")(function*(request: QuoteDomainRequest) {
        const { command, order } = request
        const actor = yield* authorize("domains:manage")
        const name = request.command === "create" || request.command === "transfer"
          ? request.order.name
          : (yield* owned.get(actor, request.domain_reference)).name
        const about = {
          command,
          name,
          checks: checksOf[command],
          period: "period" in order ? order.period ?? null : null
        }
        const prices = new Map<string, Quote>()
        const result = yield* Effect.result(planned(request, prices))
        if (Result.isFailure(result)) {
          const problems = [problemMembers(result.failure)]
          return { ...about, ...unknown, quote_id: null, refused: true, problems }
        }
        const created_on = yield* Instant.now
        const quote_id = yield* newDomainQuoteId
        const expires_on = DateTime.addDuration(created_on, quoteLifetime)
        yield* store.insert({
          quote_id,
          organization_id: actor.organization_id,
          command,
          name,
          order_hash: yield* orderHashOf({ request: order }),
          prices: [...prices].map(([question, { party: _party, ...price }]) => ({ ...price, question })),
          created_on,
          expires_on,
          used_on: null
        })
        return { ...about, ...(yield* priced(result.success)), quote_id, refused: false, problems: [], expires_on }
      })

      return DomainOrderQuotes.of({ quote })
    })
  )
}
