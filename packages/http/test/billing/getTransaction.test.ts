import { assert, layer } from "@effect/vitest"
import { Billing, newBillingTransactionId } from "@namewright/core/billing"
import type { OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { reserved } from "./ledger.ts"

const path = (organization: OrganizationId, transaction: string) =>
  `/v1/organizations/${organization}/transactions/${transaction}`

layer(TestPlatform.layer)("GET /v1/organizations/{organization_id}/transactions/{transaction_id}", (it) => {
  it.effect("200: a charge through its states", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const { capture, refund, release } = yield* Billing
      const id = yield* organization({ credit: 1_000_000 })
      const mine = yield* key(id)
      const [taken, given] = [yield* reserved(id, "a.example"), yield* reserved(id, "b.example")]
      const statusOf = (transaction: string) =>
        Effect.map(fetch("GET", path(id, transaction), undefined, { key: mine }), ({ body, status }) => {
          assert.strictEqual(status, 200)
          return [body.status, body.completed_on !== null]
        })
      assert.deepStrictEqual(yield* statusOf(taken), ["pending", false])
      yield* capture(taken)
      assert.deepStrictEqual(yield* statusOf(taken), ["succeeded", true])
      yield* refund(taken)
      assert.deepStrictEqual(yield* statusOf(taken), ["canceled", true])
      yield* release(given, "failed")
      assert.deepStrictEqual(yield* statusOf(given), ["failed", true])
    }))

  it.effect("200: a parent by the header, a suborganization its own charge", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const parent = yield* organization({ credit: 1_000_000 })
      const child = yield* organization({ parent })
      const charge = yield* reserved(child, "a.example")
      const byParent = yield* fetch("GET", path(parent, charge), undefined, {
        key: yield* key(parent),
        headers: { "x-organization-context": child }
      })
      const byChild = yield* fetch("GET", path(child, charge), undefined, { key: yield* key(child) })
      assert.deepStrictEqual([byParent.status, byChild.status], [200, 200])
      assert.deepStrictEqual(byParent.body, byChild.body)
    }))

  it.effect("404: no transaction, another organization's, and the parent's for its suborganization", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const parent = yield* organization({ credit: 1_000_000 })
      const child = yield* organization({ parent })
      const charge = yield* reserved(parent, "a.example")
      const stranger = yield* organization()
      const read = Effect.fnUntraced(function*(caller: OrganizationId, transaction: string, target = caller) {
        const { body, status } = yield* fetch("GET", path(target, transaction), undefined, { key: yield* key(caller) })
        return [status, body.code, body.billing_transaction_id]
      })
      const unknown = yield* newBillingTransactionId
      const missing = "ERROR_TRANSACTION_NOT_FOUND"
      assert.deepStrictEqual(yield* read(parent, unknown), [404, missing, unknown])
      assert.deepStrictEqual(yield* read(child, charge), [404, missing, charge])
      assert.deepStrictEqual(yield* read(stranger, charge), [404, missing, charge])
      assert.deepStrictEqual((yield* read(stranger, charge, parent)).slice(0, 2), [404, "ERROR_ORGANIZATION_NOT_FOUND"])
    }))

  it.effect("422: ids of other kinds", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const id = yield* organization()
      const { body, status } = yield* fetch("GET", path(id, "transaction_1"), undefined, { key: yield* key(id) })
      assert.deepStrictEqual([status, issuesOf(body)], [422, [["path.transaction_id", "typeid_parsing"]]])
    }))
})
