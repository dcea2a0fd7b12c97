import type { InvoicingOption } from "@namewright/core/embed"

/** Settings of invoices of a test. */
export const invoicing: InvoicingOption = {
  issuer: {
    name: "Example Registrar GmbH",
    address_1: "Hauptstraße 1",
    postal_code: "10115",
    city: "Berlin",
    country_code: "DE",
    vat_id: "DE123456789"
  },
  first_month: "2026-01",
  payment_days: 14
}
