import { assert, layer } from "@effect/vitest"
import type { TldSpec } from "@namewright/core/tlds"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"

const names = (body: { readonly tlds: ReadonlyArray<Pick<TldSpec, "tlds">> }) =>
  body.tlds.flatMap(({ tlds }) => tlds.map(({ name }) => name))

const asked = Effect.fnUntraced(function*(path: string, headers: Record<string, string> = {}) {
  const { fetch, key, organization } = yield* TestPlatform
  return yield* fetch("GET", path, undefined, {
    key: yield* key(yield* organization(), ["organization:read"]),
    headers
  })
})

layer(TestPlatform.layer)("GET /v1/tlds", (it) => {
  it.effect("200: every specification, with and without a slash at the end", () =>
    Effect.gen(function*() {
      const plain = yield* asked("/v1/tlds")
      const slashed = yield* asked("/v1/tlds/")
      assert.deepStrictEqual([plain.status, slashed.status], [200, 200])
      assert.deepStrictEqual(slashed.body, plain.body)
      const sorted = names(plain.body)
      assert.isAtLeast(sorted.length, 60)
      for (const name of ["com", "de", "co.uk", "eu", "se", "no"]) assert.include(sorted, name)
      assert.deepStrictEqual(
        plain.body.tlds.find((spec: TldSpec) => spec.tlds[0].name === "com").domain_lifecycle.add_grace_period,
        "P5D"
      )
    }))

  it.effect("200: the TLDs named, in any of the notations", () =>
    Effect.gen(function*() {
      for (
        const query of ["tlds=com,DE,.co.uk", "tlds=com&tlds=de&tlds=co.uk", "tlds[]=com&tlds[]=de&tlds[]=co.uk"]
      ) {
        const { body } = yield* asked(`/v1/tlds?${query}`)
        assert.deepStrictEqual(names(body).filter((name) => !/^(?:me|org)?\.?uk$/.test(name)), ["com", "de", "co.uk"])
      }
      assert.deepStrictEqual((yield* asked("/v1/tlds?tlds=unknown")).body, { tlds: [] })
      assert.isAtLeast((yield* asked("/v1/tlds?tlds=&fields=")).body.tlds.length, 60)
    }))

  it.effect("200: the sections named, and nothing else", () =>
    Effect.gen(function*() {
      const { body } = yield* asked("/v1/tlds?tlds=com&fields=enabled,tlds&fields=characters")
      assert.deepStrictEqual(body, {
        tlds: [{
          enabled: true,
          tlds: [{ name: "com", type: "gTLD", third_level_structure: [] }],
          characters: { min: 1, max: 63 }
        }]
      })
    }))

  it.effect("304: the caller has the list already, and only that list", () =>
    Effect.gen(function*() {
      const first = yield* asked("/v1/tlds?tlds=com")
      const etag = first.headers.get("etag") ?? ""
      assert.match(etag, /^"[\w-]{20,}"$/)
      assert.strictEqual(first.headers.get("cache-control"), "private, max-age=300")

      const again = yield* asked("/v1/tlds?tlds=com", { "if-none-match": `"other", ${etag}` })
      assert.deepStrictEqual([again.status, again.body, again.headers.get("etag")], [304, undefined, etag])
      assert.strictEqual((yield* asked("/v1/tlds?tlds=net", { "if-none-match": etag })).status, 200)
      assert.strictEqual((yield* asked("/v1/tlds?tlds=com", { "if-none-match": `"other"` })).status, 200)
    }))

  it.effect("401, 403: no key, and a key without the right", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      assert.strictEqual((yield* fetch("GET", "/v1/tlds")).status, 401)
      const weak = yield* key(yield* organization(), ["domains:read"])
      const { body, status } = yield* fetch("GET", "/v1/tlds", undefined, { key: weak })
      assert.deepStrictEqual([status, body.code, body.permission], [
        403,
        "ERROR_PERMISSION_DENIED",
        "organization:read"
      ])
    }))

  it.effect("422: a section that does not exist", () =>
    Effect.gen(function*() {
      const { body, status } = yield* asked("/v1/tlds?fields=enabled,prices,colour")
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(body.errors.map(({ input }: { input: unknown }) => input), ["prices", "colour"])
    }))
})
