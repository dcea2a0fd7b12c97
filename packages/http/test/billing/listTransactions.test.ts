import { assert, layer } from "@effect/vitest"
import { Billing, TaxRateUnits, Wallets } from "@namewright/core/billing"
import { OrganizationOperations } from "@namewright/core/organizations"
import { Money, newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { reserved } from "./ledger.ts"

const caller = Effect.fnUntraced(function*(of?: OrganizationId) {
  const { fetch, key, organization } = yield* TestPlatform
  const id = of ?? (yield* organization({ credit: 1_000_000 }))
  const name = yield* key(id, ["billing:read"])
  const get = (organization: OrganizationId, query = "", context?: string) =>
    fetch("GET", `/v1/organizations/${organization}/transactions${query}`, undefined, {
      key: name,
      headers: context === undefined ? {} : { "x-organization-context": context }
    })
  return { id, get }
})

const references = ({ body }: { readonly body: any }) => body.items.map((item: any) => item.product_reference)

layer(TestPlatform.layer)("GET /v1/organizations/{organization_id}/transactions", (it) => {
  it.effect("200: amounts as decimals, nothing charged in the sandbox", () =>
    Effect.gen(function*() {
      const { changeTerms } = yield* OrganizationOperations
      const { get, id } = yield* caller()
      yield* changeTerms(id, { tax_rate: TaxRateUnits.make(190_000) })
      yield* TestClock.adjust("1 minute")
      const charge = yield* reserved(id, "a.example")
      const { body, status } = yield* get(id)
      assert.deepStrictEqual([status, body.total, body.page, body.page_size], [200, 2, 1, 10])
      const [{ created_on, updated_on, ...first }, second] = body.items
      assert.match(created_on, /Z$/)
      assert.strictEqual(created_on, updated_on)
      assert.deepStrictEqual(first, {
        billing_transaction_id: charge,
        organization_id: id,
        product_type: "domain",
        product_reference: "a.example",
        action: "create",
        status: "pending",
        volume: "2",
        unit: "y",
        price: "20.00",
        tax_rate: "19.00",
        tax_amount: "3.80",
        amount: "0.00",
        currency: "EUR",
        completed_on: null
      })
      assert.deepInclude(second, { product_type: "account_wallet", action: "wallet_top_up", status: "succeeded" })
      assert.deepInclude(second, { price: "10000.00", tax_rate: "0.00", volume: "1", unit: null })
    }))

  it.effect("200: an adjustment as a service fee, never as a top-up; a credit with a negative price", () =>
    Effect.gen(function*() {
      const { adjust } = yield* Wallets
      const { get, id } = yield* caller()
      yield* adjust({ organization_id: id, amount: Money.MinorUnits.make(700), reference: "credit note 1" })
      yield* adjust({ organization_id: id, amount: Money.MinorUnits.make(-200), reference: "fee 1" })
      const { body } = yield* get(id, "?action=service_fee&product_type=account_wallet")
      assert.sameDeepMembers(
        body.items.map((item: any) => [item.product_reference, item.price, item.amount]),
        [["credit note 1", "-7.00", "0.00"], ["fee 1", "2.00", "0.00"]]
      )
      assert.deepStrictEqual(references(yield* get(id, "?action=wallet_top_up")), ["starting credit"])
    }))

  it.effect("200: by every filter and sort", () =>
    Effect.gen(function*() {
      const { capture } = yield* Billing
      const { get, id } = yield* caller()
      yield* TestClock.setTime(Date.parse("2030-01-01T00:00:00Z"))
      yield* capture(yield* reserved(id, "a.example"))
      yield* TestClock.setTime(Date.parse("2030-02-01T00:00:00Z"))
      yield* reserved(id, "b.example", "renew")
      const found = Effect.fnUntraced(function*(query: string) {
        return references(yield* get(id, `?sort_order=asc&${query}`))
      })
      assert.deepStrictEqual(yield* found("product_type=domain"), ["a.example", "b.example"])
      assert.deepStrictEqual(yield* found("product_reference=b.example"), ["b.example"])
      assert.deepStrictEqual(yield* found("action=renew"), ["b.example"])
      assert.deepStrictEqual(yield* found("status=pending"), ["b.example"])
      assert.deepStrictEqual(yield* found("created_after=2030-01-15"), ["b.example"])
      assert.deepStrictEqual(yield* found("created_before=2030-01-01T00:00:00Z&product_type=domain"), [])
      assert.deepStrictEqual(
        yield* found("completed_after=2029-12-31&completed_before=2030-01-02&product_type=domain"),
        ["a.example"]
      )
      assert.deepStrictEqual(yield* found("sort_by=product_type"), ["starting credit", "a.example", "b.example"])
      assert.deepStrictEqual(yield* found("sort_by=action&product_type=domain"), ["a.example", "b.example"])
      assert.deepStrictEqual((yield* found("sort_by=completed_on")).at(-1), "b.example")
      assert.deepStrictEqual(references(yield* get(id, "?sort_by=status&page=2&page_size=2")).length, 1)
    }))

  it.effect("200: a parent for its suborganization, by path and by header; a suborganization what it incurred", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const parent = yield* caller()
      const child = yield* caller(yield* organization({ parent: parent.id }))
      yield* reserved(parent.id, "parent.example")
      yield* TestClock.adjust("1 minute")
      yield* reserved(child.id, "child.example")
      assert.deepStrictEqual(references(yield* parent.get(parent.id, "?product_type=domain")), [
        "child.example",
        "parent.example"
      ])
      for (
        const answer of [
          yield* parent.get(child.id),
          yield* parent.get(parent.id, "", child.id),
          yield* child.get(child.id)
        ]
      ) {
        assert.deepStrictEqual(references(answer), ["child.example"])
      }
    }))

  it.effect("403: a header that names no suborganization of the caller's", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const parent = yield* caller()
      const child = yield* caller(yield* organization({ parent: parent.id }))
      const sibling = yield* organization({ parent: parent.id })
      for (const context of [parent.id, yield* organization(), yield* newOrganizationId]) {
        const { body, status } = yield* parent.get(parent.id, "", context)
        assert.deepStrictEqual([status, body.code], [403, "ERROR_PERMISSION_DENIED"])
      }
      assert.strictEqual((yield* child.get(child.id, "", sibling)).status, 403)
    }))

  it.effect("404: strangers, and the parent for its suborganization", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const parent = yield* caller()
      const child = yield* caller(yield* organization({ parent: parent.id }))
      assert.strictEqual((yield* child.get(parent.id)).status, 404)
      const { body, status } = yield* parent.get(yield* organization())
      assert.deepStrictEqual([status, body.code], [404, "ERROR_ORGANIZATION_NOT_FOUND"])
    }))

  it.effect("422: every parameter and header that is wrong", () =>
    Effect.gen(function*() {
      const { get, id } = yield* caller()
      const { body, status } = yield* get(
        id,
        "?product_type=car&action=buy&status=done&created_after=yesterday&product_reference=&sort_by=amount",
        "child"
      )
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(issuesOf(body).toSorted(), [
        ["header.x-organization-context", "typeid_parsing"],
        ["query.action", "enum"],
        ["query.created_after", "datetime_parsing"],
        ["query.product_reference", "string_too_short"],
        ["query.product_type", "enum"],
        ["query.sort_by", "enum"],
        ["query.status", "enum"]
      ])
    }))
})
