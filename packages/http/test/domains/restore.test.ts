import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { registrant } from "./dnssecCaller.ts"

/** Customer with a domain in redemption. */
const deleted = Effect.fnUntraced(function*(name: string) {
  const call = yield* registrant
  const domain = yield* call.register(name)
  yield* TestClock.adjust("6 days")
  assert.strictEqual((yield* call("DELETE", `/v1/domains/${name}`)).status, 204)
  return Object.assign(call, { domain })
})

layer(TestPlatform.layer)("POST /v1/domains/{domain_reference}/restore", (it) => {
  it.effect("200: the restored domain, with a charge", () =>
    Effect.gen(function*() {
      const call = yield* deleted("restored.com")
      const { body, status } = yield* call("POST", "/v1/domains/restored.com/restore", { reason: "A mistake" })
      assert.strictEqual(status, 200)
      const now = (yield* call("GET", "/v1/domains/restored.com")).body
      assert.match(body.restored_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      assert.deepStrictEqual(body, {
        domain_id: call.domain.domain_id,
        name: "restored.com",
        restored_at: body.restored_at,
        registry_statuses: now.registry_statuses,
        expires_on: now.expires_on
      })
      assert.notInclude(now.registry_statuses, "redemptionPeriod")
      assert.notInclude(now.registry_statuses, "pendingDelete")
      const { items } = (yield* call("GET", `/v1/organizations/${call.organization}/transactions?action=restore`)).body
      assert.deepStrictEqual(items.map((each: { readonly status: string }) => each.status), ["succeeded"])
    }))

  it.effect("200: the same response to a repeat with the key, charged once", () =>
    Effect.gen(function*() {
      const call = yield* deleted("restored-once.com")
      const restore = call("POST", `/v1/domains/${call.domain.domain_id}/restore`, {}, { "idempotency-key": "k" })
      const [first, second] = [yield* restore, yield* restore]
      assert.deepStrictEqual([first.status, second.status], [200, 200])
      assert.deepStrictEqual(second.body, first.body)
      const { total } = (yield* call("GET", `/v1/organizations/${call.organization}/transactions?action=restore`)).body
      assert.strictEqual(total, 1)
    }))

  it.effect("403: a key without domains:manage", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["domains:read", "domains:delete"] })
      const { body, status } = yield* call("POST", "/v1/domains/nobody.com/restore", {})
      assert.deepStrictEqual([status, body.permission], [403, "domains:manage"])
    }))

  it.effect("404: another organization's domain stays deleted", () =>
    Effect.gen(function*() {
      const call = yield* deleted("restore-others.com")
      const stranger = yield* caller()
      const { body, status } = yield* stranger("POST", "/v1/domains/restore-others.com/restore", {})
      assert.deepStrictEqual([status, body.code], [404, "ERROR_DOMAIN_NOT_FOUND"])
      assert.include((yield* call("GET", "/v1/domains/restore-others.com")).body.registry_statuses, "redemptionPeriod")
    }))

  it.effect("409: a domain that is not deleted", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      yield* call.register("not-deleted.com")
      assert.strictEqual((yield* call("POST", "/v1/domains/not-deleted.com/restore", {})).status, 409)
    }))
})
