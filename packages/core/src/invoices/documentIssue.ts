import { DateTime, Effect, Option } from "effect"
import { EventLog } from "../events/index.ts"
import { type MailLocale, mailLocaleOf, Mails } from "../mail/index.ts"
import { makeObjectLog } from "../objectlog/index.ts"
import { isWellFormed, vatNumberOf, writtenVatNumber } from "../organizations/index.ts"
import { Instant, Money } from "../shared/index.ts"
import { monthOf } from "./BillingMonth.ts"
import { type BuyerData, type InvoiceContent, newInvoiceId, type StoredInvoice } from "./Invoice.ts"
import { type DocumentRecipient, invoiceMail } from "./invoiceMail.ts"
import { loggedInvoice, noticeOf } from "./invoiceNotice.ts"
import { numberIn, seriesOf } from "./invoiceNumber.ts"
import type { InvoiceSettings } from "./InvoiceSettings.ts"
import { type InvoiceParty, InvoiceStore, type NewInvoiceItem } from "./InvoiceStore.ts"
import type { InvoiceTotals } from "./invoiceTotals.ts"

/** Document without number. */
export interface DocumentDraft
  extends
    Pick<StoredInvoice, "document_type" | "invoice_type" | "currency">,
    Pick<InvoiceContent, "month" | "preceding" | "settled" | "payment_reference" | "language">
{
  readonly buyer: BuyerData
  /** Null if nobody is notified by mail. */
  readonly recipient: DocumentRecipient | null
  readonly totals: InvoiceTotals
  /** Movements of the document. */
  readonly items: ReadonlyArray<Omit<NewInvoiceItem, "invoice_id">>
}

/** Language of the documents of a payer. */
export const documentLanguage = ({ country_code, default_locale }: InvoiceParty): MailLocale =>
  mailLocaleOf({ locale: default_locale, country: country_code })

/** Recipient of the mails about documents of a payer; null without a user who manages its billing. */
export const recipientOf = ({ country_code, default_locale, email, email_locale }: InvoiceParty) =>
  email === null
    ? null
    : { email, language: mailLocaleOf({ locale: email_locale ?? default_locale, country: country_code }) }

/** Buyer of the documents of a payer. */
export const buyerOf = (
  {
    billing_model: _model,
    default_locale: _locale,
    email_locale: _emailLocale,
    tax_id,
    tax_id_type,
    ...buyer
  }: InvoiceParty
): BuyerData => {
  const number = vatNumberOf({ country_code: buyer.country_code, tax_id, tax_id_type })
  return { ...buyer, vat_id: number !== undefined && isWellFormed(number) ? writtenVatNumber(number) : null }
}

/** Makes the function that stores documents with their numbers, in the caller's transaction. */
export const makeDocumentIssue = Effect.gen(function*() {
  const store = yield* InvoiceStore
  const events = yield* EventLog
  const log = yield* makeObjectLog
  const mails = yield* Mails

  /** Numbers of documents in their order. One statement for each series, so that the counter is locked briefly. */
  const numbersOf = Effect.fnUntraced(function*(drafts: ReadonlyArray<DocumentDraft>, settings: InvoiceSettings) {
    const month = monthOf(yield* Instant.now)
    const seriesFor = ({ document_type }: DocumentDraft) =>
      seriesOf(
        document_type === "receipt"
          ? settings.receipt_number ?? "R{year}-{sequence:6}"
          : settings.number ?? "{year}-{sequence:6}",
        month
      )
    const numbers = new Map<DocumentDraft, string>()
    for (const [series, group] of [...Map.groupBy(drafts, seriesFor)].toSorted(([a], [b]) => a < b ? -1 : 1)) {
      const first = yield* store.draw(series, group.length)
      group.forEach((draft, index) => numbers.set(draft, numberIn(series, first + index)))
    }
    return numbers
  })

  const documentOf = Effect.fnUntraced(function*(draft: DocumentDraft, number: string, settings: InvoiceSettings) {
    const {
      currency,
      document_type,
      invoice_type,
      items: _items,
      recipient: _recipient,
      totals: { lines, taxes, ...amounts },
      ...content
    } = draft
    const issuing_date = yield* Instant.now
    const isPayable = document_type === "invoice" && invoice_type !== "credit" && !draft.settled && amounts.amount > 0
    const stored: StoredInvoice = {
      invoice_id: yield* newInvoiceId,
      organization_id: draft.buyer.organization_id,
      number,
      document_type,
      invoice_type,
      status: "finalized",
      payment_status: isPayable ? "pending" : "succeeded",
      currency,
      ...amounts,
      issuing_date,
      payment_due_date: isPayable ? DateTime.add(issuing_date, { days: settings.payment_days }) : issuing_date,
      paid_amount: Money.zero,
      credited_amount: Money.zero,
      content: { ...content, issuer: settings.issuer, lines, taxes }
    }
    return stored
  })

  const announce = Effect.fnUntraced(function*(document: StoredInvoice) {
    const { invoice_id, organization_id } = document
    yield* log.record({
      organization_id,
      object_type: "INVOICE",
      object_id: invoice_id,
      action: "CREATED",
      after: loggedInvoice(document)
    })
    yield* events.record(noticeOf(document))
  })

  return Effect.fnUntraced(function*(drafts: ReadonlyArray<DocumentDraft>, settings: InvoiceSettings) {
    if (drafts.length === 0) return []
    const numbers = yield* numbersOf(drafts, settings)
    const issued = yield* Effect.forEach(drafts, (draft) =>
      Effect.map(
        documentOf(draft, Option.getOrThrow(Option.fromUndefinedOr(numbers.get(draft))), settings),
        (document) => ({ draft, document })
      ))
    yield* store.insert(
      issued.map(({ document }) => document),
      issued.flatMap(({ document: { invoice_id }, draft }) => draft.items.map((item) => ({ ...item, invoice_id })))
    )
    for (const { document } of issued) yield* announce(document)
    yield* mails.sendAll(
      issued.flatMap(({ document, draft: { recipient } }) =>
        recipient === null ? [] : [invoiceMail(document, recipient)]
      )
    )
    return issued.map(({ document }) => document)
  })
})
