import { DateTime, Effect, Option } from "effect"
import { MonthEnd, startOfMonth } from "../invoices/index.ts"
import { chargeText, money } from "./chargeChecks.ts"
import { DayRecords, type ReconciledCharge, type TimeRange } from "./DayRecords.ts"
import { checked, type CheckResult, differencesPerCheck } from "./Finding.ts"

const found = (charge: ReconciledCharge, text: string) => ({
  object_id: charge.billing_transaction_id,
  organization_id: charge.organization_id,
  expected: `${chargeText(charge)} on one document`,
  found: text
})

/** Checks of charges and adjustments against invoices. Without settings of invoices there is nothing to check. */
export const makeInvoiceChecks = Effect.gen(function*() {
  const records = yield* DayRecords
  const { settings } = yield* MonthEnd

  return Effect.fnUntraced(function*(day: TimeRange): Effect.fn.Return<ReadonlyArray<CheckResult>> {
    const chosen = yield* Effect.option(settings)
    if (Option.isNone(chosen)) return []
    const first = startOfMonth(chosen.value.first_month)
    const missing = DateTime.isLessThan(day.from, first)
      ? []
      : yield* records.chargesWithoutInvoice(day, differencesPerCheck)
    const twice = yield* records.chargesOnTwoInvoices(day, differencesPerCheck)
    const totals = yield* records.wrongTotals(day, differencesPerCheck)
    return [
      checked("charge_without_invoice", missing.map((charge) => found(charge, "no document"))),
      checked("charge_on_two_invoices", twice.map((charge) => found(charge, `${charge.documents} documents`))),
      checked(
        "invoice_total",
        totals.map(({ amount, currency, fees_amount, invoice_id, items_amount, items_price, organization_id }) => ({
          object_id: invoice_id,
          organization_id,
          expected: `${money(items_amount, currency)}, ${money(items_price, currency)} without tax`,
          found: `${money(amount, currency)}, ${money(fees_amount, currency)} without tax`
        }))
      )
    ]
  })
})
