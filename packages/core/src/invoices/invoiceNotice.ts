import type { EventKind, NewEvent } from "../events/index.ts"
import type { LoggedState } from "../objectlog/index.ts"
import { Money } from "../shared/index.ts"
import type { StoredInvoice } from "./Invoice.ts"

/** Members of a document in the object log. */
export const loggedInvoice = (invoice: StoredInvoice): LoggedState => ({
  number: invoice.number,
  document_type: invoice.document_type,
  invoice_type: invoice.invoice_type,
  status: invoice.status,
  payment_status: invoice.payment_status,
  currency: invoice.currency,
  amount: Money.toDecimal(invoice.amount),
  paid_amount: Money.toDecimal(invoice.paid_amount),
  credited_amount: Money.toDecimal(invoice.credited_amount)
})

const kindOf = ({ document_type, invoice_type }: StoredInvoice): EventKind =>
  document_type === "receipt"
    ? "receipt.issued"
    : invoice_type === "credit"
    ? "credit_note.issued"
    : "invoice.issued"

const nouns: { readonly [K in EventKind]?: string } = {
  "receipt.issued": "Receipt",
  "credit_note.issued": "Credit note",
  "invoice.issued": "Invoice"
}

const aboutInvoice = (document: StoredInvoice, kind: EventKind, message: string): NewEvent => ({
  organization_id: document.organization_id,
  object_type: "ACCOUNT",
  object_id: document.organization_id,
  object_name: document.number,
  type: null,
  subtype: "NOTIFICATION",
  kind,
  event_data: { message }
})

/** Event about a new document. `object_name` is its number. */
export const noticeOf = (document: StoredInvoice): NewEvent => {
  const { amount, currency, number } = document
  const kind = kindOf(document)
  return aboutInvoice(document, kind, `${nouns[kind]} ${number} over ${Money.toDecimal(amount)} ${currency} was issued`)
}

/** Event about an invoice that payments and credit notes cover. */
export const paidNotice = (document: StoredInvoice): NewEvent =>
  aboutInvoice(document, "invoice.paid", `Invoice ${document.number} is paid`)
