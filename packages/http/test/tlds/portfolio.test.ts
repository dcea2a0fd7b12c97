import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"

const asked = Effect.fnUntraced(function*(path: string, headers: Record<string, string> = {}) {
  const { fetch, key, organization } = yield* TestPlatform
  return yield* fetch("GET", path, undefined, {
    key: yield* key(yield* organization(), ["organization:read"]),
    headers
  })
})

layer(TestPlatform.layer)("GET /v1/tlds/portfolio", (it) => {
  it.effect("200: every TLD that can be used, by name", () =>
    Effect.gen(function*() {
      const { body, status } = yield* asked("/v1/tlds/portfolio")
      assert.strictEqual(status, 200)
      assert.deepInclude(body, { tld: "com", type: "gTLD" })
      assert.deepInclude(body, { tld: "co.uk", type: "ccTLD" })
      const names = body.map(({ tld }: { tld: string }) => tld)
      assert.deepStrictEqual(names, [...names].toSorted())
    }))

  it.effect("200: an object for callers that request one", () =>
    Effect.gen(function*() {
      const { body: list } = yield* asked("/v1/tlds/portfolio")
      const wrapped = { tlds: list, total: list.length }
      assert.deepStrictEqual((yield* asked("/v1/tlds/portfolio?wrap=true")).body, wrapped)
      const accepted = yield* asked("/v1/tlds/portfolio", { accept: "application/vnd.wrapped+json" })
      assert.deepStrictEqual(accepted.body, wrapped)
    }))

  it.effect("401, 403: no key, and a key without the right", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      assert.strictEqual((yield* fetch("GET", "/v1/tlds/portfolio")).status, 401)
      const weak = yield* key(yield* organization(), ["events:read"])
      assert.strictEqual((yield* fetch("GET", "/v1/tlds/portfolio", undefined, { key: weak })).status, 403)
    }))
})
