import { assert, layer } from "@effect/vitest"
import { Billing, TaxRateUnits } from "@namewright/core/billing"
import { InvoiceOperations } from "@namewright/core/invoices"
import { OrganizationOperations } from "@namewright/core/organizations"
import { Money, type OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { assertEn16931 } from "../../../core/test/invoices/en16931.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { invoicing } from "./invoicing.ts"

const at = (time: string) => TestClock.setTime(DateTime.makeUnsafe(time).epochMilliseconds)

const charge = Effect.fnUntraced(function*(organization_id: OrganizationId, price: number, action: "create" | "renew") {
  const { capture, reserve } = yield* Billing
  const id = yield* reserve({
    organization_id,
    product_type: "domain",
    product_reference: "münchen & <co>.example",
    action,
    quote: { unit_price: Money.MinorUnits.make(price), volume: 1, unit: "y", currency: "EUR", is_premium: false }
  })
  yield* capture(id)
  return id
})

let customers = 0

/** A customer in Austria with an invoice of January, a credit note and a receipt. */
const customer = Effect.fnUntraced(function*(tax_rate = 200_000) {
  const { createParent } = yield* OrganizationOperations
  yield* at("2026-01-10T00:00:00Z")
  const { organization_id } = yield* createParent({
    name: "Käufer & Söhne",
    country_code: "AT",
    city: "Wien",
    postal_code: "1010",
    address_1: "Ring 1",
    tax_id: "ATU12345678",
    tax_rate: TaxRateUnits.make(tax_rate),
    starting_credit: Money.MinorUnits.make(100_000),
    users: customers++ > 0 ? null : [{
      username: "kauf",
      email: "kauf@invoices.example",
      first_name: "Karla",
      last_name: "Kauf",
      locale: "de"
    }]
  })
  for (let count = 0; count < 3; count++) yield* charge(organization_id, 33, "create")
  const renewed = yield* charge(organization_id, 1_299, "renew")
  yield* at("2026-02-01T00:00:00Z")
  yield* InvoiceOperations.use(({ issue }) => issue(undefined))
  yield* Billing.use(({ refund }) => refund(renewed))
  yield* at("2026-03-01T00:00:00Z")
  yield* InvoiceOperations.use(({ issue }) => issue(undefined))
  const { fetch, key } = yield* TestPlatform
  const name = yield* key(organization_id, ["billing:read"])
  const get = (path: string) =>
    fetch("GET", `/v1/organizations/${organization_id}/billing/${path}`, undefined, { key: name })
  const { body: { items: [note, invoice] } } = yield* get("invoices")
  const { body: { items: [receipt] } } = yield* get("receipts")
  const file = (document: { readonly file_url: string }, query = "") =>
    fetch("GET", `${new URL(document.file_url).pathname}${query}`, undefined, { key: name })
  return { file, get, invoice, note, receipt }
})

layer(TestPlatform.layerWith({}, { environment: "production", invoicing }))("Files of invoices", (it) => {
  it.effect("200: the electronic invoice, whose sums follow EN 16931", () =>
    Effect.gen(function*() {
      const { file, invoice, note } = yield* customer()
      const { body, bytes, headers, status } = yield* file(invoice, "?format=xml")
      assert.deepStrictEqual([status, headers.get("content-type")], [200, "application/xml"])
      assert.strictEqual(headers.get("content-disposition"), `attachment; filename="${invoice.number}.xml"`)
      const xml = new TextDecoder().decode(bytes)
      assert.isDefined(body)
      const { root, texts } = assertEn16931(xml)
      assert.strictEqual(root.name, "Invoice")
      const of = (path: string) => texts(path).join()
      assert.strictEqual(of("/*/cbc:ID"), invoice.number)
      assert.strictEqual(of("/*/cbc:InvoiceTypeCode"), "380")
      assert.strictEqual(of("/*/cac:InvoicePeriod/cbc:EndDate"), "2026-01-31")
      assert.strictEqual(of("//cac:AccountingCustomerParty//cac:PartyTaxScheme/cbc:CompanyID"), "ATU12345678")
      assert.strictEqual(of("//cac:AccountingCustomerParty//cbc:EndpointID[@schemeID='EM']"), "kauf@invoices.example")
      assert.strictEqual(of("//cac:AccountingCustomerParty//cbc:RegistrationName"), "Käufer & Söhne")
      assert.deepStrictEqual(texts("//cac:Item/cbc:Name"), ["Domain, Registrierung", "Domain, Verlängerung"])
      // Three charges of 0.33 have 0.07 tax each, their sum 0.20 instead of 0.21.
      assert.strictEqual(of("//cbc:PayableRoundingAmount"), "0.01")
      assert.deepInclude(invoice, {
        fees_amount: "13.98",
        taxes_amount: "2.80",
        rounding_amount: "0.01",
        amount: "16.79"
      })
      const credit = assertEn16931(new TextDecoder().decode((yield* file(note, "?format=xml")).bytes))
      assert.strictEqual(credit.root.name, "CreditNote")
      assert.strictEqual(credit.texts("/*/cac:BillingReference//cbc:ID").join(), invoice.number)
      assert.strictEqual(credit.texts("/*/cbc:CreditNoteTypeCode").join(), "381")
    }))

  it.effect("200: reverse charge with its reason", () =>
    Effect.gen(function*() {
      const { file, invoice } = yield* customer(0)
      const { texts } = assertEn16931(new TextDecoder().decode((yield* file(invoice, "?format=xml")).bytes))
      assert.deepStrictEqual(texts("//cac:TaxSubtotal/cac:TaxCategory/cbc:*"), [
        "AE",
        "0.00",
        "VATEX-EU-AE",
        "Steuerschuldnerschaft des Leistungsempfängers"
      ])
    }))

  it.effect("200: PDF, the same bytes each time", () =>
    Effect.gen(function*() {
      const { file, invoice, note, receipt } = yield* customer()
      for (const document of [invoice, note, receipt]) {
        const first = yield* file(document)
        assert.deepStrictEqual([first.status, first.headers.get("content-type")], [200, "application/pdf"])
        assert.strictEqual(new TextDecoder().decode(first.bytes.slice(0, 5)), "%PDF-")
        yield* TestClock.adjust("1 day")
        assert.deepStrictEqual((yield* file(document, "?format=pdf")).bytes, first.bytes)
      }
    }))

  it.effect("404: documents of others; 422: a receipt as electronic invoice, and unknown formats", () =>
    Effect.gen(function*() {
      const first = yield* customer()
      const second = yield* customer()
      const stolen = yield* first.get(`invoices/${second.invoice.external_id}/file`)
      assert.deepStrictEqual([stolen.status, stolen.body.code], [404, "ERROR_INVOICE_NOT_FOUND"])
      for (const query of ["?format=xml", "?format=doc"]) {
        assert.strictEqual((yield* first.file(first.receipt, query)).status, 422)
      }
    }))
})
