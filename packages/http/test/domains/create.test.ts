import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { registrant, registrantOf } from "./dnssecCaller.ts"

const requestOf = (name: string, contacts: unknown) => ({
  name,
  renewal_mode: "expire",
  period: { unit: "y", value: 2 },
  contacts
})

layer(TestPlatform.layer)("POST /v1/domains", (it) => {
  it.effect("201: a domain with everything that was asked for, which is charged", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const { body, status } = yield* call("POST", "/v1/domains", {
        ...requestOf("Created-Here.com", call.contacts),
        nameservers: ["ns1.example.net", { hostname: "ns2.example.net" }]
      })
      assert.strictEqual(status, 201)
      assert.match(body.domain_id, /^domain_[0-9a-z]{26}$/)
      assert.deepStrictEqual([body.name, body.sld, body.tld, body.owner_id, body.renewal_mode], [
        "created-here.com",
        "created-here",
        "com",
        call.organization,
        "expire"
      ])
      assert.deepStrictEqual(body.nameservers.map((each: { readonly hostname: string }) => each.hostname), [
        "ns1.example.net",
        "ns2.example.net"
      ])
      assert.approximately((Date.parse(body.expires_on) - Date.parse(body.registered_on)) / 86_400_000, 730, 1)
      assert.deepStrictEqual((yield* call("GET", `/v1/domains/${body.domain_id}`)).body, body)
      const { items } = (yield* call("GET", `/v1/organizations/${call.organization}/transactions?action=create`)).body
      assert.deepStrictEqual(items.map((each: { readonly status: string }) => each.status), ["succeeded"])
    }))

  it.effect("201: a repeat with the key is the same domain, charged once", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const create = call("POST", "/v1/domains", requestOf("created-once.com", call.contacts), {
        "idempotency-key": "k"
      })
      const [first, second] = [yield* create, yield* create]
      assert.deepStrictEqual([first.status, second.status], [201, 201])
      assert.deepStrictEqual(second.body, first.body)
      const { total } = (yield* call("GET", `/v1/organizations/${call.organization}/transactions?action=create`)).body
      assert.strictEqual(total, 1)
    }))

  it.effect("402: an organization without money, and nothing is registered", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const call = yield* registrantOf(yield* organization())
      const { status } = yield* call("POST", "/v1/domains", requestOf("unpaid.com", call.contacts))
      assert.strictEqual(status, 402)
      assert.strictEqual((yield* call("GET", "/v1/domains/unpaid.com")).status, 404)
    }))

  it.effect("403: a key without domains:manage", () =>
    Effect.gen(function*() {
      const { contacts } = yield* registrant
      const call = yield* caller({ rights: ["domains:read"] })
      const { body, status } = yield* call("POST", "/v1/domains", requestOf("forbidden.com", contacts))
      assert.deepStrictEqual([status, body.permission], [403, "domains:manage"])
    }))

  it.effect("409: a premium name without its price for the whole term, which the answer shows as text", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const name = "premium-created.com"
      const request = requestOf(name, call.contacts)
      for (const expected of [{}, { expected_price: "2500.00" }, { expected_price: 2500 }]) {
        const { body, status } = yield* call("POST", "/v1/domains", { ...request, ...expected })
        assert.deepStrictEqual(
          [status, body.code, body.actual_price],
          [409, "ERROR_PREMIUM_PRICE_MISMATCH", "5000.00"]
        )
      }
      assert.strictEqual((yield* call("GET", `/v1/domains/${name}`)).status, 404)
    }))

  it.effect("400: an expected price of a name that is not premium; 422: a price with one decimal in its text", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const request = requestOf("plainly-created.com", call.contacts)
      const { body, status } = yield* call("POST", "/v1/domains", { ...request, expected_price: "19.00" })
      assert.deepStrictEqual([status, body.code], [400, "ERROR_PREMIUM_PRICE_NOT_APPLICABLE"])
      assert.strictEqual((yield* call("POST", "/v1/domains", { ...request, expected_price: "19.0" })).status, 422)
    }))

  it.effect("409: a name that is registered already", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      yield* call.register("created-before.com")
      const { body, status } = yield* call("POST", "/v1/domains", requestOf("created-before.com", call.contacts))
      assert.deepStrictEqual([status, body.code], [409, "ERROR_DOMAIN_EXISTS"])
    }))

  it.effect("422: a request without a period", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const { period: _, ...input } = requestOf("no-period.com", call.contacts)
      assert.strictEqual((yield* call("POST", "/v1/domains", input)).status, 422)
    }))
})
