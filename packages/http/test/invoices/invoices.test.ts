import { assert, layer } from "@effect/vitest"
import { Billing, Wallets } from "@namewright/core/billing"
import { Changes } from "@namewright/core/changes"
import { Worker } from "@namewright/core/embed"
import { InvoiceOperations } from "@namewright/core/invoices"
import { OrganizationOperations } from "@namewright/core/organizations"
import { Money, type OrganizationId } from "@namewright/core/shared"
import { DateTime, Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../support/TestPlatform.ts"
import { invoicing } from "./invoicing.ts"

const at = (time: string) => TestClock.setTime(DateTime.makeUnsafe(time).epochMilliseconds)

/** A payer that has paid 100.00, with one charge of 10.00 in January, invoiced on 1 February. */
const invoicedPayer = Effect.fnUntraced(function*() {
  const { organization } = yield* TestPlatform
  yield* at("2026-01-10T00:00:00Z")
  const id = yield* organization({ credit: 10_000 })
  yield* charge(id)
  yield* at("2026-02-01T00:00:00Z")
  yield* InvoiceOperations.use(({ issue }) => issue(undefined))
  return id
})

const charge = Effect.fnUntraced(function*(organization_id: OrganizationId) {
  const { capture, reserve } = yield* Billing
  const unit_price = Money.MinorUnits.make(1_000)
  yield* capture(
    yield* reserve({
      organization_id,
      product_type: "domain",
      product_reference: "a.example",
      action: "create",
      quote: { unit_price, volume: 1, unit: "y", currency: "EUR", is_premium: false }
    })
  )
})

const reader = Effect.fnUntraced(function*(id: OrganizationId) {
  const { fetch, key } = yield* TestPlatform
  const name = yield* key(id, ["billing:read"])
  return (organization: OrganizationId, path = "invoices", context?: string) =>
    fetch("GET", `/v1/organizations/${organization}/billing/${path}`, undefined, {
      key: name,
      headers: context === undefined ? {} : { "x-organization-context": context }
    })
})

layer(TestPlatform.layerWith({}, { environment: "production", invoicing }))("Invoices", (it) => {
  it.effect("200: invoices with the members of the contract, and receipts in a list of their own", () =>
    Effect.gen(function*() {
      const id = yield* invoicedPayer()
      const get = yield* reader(id)
      const { body, status } = yield* get(id)
      assert.deepStrictEqual([status, body.total, body.page, body.page_size], [200, 1, 1, 10])
      const [{ external_id, file_url, number, ...invoice }] = body.items
      assert.match(external_id, /^invoice_/)
      assert.match(number, /^2026-\d{6}$/)
      assert.match(file_url, new RegExp(`/v1/organizations/${id}/billing/invoices/${external_id}/file$`))
      assert.deepStrictEqual(invoice, {
        document_type: "invoice",
        invoice_type: "subscription",
        status: "finalized",
        payment_status: "succeeded",
        payment_overdue: false,
        issuing_date: "2026-02-01T00:00:00Z",
        payment_due_date: "2026-02-01T00:00:00Z",
        currency: "EUR",
        amount: "10.00",
        fees_amount: "10.00",
        taxes_amount: "0.00",
        rounding_amount: "0.00"
      })
      const receipts = yield* get(id, "receipts")
      const facts = receipts.body.items.map((one: any) => [one.document_type, one.invoice_type, one.amount])
      assert.deepStrictEqual(facts, [["receipt", "one_off", "100.00"]])
    }))

  it.effect("200: issued by the workers on the 1st from 01:00, and announced to the host", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const { tick } = yield* Worker
      const { read } = yield* Changes
      yield* at("2026-01-30T00:00:00Z")
      const id = yield* organization({ credit: 10_000 })
      yield* charge(id)
      const get = yield* reader(id)
      const numbers = (path?: string) =>
        Effect.map(get(id, path), ({ body }) => body.items.map((one: any) => one.number))
      yield* at("2026-02-01T00:59:59Z")
      yield* tick(Duration.minutes(1))
      assert.deepStrictEqual(yield* numbers(), [])
      yield* at("2026-02-01T01:01:00Z")
      yield* tick(Duration.minutes(1))
      const [number] = yield* numbers()
      const [receipt] = yield* numbers("receipts")
      const { changes } = yield* read({ kinds: ["invoice.issued", "receipt.issued"], limit: 1000 })
      assert.sameDeepMembers(
        changes.filter(({ organization_id }) => organization_id === id).map(({ kind, object }) => [kind, object.name]),
        [["receipt.issued", receipt], ["invoice.issued", number]]
      )
    }))

  it.effect("200: sorted by issuing date, in pages", () =>
    Effect.gen(function*() {
      const id = yield* invoicedPayer()
      yield* charge(id)
      yield* at("2026-03-01T00:00:00Z")
      yield* InvoiceOperations.use(({ issue }) => issue(id))
      const get = yield* reader(id)
      const dates = ({ body }: { readonly body: any }) => body.items.map((one: any) => one.issuing_date.slice(0, 10))
      assert.deepStrictEqual(dates(yield* get(id)), ["2026-03-01", "2026-02-01"])
      assert.deepStrictEqual(dates(yield* get(id, "invoices?sort_order=asc&page_size=1")), ["2026-02-01"])
      assert.deepStrictEqual(dates(yield* get(id, "invoices?page=2&page_size=1")), ["2026-02-01"])
    }))

  it.effect("200: a suborganization whose parent pays has none; the parent reads by path and by header", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const parent = yield* invoicedPayer()
      const child = yield* organization({ parent })
      const get = yield* reader(parent)
      assert.deepStrictEqual((yield* get(child)).body.items, [])
      assert.deepStrictEqual((yield* get(parent, "invoices", child)).body.items, [])
      assert.deepStrictEqual((yield* (yield* reader(child))(child)).body.items, [])
    }))

  it.effect("403: without the right, and with a header that names no suborganization", () =>
    Effect.gen(function*() {
      const { fetch, key } = yield* TestPlatform
      const id = yield* invoicedPayer()
      const name = yield* key(id, ["organization:read"])
      const refused = yield* fetch("GET", `/v1/organizations/${id}/billing/invoices`, undefined, { key: name })
      assert.deepStrictEqual([refused.status, refused.body.code], [403, "ERROR_PERMISSION_DENIED"])
      assert.strictEqual((yield* (yield* reader(id))(id, "invoices", id)).status, 403)
    }))

  it.effect("404: invoices of strangers", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const get = yield* reader(yield* organization())
      const { body, status } = yield* get(yield* invoicedPayer())
      assert.deepStrictEqual([status, body.code], [404, "ERROR_ORGANIZATION_NOT_FOUND"])
    }))
})

layer(TestPlatform.layerWith({}, { invoicing }))("Invoices of a sandbox", (it) => {
  it.effect("are never issued", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const { changeTerms } = yield* OrganizationOperations
      const { topUp } = yield* Wallets
      yield* at("2026-01-10T00:00:00Z")
      const id = yield* organization({ credit: 10_000 })
      yield* changeTerms(id, { billing_model: "postpaid" })
      yield* topUp({ organization_id: id, amount: Money.MinorUnits.make(5), reference: "bank 1" })
      yield* charge(id)
      yield* at("2026-02-01T02:00:00Z")
      const refused = yield* Effect.flip(InvoiceOperations.use(({ issue }) => issue(id)))
      assert.deepInclude(refused, { code: "ERROR_INVOICES_OFF", reason: "sandbox" })
      const get = yield* reader(id)
      assert.deepStrictEqual([(yield* get(id)).body.items, (yield* get(id, "receipts")).body.items], [[], []])
    }))
})
