import { DateTime, Effect, Option } from "effect"
import { MonthEnd, startOfMonth } from "../invoices/index.ts"
import { chargeText, money } from "./chargeChecks.ts"
import { differencesPerCheck, makeSlicedChecks } from "./DayCheck.ts"
import { DayRecords, type ReconciledCharge, type TimeRange } from "./DayRecords.ts"

const found = (charge: ReconciledCharge, text: string) => ({
  object_id: charge.billing_transaction_id,
  organization_id: charge.organization_id,
  expected: `${chargeText(charge)} on one document`,
  found: text
})

/** Rows of one page. */
const transactionsPerPage = 10_000
const documentsPerPage = 1_000

/** Checks of charges and adjustments against invoices. Without settings of invoices there is nothing to check. */
export const makeInvoiceChecks = Effect.gen(function*() {
  const records = yield* DayRecords
  const check = yield* makeSlicedChecks
  const { settings } = yield* MonthEnd

  const hasInvoices = Effect.map(Effect.option(settings), Option.isSome)

  /** True if the invoices of the installation contain the charges of a time. */
  const isInvoiced = ({ from }: TimeRange) =>
    Effect.map(
      Effect.option(settings),
      Option.exists(({ first_month }) => DateTime.isGreaterThanOrEqualTo(from, startOfMonth(first_month)))
    )

  const missing = check({
    kind: "charge_without_invoice",
    rows: "transactions",
    size: transactionsPerPage,
    applies: () => hasInvoices,
    compare: Effect.fnUntraced(function*(slice) {
      if (!(yield* isInvoiced(slice))) return []
      const charges = yield* records.chargesWithoutInvoice(slice, differencesPerCheck)
      return charges.map((charge) => found(charge, "no document"))
    })
  })

  const twice = check({
    kind: "charge_on_two_invoices",
    rows: "transactions",
    size: transactionsPerPage,
    applies: () => hasInvoices,
    compare: (slice) =>
      Effect.map(
        records.chargesOnTwoInvoices(slice, differencesPerCheck),
        (charges) => charges.map((charge) => found(charge, `${charge.documents} documents`))
      )
  })

  const totals = check({
    kind: "invoice_total",
    rows: "documents",
    size: documentsPerPage,
    applies: () => hasInvoices,
    compare: (slice) =>
      Effect.map(records.wrongTotals(slice, differencesPerCheck), (wrong) =>
        wrong.map(
          ({ amount, currency, fees_amount, invoice_id, items_amount, items_price, organization_id }) => ({
            object_id: invoice_id,
            organization_id,
            expected: `${money(items_amount, currency)}, ${money(items_price, currency)} without tax`,
            found: `${money(amount, currency)}, ${money(fees_amount, currency)} without tax`
          })
        ))
  })

  return [missing, twice, totals]
})
