import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../support/TestPlatform.ts"

const unlimited = { perSecond: 1e6, burst: 1e6 }
const scarce = { perSecond: 1, burst: 2 }
const platform = TestPlatform.layerWith({
  rateLimits: { read: scarce, write: scarce, names: { perSecond: 1, burst: 10 }, tokens: unlimited }
})

layer(platform)("Authentication", (it) => {
  describe("401", () => {
    it.effect("without a credential", () =>
      Effect.gen(function*() {
        const { fetch } = yield* TestPlatform
        const { body, headers, status } = yield* fetch("GET", "/v1/events")
        assert.strictEqual(status, 401)
        assert.strictEqual(headers.get("www-authenticate"), "Bearer")
        assert.deepStrictEqual(body, {
          type: "authentication",
          title: "Authentication Error",
          status: 401,
          code: "ERROR_AUTHENTICATION",
          detail: "Send an API key in the header X-Api-Key, or an access token in the header Authorization",
          errors: [],
          reason: "missing"
        })
      }))

    it.effect.each([
      { authorization: "Basic a2V5OmtleQ==" },
      { authorization: "Bearer" },
      { authorization: "Bearer a b" },
      { "x-api-key": "" }
    ])("with nothing that is a credential: %j", (headers) =>
      Effect.gen(function*() {
        const { fetch } = yield* TestPlatform
        assert.strictEqual((yield* fetch("GET", "/v1/events", undefined, { headers })).status, 401)
      }))

    it.effect("with an invalid token and a valid key, because the token takes precedence", () =>
      Effect.gen(function*() {
        const { fetch, key, organization, person } = yield* TestPlatform
        const mine = yield* key(yield* organization())
        const headers = { authorization: "Bearer wrong" }
        assert.strictEqual((yield* fetch("GET", "/v1/events", undefined, { key: mine, headers })).status, 401)
        const bearer = { authorization: `bearer ${yield* person(yield* organization())}` }
        assert.strictEqual(
          (yield* fetch("GET", "/v1/events", undefined, { key: "wrong", headers: bearer })).status,
          200
        )
      }))
  })

  describe("429", () => {
    it.effect("when a credential sends too many requests; another credential is served", () =>
      Effect.gen(function*() {
        const { fetch, key, organization } = yield* TestPlatform
        const mine = yield* key(yield* organization())
        const ask = fetch("GET", "/v1/events", undefined, { key: mine })
        assert.strictEqual((yield* ask).headers.get("ratelimit-remaining"), "1")
        yield* ask
        const { body, headers, status } = yield* ask
        assert.deepStrictEqual(
          [status, body.code, body.type, headers.get("retry-after"), headers.get("ratelimit-remaining")],
          [429, "ERROR_RATE_LIMITED", "rate-limited", "1", "0"]
        )
        const other = yield* key(yield* organization())
        assert.strictEqual((yield* fetch("GET", "/v1/events", undefined, { key: other })).status, 200)
        yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* ask).status, 200)
      }))

    it.effect("each name of a check is counted", () =>
      Effect.gen(function*() {
        const { fetch, key, organization } = yield* TestPlatform
        const mine = yield* key(yield* organization())
        const { headers, status } = yield* fetch("GET", "/v1/domains/check?domains=a.com&domains[]=b.com", undefined, {
          key: mine
        })
        assert.deepStrictEqual([status, headers.get("ratelimit-remaining")], [200, "8"])
        const one = yield* fetch("GET", "/v1/domains/check?domains=a.com", undefined, { key: mine })
        assert.strictEqual(one.headers.get("ratelimit-remaining"), "7")
      }))

    it.effect("reads and writes are counted separately, and failures have the headers as well", () =>
      Effect.gen(function*() {
        const { fetch, key, organization } = yield* TestPlatform
        const mine = yield* key(yield* organization())
        const write = fetch("PATCH", "/v1/events/event_00000000000000000000000000", undefined, { key: mine })
        yield* write
        const missing = yield* write
        assert.deepStrictEqual([missing.status, missing.headers.get("ratelimit-remaining")], [404, "0"])
        assert.strictEqual((yield* write).status, 429)
        assert.strictEqual((yield* fetch("GET", "/v1/events", undefined, { key: mine })).status, 200)
      }))
  })
})
