import { Context, Effect, Layer, Option, Struct } from "effect"
import { makeObjectLog } from "../objectlog/index.ts"
import { Instant, Money, type OrganizationId, Transaction } from "../shared/index.ts"
import { InsufficientFunds, type PriceUnavailable } from "./BillingError.ts"
import { BillingParties, type BillingParty } from "./BillingParty.ts"
import {
  type BillingTransactionId,
  type BillingTransactionStatus,
  billingTransitions,
  newBillingTransactionId,
  type SettlingStep,
  type StoredTransaction
} from "./BillingTransaction.ts"
import { BillingTransactionStore } from "./BillingTransactionStore.ts"
import { bookkeeper } from "./Bookkeeper.ts"
import { chargedThisMonth } from "./chargedThisMonth.ts"
import { countStep } from "./countStep.ts"
import { makeHostPrices } from "./HostPrices.ts"
import { capture, type ChargeAmounts, type Postings, refund, release, reservation } from "./Ledger.ts"
import { LedgerStore } from "./LedgerStore.ts"
import {
  premiumQuoteOf,
  type PriceQuery,
  type ProductAction,
  type ProductType,
  type Quote,
  quoteFrom,
  totalOf
} from "./Price.ts"
import { PriceList } from "./PriceList.ts"
import { QuotedPrices } from "./QuotedPrices.ts"
import { chargeOfRequest, type RequestCharge } from "./RequestCharge.ts"
import { SpendingLimits } from "./SpendingLimits.ts"
import { taxOn } from "./TaxRate.ts"
import { transactionBooked, transactionSettled } from "./transactionBooked.ts"

/** Charge to be reserved. */
export interface NewCharge {
  /** Id generated in advance, if other rows refer to the charge before it is reserved. Default: a new id. */
  readonly billing_transaction_id?: BillingTransactionId
  readonly organization_id: OrganizationId
  readonly product_type: ProductType
  /** Domain name, or id of the product. */
  readonly product_reference: string
  readonly action: ProductAction
  readonly quote: Quote
}

/**
 * Charges of other slices: reserved before the work, captured when it is done, released when it fails, refunded when it
 * is undone. Every step is one balanced entry of the ledger. All methods join the caller's transaction and check no
 * permissions. Capture, release and refund are idempotent. A step that contradicts an earlier one, such as capturing a
 * released charge, is a defect and changes nothing.
 */
