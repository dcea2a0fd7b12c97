import type { Money } from "../shared/index.ts"
import { buyerOf, type DocumentDraft, documentLanguage, recipientOf } from "./documentIssue.ts"
import type { StoredInvoice } from "./Invoice.ts"
import type { InvoiceSettings } from "./InvoiceSettings.ts"
import type { InvoiceParty, LedgerMovement } from "./InvoiceStore.ts"
import { invoiceTotals } from "./invoiceTotals.ts"
import type { MonthDocuments } from "./monthDocuments.ts"
import { taxRules } from "./taxRules.ts"

/** Documents of a payer about one month. */
export interface PayerMonth {
  readonly party: InvoiceParty
  readonly currency: Money.Currency
  readonly documents: MonthDocuments
}

/** Facts of all documents about movements. */
const draftOf = (
  settings: InvoiceSettings,
  party: InvoiceParty,
  movements: ReadonlyArray<LedgerMovement>,
  isCredit: boolean
) => {
  const language = documentLanguage(party)
  return {
    buyer: buyerOf(party),
    recipient: recipientOf(party),
    language,
    totals: invoiceTotals(movements, isCredit, taxRules(settings, party), language),
    items: movements.map(({ billing_transaction_id, booked_on, step }) => ({
      billing_transaction_id,
      booked_on,
      step
    })),
    preceding: [],
    settled: true,
    month: null,
    payment_reference: null
  }
}

/** True if nothing was charged or credited. Such movements are on the next document with an amount, or on none. */
const isFree = (movements: ReadonlyArray<LedgerMovement>): boolean =>
  movements.every(({ amount, price }) => amount === 0 && price === 0)

/** Invoice of a month; none if everything was free. */
export const invoiceDraft = (
  settings: InvoiceSettings,
  { currency, documents: { invoice, month }, party }: PayerMonth
): ReadonlyArray<DocumentDraft> =>
  isFree(invoice) ? [] : [{
    ...draftOf(settings, party, invoice, false),
    document_type: "invoice",
    invoice_type: "subscription",
    currency,
    month,
    settled: party.billing_model === "prepaid"
  }]

/** Credit note of a month, about some of these invoices; none if everything was free. */
export const creditDraft = (
  settings: InvoiceSettings,
  { currency, documents: { credit, month }, party }: PayerMonth,
  corrected: ReadonlyArray<StoredInvoice>
): ReadonlyArray<DocumentDraft> => {
  const ids = new Set(credit.map(({ charged_by }) => charged_by))
  return isFree(credit) ? [] : [{
    ...draftOf(settings, party, credit, true),
    document_type: "invoice",
    invoice_type: "credit",
    currency,
    month,
    preceding: corrected.filter(({ invoice_id }) => ids.has(invoice_id))
      .map(({ issuing_date, number }) => ({ number, issuing_date }))
  }]
}

export const receiptDraft = (
  settings: InvoiceSettings,
  party: InvoiceParty,
  payment: LedgerMovement
): DocumentDraft => ({
  ...draftOf(settings, party, [payment], false),
  document_type: "receipt",
  invoice_type: "one_off",
  currency: payment.currency,
  payment_reference: payment.product_reference
})

/** Credit note over a whole invoice, to the buyer that it names. */
export const voidingDraft = (
  { amount, content, currency, fees_amount, issuing_date, number, rounding_amount, taxes_amount }: StoredInvoice,
  recipient: DocumentDraft["recipient"]
): DocumentDraft => ({
  buyer: content.buyer,
  recipient,
  language: content.language,
  document_type: "invoice",
  invoice_type: "credit",
  currency,
  month: content.month,
  totals: { lines: content.lines, taxes: content.taxes, fees_amount, taxes_amount, rounding_amount, amount },
  items: [],
  preceding: [{ number, issuing_date }],
  settled: true,
  payment_reference: null
})
