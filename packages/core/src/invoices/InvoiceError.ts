import { Schema } from "effect"
import { CodedError } from "../shared/index.ts"

/** The organization has no such invoice, credit note or receipt. */
export class InvoiceNotFound extends CodedError<InvoiceNotFound>()("InvoiceNotFound", {
  code: "ERROR_INVOICE_NOT_FOUND",
  fields: { invoice: Schema.String },
  message: ({ invoice }) => `No invoice ${invoice}`
}) {}

/** The state of the document does not allow the operation. */
export class InvoiceStateConflict extends CodedError<InvoiceStateConflict>()("InvoiceStateConflict", {
  code: "ERROR_INVOICE_STATE_CONFLICT",
  fields: {
    number: Schema.String,
    reason: Schema.Literals(["no_invoice", "voided", "settled", "paid", "credited"])
  },
  message: ({ number, reason }) => `${number} ${reasons[reason]}`
}) {}

const reasons = {
  no_invoice: "is not an invoice",
  voided: "is voided",
  settled: "is settled",
  paid: "has payments",
  credited: "has credit notes"
}

/** Invoices are off: the installation is a sandbox, or has no invoice settings. */
export class InvoicesOff extends CodedError<InvoicesOff>()("InvoicesOff", {
  code: "ERROR_INVOICES_OFF",
  fields: { reason: Schema.Literals(["sandbox", "settings"]) },
  message: ({ reason }) =>
    reason === "sandbox" ? "A sandbox issues no invoices" : "The installation has no invoice settings"
}) {}