export class Billing extends Context.Service<Billing, {
  /**
   * The price of the host (`Pricing`), or else the list price for the payer of the organization. None if the product is not
   * sold to it. Not inside a transaction: it may call the host.
   */
  readonly quote: (query: PriceQuery) => Effect.Effect<Option.Option<Quote>, PriceUnavailable>
  /**
   * The quote of a name whose price the registry sets for a year: the price of the host, or else the registry's in the
   * payer's currency, without conversion. Not inside a transaction.
   */
  readonly premiumQuote: (query: PriceQuery, registryPrice: Money.Money) => Effect.Effect<Quote, PriceUnavailable>
  /** Amounts that `reserve` would reserve, including tax. */
  readonly amountsOf: (charge: Pick<NewCharge, "organization_id" | "quote">) => Effect.Effect<ChargeAmounts>
  /**
   * Reserves the amount with tax. Fails if balance and credit limit do not cover it, or if the charges of the organization
   * in this month would exceed its limit. The caller's transaction has to
   * fail as well, because the charge is written before the ledger.
   */
  readonly reserve: (charge: NewCharge) => Effect.Effect<BillingTransactionId, InsufficientFunds>
  /** State of the running request's charge: charged by an earlier attempt, or the id for this one. */
  readonly chargeOfRequest: Effect.Effect<RequestCharge>
  /** True if a charge with this id was ever reserved. */
  readonly isKnown: (id: BillingTransactionId) => Effect.Effect<boolean>
  readonly capture: (id: BillingTransactionId) => Effect.Effect<void>
  readonly release: (id: BillingTransactionId, outcome: "failed" | "canceled") => Effect.Effect<void>
  /** Returns a captured charge to the wallet; the transaction becomes `canceled`. */
  readonly refund: (id: BillingTransactionId) => Effect.Effect<void>
}>()("@namewright/core/billing/Billing") {
  static readonly layer = Layer.effect(
    Billing,
    Effect.gen(function*() {
      const parties = yield* BillingParties
      const prices = yield* PriceList
      const transactions = yield* BillingTransactionStore
      const ledger = yield* LedgerStore
      const limits = yield* SpendingLimits
      const transaction = yield* Transaction
      const books = yield* bookkeeper
      const log = yield* makeObjectLog
      const hostPrices = yield* makeHostPrices

      const partyOf = Effect.fnUntraced(function*(organization: OrganizationId) {
        const party = yield* parties.find(organization)
        return Option.isSome(party)
          ? party.value
          : yield* Effect.die(new Error(`${organization} incurs a charge and is not known`))
      })

      /**
       * Payment terms of a charge. Those of the quote hold if it has them and they give no credit. Otherwise all of them are
       * read again, with the tax rate, because a credit limit may have been lowered. Payer and currency never change.
       */
      const termsOf = ({ organization_id, quote: { party } }: Pick<NewCharge, "organization_id" | "quote">) =>
        party?.credit_limit === 0 ? Effect.succeed(party) : partyOf(organization_id)

      /** The answer that holds for the running call, if its prices are kept. */
      const kept = Effect.fnUntraced(function*<E>(
        question: ReadonlyArray<unknown>,
        read: Effect.Effect<Option.Option<Quote>, E>
      ) {
        const answers = yield* QuotedPrices
        if (answers === null) return yield* read
        const key = JSON.stringify(question)
        const known = answers.get(key)
        if (known !== undefined) return Option.some(known)
        const found = yield* read
        if (Option.isSome(found)) answers.set(key, Struct.omit(found.value, ["party"]))
        return found
      })

      const readQuote = Effect.fn("Billing.quote")(function*(query: PriceQuery) {
        const party = yield* partyOf(query.organization_id)
        const lines = yield* prices.effective({ organization_id: query.organization_id, payer_id: party.payer_id }, {
          product_type: query.product_type,
          product_action: query.action,
          product_class: query.product_class ?? undefined,
          currency: party.currency
        })
        const listed = quoteFrom(lines, query.period)
        const found = yield* hostPrices.quote({ party, query, listed, registryPrice: null })
        return Option.map(found, (price): Quote => ({ ...price, party }))
      })

      const quote = (query: PriceQuery) => kept(["list", query], readQuote(query))

      const readPremiumQuote = Effect.fn("Billing.premiumQuote")(
        function*(query: PriceQuery, registryPrice: Money.Money) {
          const party = yield* partyOf(query.organization_id)
          const listed = premiumQuoteOf(registryPrice.amount, party.currency, query.period)
          const found = yield* hostPrices.quote({ party, query, listed: Option.some(listed), registryPrice })
          return { ...Option.getOrElse(found, () => listed), party }
        }
      )

      const premiumQuote = (query: PriceQuery, registryPrice: Money.Money) =>
        Effect.map(
          kept(["premium", query, registryPrice], Effect.asSome(readPremiumQuote(query, registryPrice))),
          Option.getOrThrow
        )

      const amountsOf: Billing["Service"]["amountsOf"] = (charge) =>
        Effect.map(termsOf(charge), (party) => amountsFor(charge.quote, party))

      /** Refuses a charge above the organization's limit of this month, if it has one. Requires an open transaction. */
      const admit = Effect.fnUntraced(function*(pending: StoredTransaction, { has_spending_limit }: BillingParty) {
        if (!has_spending_limit) return
        const { amount, created_on, currency, organization_id, payer_id } = pending
        const limit = yield* limits.lock(organization_id)
        if (limit === null) return
        const available = limit - (yield* chargedThisMonth(transactions, organization_id, payer_id, created_on))
        if (amount <= available) return
        return yield* new InsufficientFunds({
          required: Money.toDecimal(amount),
          available: Money.toDecimal(Math.max(0, available)),
          currency
        })
      })

      const reserve = Effect.fn("Billing.reserve")(function*(charge: NewCharge) {
        const party = yield* termsOf(charge)
        if (charge.quote.currency !== party.currency) {
          return yield* Effect.die(new Error(`A quote in ${charge.quote.currency} for an account in ${party.currency}`))
        }
        const pending = yield* pendingCharge(charge, party)
        const { billing_transaction_id, currency, payer_id } = pending
        const postings = reservation(pending)
        // The payer's row of the ledger is locked last, because all charges of the payer wait for it.
        yield* transaction.joined(Effect.gen(function*() {
          yield* admit(pending, party)
          yield* transactions.insert(pending)
          yield* log.record(transactionBooked(pending))
          yield* transaction.withAdded(
            books.post({ billing_transaction_id, step: "reserve", payer_id, currency, postings }, party)
          )
          yield* transaction.afterCommit(countStep("reserve", pending))
        }))
        return billing_transaction_id
      })

      const settle = (
        id: BillingTransactionId,
        step: SettlingStep,
        outcome: BillingTransactionStatus,
        postingsOf: (amounts: ChargeAmounts) => Postings
      ) =>
        transaction.joined(Effect.gen(function*() {
          const at = yield* Instant.now
          const settled = yield* transactions.settle(id, billingTransitions[step].from, outcome, at)
          if (Option.isNone(settled)) {
            if (yield* ledger.has(id, step)) return
            return yield* Effect.die(new Error(`The status of ${id} does not allow the step ${step}`))
          }
          const { currency, organization_id, payer_id } = settled.value
          yield* log.record(transactionSettled(organization_id, id, billingTransitions[step].from, outcome))
          const postings = postingsOf(settled.value)
          yield* transaction.withAdded(
            ledger.post({ billing_transaction_id: id, step, payer_id, currency, postings }, Money.zero, at)
          )
          yield* transaction.afterCommit(countStep(step, settled.value))
        }))

      return Billing.of({
        quote,
        premiumQuote,
        amountsOf,
        reserve,
        chargeOfRequest: chargeOfRequest(transactions),
        isKnown: (id) => Effect.map(transactions.statuses([id]), ({ size }) => size > 0),
        capture: Effect.fn("Billing.capture")((id) => settle(id, "capture", "succeeded", capture)),
        release: Effect.fn("Billing.release")((id, outcome) => settle(id, "release", outcome, release)),
        refund: Effect.fn("Billing.refund")((id) => settle(id, "refund", "canceled", refund))
      })
    })
  )
}

/** Amounts of a charge. Tax is rounded once, on the whole charge. */
const amountsFor = (quote: Quote, { tax_rate }: BillingParty): ChargeAmounts => {
  const price = totalOf(quote)
  const tax_amount = taxOn(price, tax_rate)
  return { price, tax_amount, amount: Money.MinorUnits.make(price + tax_amount) }
}

const pendingCharge = Effect.fnUntraced(function*(charge: NewCharge, party: BillingParty) {
  const created_on = yield* Instant.now
  const pending: StoredTransaction = {
    billing_transaction_id: charge.billing_transaction_id ?? (yield* newBillingTransactionId),
    organization_id: charge.organization_id,
    payer_id: party.payer_id,
    product_type: charge.product_type,
    product_reference: charge.product_reference,
    action: charge.action,
    status: "pending",
    volume: charge.quote.volume,
    unit: charge.quote.unit,
    tax_rate: party.tax_rate,
    ...amountsFor(charge.quote, party),
    currency: party.currency,
    created_on,
    updated_on: created_on,
    completed_on: null
  }
  return pending
})
