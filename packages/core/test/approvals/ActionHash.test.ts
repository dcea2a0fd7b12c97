import { assert, describe, it } from "@effect/vitest"
import { actionHash, type NormalizedAction } from "@namewright/core/approvals"
import { Effect, Option, Schema } from "effect"

const renewal: NormalizedAction = {
  operation_id: "renewDomain",
  path_params: { domain_reference: "example.com" },
  query: { dry: "1", tag: ["a", "b"] },
  body: { period: { unit: "y", value: 1 }, expected_price: null },
  organization_context: null
}

/** Actions that each differ from the renewal in one respect. */
const others: ReadonlyArray<readonly [string, Partial<NormalizedAction>]> = [
  ["operation", { operation_id: "restoreDomain" }],
  ["path parameter", { path_params: { domain_reference: "example.net" } }],
  ["query", { query: { dry: "0", tag: ["a", "b"] } }],
  ["order of a repeated parameter", { query: { dry: "1", tag: ["b", "a"] } }],
  ["one value instead of a list of one", { query: { dry: ["1"], tag: ["a", "b"] } }],
  ["member of the body", { body: { period: { unit: "y", value: 2 }, expected_price: null } }],
  ["absent member", { body: { period: { unit: "y", value: 1 } } }],
  ["type of a value", { body: { period: { unit: "y", value: "1" }, expected_price: null } }],
  ["no body", { body: undefined }],
  ["null as body", { body: null }],
  ["organization", { organization_context: "organization_01h455vb4pex5vsknk084sn02q" }],
  ["a set of domains", { domain_ids: [] }],
  ["another set of domains", { domain_ids: ["domain_1"] }],
  ["the REST interface", { protocol: "rest" }],
  ["a condition", { if_match: "\"1\"" }],
  ["another condition", { if_match: "*" }]
]

describe("actionHash", () => {
  it.effect("is 64 hexadecimal digits of the canonical text", () =>
    Effect.gen(function*() {
      const action = { operation_id: "a", path_params: {}, query: {}, body: undefined, organization_context: null }
      const text = `{"operationId":"a","organizationContext":null,"pathParams":{},"query":{}}`
      const digest = yield* Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))
      assert.strictEqual(yield* actionHash(action), Buffer.from(digest).toString("hex"))
    }))

  it.effect("does not depend on the order of members, parameters and domains", () =>
    Effect.gen(function*() {
      const same: NormalizedAction = {
        organization_context: null,
        body: { expected_price: null, period: { value: 1.0, unit: "y" } },
        query: { tag: ["a", "b"], dry: "1" },
        path_params: { domain_reference: "example.com" },
        operation_id: "renewDomain"
      }
      assert.strictEqual(yield* actionHash(same), yield* actionHash(renewal))
      const found = { ...renewal, domain_ids: ["domain_1", "domain_2"] }
      assert.strictEqual(
        yield* actionHash({ ...found, domain_ids: found.domain_ids.toReversed() }),
        yield* actionHash(found)
      )
    }))

  it.effect("differs for everything that is bound", () =>
    Effect.gen(function*() {
      const hashes = yield* Effect.forEach(
        [renewal, ...others.map(([, change]) => ({ ...renewal, ...change }))],
        actionHash
      )
      assert.strictEqual(new Set(hashes).size, others.length + 1)
    }))

  it.effect("refuses a body that JSON cannot represent exactly, so that its hash equals no other", () =>
    Effect.gen(function*() {
      for (const text of [`{"n":1e999}`, String.raw`{"s":"\ud800"}`]) {
        const { issues } = yield* Effect.flip(actionHash({ ...renewal, body: JSON.parse(text) }))
        assert.deepStrictEqual(issues.map(({ loc }) => loc), [["body"]])
      }
    }))

  it.effect.prop(
    "differs for bodies whose text differs, and for them only",
    [Schema.Json, Schema.Json],
    ([first, second]) =>
      Effect.gen(function*() {
        const hashes = yield* Effect.forEach(
          [first, structuredClone(first), second],
          (body) => Effect.option(actionHash({ ...renewal, body }))
        )
        const [a, copy, b] = hashes.map(Option.getOrUndefined)
        assert.strictEqual(a, copy)
        if (a === undefined || b === undefined) return
        assert.strictEqual(a === b, equal(first, second))
      })
  )
})

/** Compares two JSON values recursively. */
const equal = (a: unknown, b: unknown): boolean => {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))]
  return left.size === right.size
    && [...left].every(([name, member]) => right.has(name) && equal(member, right.get(name)))
}
