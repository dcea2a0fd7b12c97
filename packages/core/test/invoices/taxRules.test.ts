import { assert, describe, it } from "@effect/vitest"
import { InvoiceFixtures } from "@namewright/conformance"
import { untaxed } from "@namewright/core/billing"
import type { InvoiceParty } from "@namewright/core/invoices"
import { taxRules } from "../../src/invoices/taxRules.ts"

const business = { country_code: "AT", tax_id: "ATU12345678", tax_id_type: null } as InvoiceParty

const categoryFrom = (country_code: string, party = business) => {
  const { invoiceSettings: settings } = InvoiceFixtures
  return taxRules({ ...settings, issuer: { ...settings.issuer, country_code } }, party)(untaxed).category
}

describe("tax rules", () => {
  it("reverse the charge between two member states of the EU only", () => {
    assert.deepStrictEqual(["DE", "AT", "CH", "GB"].map((country) => categoryFrom(country)), ["AE", "Z", "Z", "Z"])
    assert.strictEqual(categoryFrom("DE", { ...business, tax_id: null }), "Z")
  })

  it("apply a rule for the rate zero to payers without reverse charge", () => {
    const reason = { en: "Export", de: "Ausfuhr" }
    const settings = { ...InvoiceFixtures.invoiceSettings, taxes: [{ rate: untaxed, category: "G" as const, reason }] }
    assert.strictEqual(taxRules(settings, business)(untaxed).category, "AE")
    const outside = { ...business, country_code: "CH", tax_id: "CHE123456788" }
    assert.deepStrictEqual(taxRules(settings, outside)(untaxed), { category: "G", reason })
  })
})
