import { assert, describe, it } from "@effect/vitest"
import { InvoiceFixtures } from "@namewright/conformance"
import { newBillingTransactionId, untaxed } from "@namewright/core/billing"
import { type InvoicedStep, type InvoiceItem, newInvoiceId, type StoredInvoice } from "@namewright/core/invoices"
import { Money, newOrganizationId } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import { printedDocument } from "../../src/invoices/printedDocument.ts"

const { cents, invoiceSettings } = InvoiceFixtures
const issued = DateTime.makeUnsafe("2026-02-01T00:00:00Z")

const document = Effect.fnUntraced(function*(invoice_type: StoredInvoice["invoice_type"]) {
  const organization_id = yield* newOrganizationId
  const stored: StoredInvoice = {
    invoice_id: yield* newInvoiceId,
    organization_id,
    number: "2026-000001",
    document_type: "invoice",
    invoice_type,
    status: "finalized",
    payment_status: "succeeded",
    currency: "EUR",
    issuing_date: issued,
    payment_due_date: issued,
    fees_amount: cents(1_000),
    taxes_amount: Money.zero,
    rounding_amount: Money.zero,
    amount: cents(1_000),
    paid_amount: Money.zero,
    credited_amount: Money.zero,
    content: {
      language: "en",
      issuer: invoiceSettings.issuer,
      buyer: {
        organization_id,
        customer_number: null,
        name: "Customer",
        address_1: null,
        address_2: null,
        postal_code: null,
        city: null,
        state: null,
        country_code: null,
        vat_id: null,
        email: null,
        business_number: null
      },
      month: "2026-01",
      lines: [],
      taxes: [],
      preceding: [],
      settled: true,
      payment_reference: null
    }
  }
  return stored
})

const item = Effect.fnUntraced(function*(step: InvoicedStep, price: number) {
  const transaction: InvoiceItem = {
    billing_transaction_id: yield* newBillingTransactionId,
    step,
    organization_id: yield* newOrganizationId,
    product_type: "domain",
    product_reference: "a.example",
    action: "create",
    price: cents(price),
    tax_rate: untaxed,
    tax_amount: Money.zero,
    amount: cents(price),
    booked_on: issued
  }
  return transaction
})

describe("printed documents", () => {
  it.effect("list transactions with the signs of the totals", () =>
    Effect.gen(function*() {
      const items = [yield* item("capture", 300), yield* item("refund", 500), yield* item("adjust", -800)]
      const amounts = (stored: StoredInvoice) => printedDocument(stored, items).details.rows.map((row) => row.at(-1))
      assert.deepStrictEqual(amounts(yield* document("subscription")), ["3.00", "-5.00", "-8.00"])
      assert.deepStrictEqual(amounts(yield* document("credit")), ["-3.00", "5.00", "8.00"])
    }))
})
