import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { registrant } from "./dnssecCaller.ts"

const path = "/v1/domains/quote"
const period = { unit: "y", value: 2 }

const orderOf = (call: { readonly contacts: Record<string, string> }, name: string) => ({
  name,
  renewal_mode: "renew",
  period,
  contacts: call.contacts
})

layer(TestPlatform.layer)("POST /v1/domains/quote", (it) => {
  it.effect("200: the price of an order, which is charged the same with the quote", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const order = orderOf(call, "quote-priced.com")
      const { body, status } = yield* call("POST", path, { command: "create", order })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual({ ...body, quote_id: null, expires_on: null }, {
        quote_id: null,
        command: "create",
        name: "quote-priced.com",
        refused: false,
        problems: [],
        checks: ["tld_policy", "contacts", "availability", "claims", "price", "funds"],
        period,
        is_premium: false,
        price: "19.00",
        tax_amount: "0.00",
        currency: "EUR",
        charges: [{ action: "create", price: "19.00", tax_amount: "0.00" }],
        expires_on: null
      })
      assert.strictEqual((yield* call("GET", "/v1/domains/quote-priced.com")).status, 404)
      const created = yield* call("POST", "/v1/domains", { ...order, quote_id: body.quote_id })
      assert.strictEqual(created.status, 201)
      const { items } = (yield* call("GET", `/v1/organizations/${call.organization}/transactions?action=create`)).body
      assert.lengthOf(items, 1)
      assert.include(Object.values(items[0]), "19.00")
    }))

  it.effect("200: the problems of an order that would be refused", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const order = orderOf(call, "taken-quote.com")
      const { body, status } = yield* call("POST", path, { command: "create", order })
      const refused = yield* call("POST", "/v1/domains", order)
      const { status: _, ...problem } = refused.body
      assert.deepStrictEqual([status, body.refused, body.quote_id, body.price], [200, true, null, null])
      assert.deepStrictEqual(body.problems, [problem])
    }))

  it.effect("409: an order with a quote that is used, has expired, or is for another order; 404 for another's", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      yield* call.register("quote-once.com")
      const renewal = { command: "renew", domain_reference: "quote-once.com", order: { period } }
      const renew = (quote_id: string, members: object = {}, by: typeof call = call) =>
        by("POST", "/v1/domains/quote-once.com/renew", { period, ...members, quote_id })
      const ask = Effect.map(call("POST", path, renewal), ({ body }) => body.quote_id as string)
      const first = yield* ask
      const other = yield* renew(first, { period: { unit: "y", value: 1 } })
      assert.deepStrictEqual([other.status, other.body.code], [409, "ERROR_QUOTE_MISMATCH"])
      assert.strictEqual((yield* renew(first)).status, 200)
      const again = yield* renew(first)
      assert.deepStrictEqual([again.status, again.body.code], [409, "ERROR_QUOTE_USED"])
      const second = yield* ask
      yield* TestClock.adjust("16 minutes")
      const late = yield* renew(second)
      assert.deepStrictEqual([late.status, late.body.code], [409, "ERROR_QUOTE_EXPIRED"])
      const stranger = yield* registrant
      yield* stranger.register("quote-stranger.com")
      const foreign = yield* stranger("POST", "/v1/domains/quote-stranger.com/renew", { period, quote_id: yield* ask })
      assert.deepStrictEqual([foreign.status, foreign.body.code], [404, "ERROR_QUOTE_NOT_FOUND"])
    }))

  it.effect("403: a key without domains:manage", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["domains:read"] })
      const body = { command: "restore", domain_reference: "nobody.com", order: {} }
      const { body: problem, status } = yield* call("POST", path, body)
      assert.deepStrictEqual([status, problem.permission], [403, "domains:manage"])
    }))

  it.effect("404: nobody's domain, and another organization's", () =>
    Effect.gen(function*() {
      const owner = yield* registrant
      yield* owner.register("quote-others.com")
      const stranger = yield* caller()
      for (const domain_reference of ["quote-others.com", "quote-nobody.com"]) {
        for (const command of ["renew", "restore"]) {
          const order = command === "renew" ? { period } : {}
          const { body, status } = yield* stranger("POST", path, { command, domain_reference, order })
          assert.deepStrictEqual([status, body.code], [404, "ERROR_DOMAIN_NOT_FOUND"])
        }
      }
    }))

  it.effect("422: without a command, or with a body that its order would refuse", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const order = orderOf(call, "quote-malformed.com")
      for (
        const body of [{ order }, { command: "create", order: { ...order, period: "soon" } }, { command: "delete" }]
      ) {
        assert.strictEqual((yield* call("POST", path, body)).status, 422)
      }
    }))
})
