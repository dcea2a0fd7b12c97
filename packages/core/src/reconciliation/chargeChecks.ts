import { DateTime, Effect, Option, Schema } from "effect"
import { totalOf } from "../billing/index.ts"
import type { KeptPrice } from "../domains/index.ts"
import { Instant, Money } from "../shared/index.ts"
import { type CheckedDay, differencesPerCheck, makeSlicedChecks } from "./DayCheck.ts"
import { DayRecords, type QuotedCharge, type ReconciledCharge, type TimeRange } from "./DayRecords.ts"

/** Longest time between the clock readings of a charge and its order, which one transaction stores. */
const tolerance = { minutes: 5 }

/** Age of events that may be removed: they are kept for 90 days after they are acknowledged. */
const eventsKept = { days: 89 }

/** Quotes are kept for three days after their end. */
const quotesKept = { days: 2 }

export const money = (amount: number, currency: Money.Currency): string =>
  `${Money.toDecimal(Money.MinorUnits.make(amount))} ${currency}`

export const chargeText = ({ action, amount, currency, product_reference }: ReconciledCharge): string =>
  `${action} ${product_reference ?? ""}: ${money(amount, currency)}`

const keys = ({ billing_transaction_id, organization_id }: Pick<
  ReconciledCharge,
  "billing_transaction_id" | "organization_id"
>) => ({ object_id: billing_transaction_id, organization_id })

const Question = Schema.fromJsonString(Schema.Array(Schema.Unknown))
const Asked = Schema.Struct({ action: Schema.String })

/** Action to which a price of a quote belongs. */
const actionOf = ({ question }: KeptPrice): string | undefined => {
  const [, query] = Option.getOrElse(Schema.decodeUnknownOption(Question)(question), () => [])
  return Option.getOrUndefined(Schema.decodeUnknownOption(Asked)(query))?.action
}

const distance = ({ charged_on, used_on }: QuotedCharge): number =>
  used_on === null ? Number.POSITIVE_INFINITY : Math.abs(charged_on.epochMilliseconds - used_on.epochMilliseconds)

/**
 * Selects, for each quote and action, the charge created nearest to the use of the quote. If that one failed, the order with
 * the quote failed, and other charges belong to other orders.
 */
export const chargesOfQuotes = (candidates: ReadonlyArray<QuotedCharge>): ReadonlyArray<QuotedCharge> => {
  const groups = Map.groupBy(candidates, ({ action, quote_id }) => `${quote_id} ${action}`)
  return [...groups.values()].flatMap((group) => {
    const [nearest] = group.toSorted((a, b) => distance(a) - distance(b))
    const isOfOrder = nearest !== undefined && distance(nearest) <= tolerance.minutes * 60_000
    return isOfOrder && nearest.status !== "failed" ? [nearest] : []
  })
}

/** Charges that have another price than the quote with which they were ordered. */
export const pricesUnlikeQuotes = (candidates: ReadonlyArray<QuotedCharge>) =>
  chargesOfQuotes(candidates).flatMap((charge) => {
    const kept = charge.prices.find((price) => actionOf(price) === charge.action)
    if (kept === undefined) return []
    const quoted = totalOf(kept)
    return quoted === charge.price && kept.currency === charge.currency ? [] : [{
      ...keys(charge),
      expected: `${money(quoted, kept.currency)} of ${charge.quote_id}`,
      found: money(charge.price, charge.currency)
    }]
  })

/** Rows of one page. */
const rowsPerPage = 10_000
const quotesPerPage = 500

/** Checks of charges against orders, quotes and entries of the ledger. */
export const makeChargeChecks = Effect.gen(function*() {
  const records = yield* DayRecords
  const check = yield* makeSlicedChecks

  const withoutOrder = check({
    kind: "charge_without_order",
    rows: "transactions",
    size: rowsPerPage,
    applies: isYounger(eventsKept),
    compare: (slice, day) =>
      Effect.map(
        records.chargesWithoutOrder(slice, around(day), differencesPerCheck),
        (charges) =>
          charges.map((charge) => ({
            ...keys(charge),
            expected: `a completed ${charge.action} of ${charge.product_reference}`,
            found: chargeText(charge)
          }))
      )
  })

  const withoutCharge = check({
    kind: "order_without_charge",
    rows: "events",
    size: rowsPerPage,
    applies: isYounger(eventsKept),
    compare: (slice, day) =>
      Effect.map(
        records.ordersWithoutCharge(slice, around(day), differencesPerCheck),
        (orders) =>
          orders.map(({ event_id, kind, object_name, organization_id }) => ({
            object_id: event_id,
            organization_id,
            expected: `a charge of ${object_name}`,
            found: kind
          }))
      )
  })

  const quotes = check({
    kind: "quoted_price",
    rows: "quotes",
    size: quotesPerPage,
    applies: isYounger(quotesKept),
    compare: (slice) => Effect.map(records.quotedCharges(slice), pricesUnlikeQuotes)
  })

  const postings = check({
    kind: "charge_amount",
    rows: "transactions",
    size: rowsPerPage,
    compare: (slice) =>
      Effect.map(records.wrongPostings(slice, differencesPerCheck), (wrong) =>
        wrong.map((charge) => ({
          ...keys(charge),
          expected: `${chargeText(charge)} with ${money(charge.tax_amount, charge.currency)} of tax`,
          found: charge.posted_amount === null
            ? "no entry in the ledger"
            : `${charge.step} of ${money(charge.posted_amount, charge.currency)}`
              + ` with ${money(charge.posted_tax ?? 0, charge.currency)} of tax`
        })))
  })

  return [withoutOrder, withoutCharge, quotes, postings]
})

const around = ({ before, from }: TimeRange): TimeRange => ({
  from: DateTime.subtract(from, tolerance),
  before: DateTime.add(before, tolerance)
})

const isYounger = (age: { readonly days: number }) => ({ range }: CheckedDay): Effect.Effect<boolean> =>
  Effect.map(Instant.now, (now) => isWithin(range, now, age))

/** True if the day began at most this long ago. */
const isWithin = ({ from }: TimeRange, now: Instant.Instant, age: { readonly days: number }): boolean =>
  DateTime.isGreaterThanOrEqualTo(from, DateTime.subtract(DateTime.startOf(now, "day"), age))
