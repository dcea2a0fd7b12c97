import { Struct } from "effect"
import { Instant } from "../shared/index.ts"
import type { Invoice, StoredInvoice } from "./Invoice.ts"

/** Document as callers see it. */
export const shownInvoice = (stored: StoredInvoice, base_url: string, now: Instant.Instant): Invoice => ({
  ...Struct.pick(stored, [
    "number",
    "document_type",
    "invoice_type",
    "status",
    "payment_status",
    "issuing_date",
    "payment_due_date",
    "currency",
    "amount",
    "fees_amount",
    "taxes_amount",
    "rounding_amount"
  ]),
  external_id: stored.invoice_id,
  payment_overdue: stored.payment_status === "pending" && Instant.hasPassed(stored.payment_due_date, now),
  file_url: `${base_url}/v1/organizations/${stored.organization_id}/billing/invoices/${stored.invoice_id}/file`
})
