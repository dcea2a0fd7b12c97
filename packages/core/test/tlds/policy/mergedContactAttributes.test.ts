import { assert, describe, it } from "@effect/vitest"
import { attributeValueIssues, mergedContactAttributes, TldCatalog } from "@namewright/core/tlds"
import { Effect, Option, Schema } from "effect"

const specOf = (tld: string) =>
  Effect.gen(function*() {
    const { find } = yield* TldCatalog
    return Option.getOrThrow(yield* find(tld))
  }).pipe(Effect.provide(TldCatalog.layer))

const possible = ["US_NEXUS_CATEGORY", "US_APP_PURPOSE", "US_NEXUS_COUNTRY_CODE"]
const unknown = ["SIDN_LEGAL_FORM", "colour"]
const Attributes = Schema.Array(
  Schema.Tuple([Schema.Literals([...possible, ...unknown]), Schema.Literals(["", "a", "b"])])
).check(Schema.isMaxLength(6))

describe("mergedContactAttributes", () => {
  it.effect.prop(
    "takes the value of the request, otherwise that of the set, for every key",
    [Attributes, Attributes],
    ([set, request]) =>
      Effect.gen(function*() {
        const spec = yield* specOf("us")
        const linked: Record<string, string> = Object.fromEntries(set)
        const inline: Record<string, string> = Object.fromEntries(request)
        const merged = mergedContactAttributes(spec, linked, inline)
        for (const key of [...possible, ...unknown]) {
          const isPossible = possible.includes(key)
          // An obsolete key of a set is left out; an unknown key of a request stays, and is refused.
          const value = inline[key] ?? (isPossible ? linked[key] : undefined)
          assert.strictEqual(merged[key], isPossible && value === "" ? undefined : value, key)
        }
        assert.deepStrictEqual(
          mergedContactAttributes(spec, merged, {}),
          Object.fromEntries(
            Object.entries(merged).filter(([key]) => possible.includes(key))
          )
        )
        assert.deepStrictEqual(mergedContactAttributes(spec, linked, merged), {
          ...mergedContactAttributes(spec, linked, {}),
          ...merged
        })
      }),
    { arbitrary: { runs: 300 } }
  )
})

describe("attributeValueIssues", () => {
  it.effect("names unknown keys, and values that no role permits", () =>
    Effect.gen(function*() {
      const us = yield* specOf("us")
      const issues = attributeValueIssues(us, {
        US_NEXUS_CATEGORY: "C99",
        US_APP_PURPOSE: "P1",
        US_NEXUS_COUNTRY_CODE: "ZZ",
        colour: "red"
      })
      assert.deepStrictEqual(issues.map(({ key, type }) => [key, type]), [
        ["US_NEXUS_CATEGORY", "enum"],
        ["US_NEXUS_COUNTRY_CODE", "value_error"],
        ["colour", "extra_forbidden"]
      ])
      const ca = yield* specOf("ca")
      // A value of the registrant only, and one of both roles.
      for (const CIRA_CPR of ["CCO", "CCT"]) assert.deepStrictEqual(attributeValueIssues(ca, { CIRA_CPR }), [])
      assert.deepStrictEqual(attributeValueIssues(ca, { CIRA_CPR: "P1" }).map(({ type }) => type), ["enum"])
      assert.deepStrictEqual(attributeValueIssues(yield* specOf("com"), { CIRA_CPR: "CCO" }).length, 1)
    }))
})
