import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"

const rate = { perSecond: 100, burst: 100 }
const limited = TestPlatform.layerWith({
  rateLimits: { read: rate, write: rate, tokens: rate, names: { perSecond: 10, burst: 60 } }
})

layer(limited)("GET /v1/availability", (it) => {
  it.effect("200: a status for each name, by any credential, counted by names", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const mine = yield* key(yield* organization(), [])
      const { body, headers, status } = yield* fetch(
        "GET",
        "/v1/availability?domains=free.com&domains[]=taken-a.org&domains=claims-a.com&domains=-.com",
        undefined,
        { key: mine }
      )
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body.results.slice(0, 3), [
        { domain: "free.com", status: "available" },
        { domain: "taken-a.org", status: "unavailable" },
        { domain: "claims-a.com", status: "tmch_claim", claims_key: "2013041500/9/1/3/claims-a.com" }
      ])
      assert.deepInclude(body.results[3], { domain: "-.com", status: "error" })
      assert.strictEqual(body.results[3].error.type, "validation_error")
      assert.deepStrictEqual(body.meta, { total: 4, processing_time_ms: 0 })
      assert.deepStrictEqual(
        [headers.get("content-type"), headers.get("ratelimit-remaining")],
        ["application/json", "56"]
      )
    }))

  it.effect("422: no name, more than 50 names, and a name beyond its length", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const asked = Effect.fnUntraced(function*(query: string) {
        const { body, status } = yield* fetch("GET", `/v1/availability${query}`, undefined, {
          key: yield* key(yield* organization())
        })
        return [status, body.errors?.[0].type, body.errors?.[0].loc]
      })
      assert.deepStrictEqual(yield* asked(""), [422, "missing", ["query", "domains"]])
      const many = Array(51).fill("domains=a.com").join("&")
      assert.deepStrictEqual(yield* asked(`?${many}`), [422, "too_long", ["query", "domains"]])
      assert.deepStrictEqual(yield* asked(`?domains=${"a".repeat(1025)}`), [
        422,
        "string_too_long",
        ["query", "domains", 0]
      ])
    }))
})
