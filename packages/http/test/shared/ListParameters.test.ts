import { assert, describe, it } from "@effect/vitest"
import { EventType } from "@namewright/core/events"
import { anyOf, Instant } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import { filterParameters } from "../../src/shared/ListParameters.ts"

const Query = Schema.Struct({
  ...filterParameters({
    type: Schema.optionalKey(anyOf(EventType, 2)),
    flag: Schema.optionalKey(Schema.Boolean),
    at: Schema.optionalKey(Instant.Instant)
  }),
  name: Schema.optionalKey(anyOf(Schema.String, 2))
})
type Query = typeof Query.Type

const decode = Schema.decodeUnknownEffect(Schema.toCodecArrayFromSingle(Schema.toCodecStringTree(Query)))

const accepted: ReadonlyArray<readonly [name: string, input: Record<string, string | Array<string>>, output: Query]> = [
  ["a single value", { type: "RENEWAL", name: "a" }, { type: ["RENEWAL"], name: ["a"] }],
  ["a repeated key", { type: ["RENEWAL", "TRANSIT"] }, { type: ["RENEWAL", "TRANSIT"] }],
  ["a list with commas", { type: "RENEWAL, TRANSIT," }, { type: ["RENEWAL", "TRANSIT"] }],
  ["a comma inside a free text", { name: "a,b" }, { name: ["a,b"] }],
  ["true", { flag: "true" }, { flag: true }],
  ["1", { flag: "1" }, { flag: true }],
  ["0", { flag: "0" }, { flag: false }],
  ["unknown parameters", { colour: "red" }, {}]
]

describe("ListParameters", () => {
  it.effect.each(accepted)("reads %s", ([, input, output]) =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* decode(input), output)
    }))

  it.effect.each([
    ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z"],
    ["2026-01-02T03:04:05+02:00", "2026-01-02T01:04:05Z"],
    ["2026-01-02T03:04:05", "2026-01-02T03:04:05Z"],
    ["2026-01-02", "2026-01-02T00:00:00Z"]
  ])("reads the instant %s", ([text, instant]) =>
    Effect.gen(function*() {
      const { at } = yield* decode({ at: text })
      assert.strictEqual(at === undefined ? undefined : Instant.format(at), instant)
    }))

  it.effect.each([
    ["too many values", { type: "RENEWAL,TRANSIT,WITHDRAW" }],
    ["too many keys", { name: ["a", "b", "c"] }],
    ["another boolean", { flag: "yes" }],
    ["a day that does not exist", { at: "2026-02-30" }]
  ])("refuses %s", ([, input]) =>
    Effect.gen(function*() {
      assert.strictEqual((yield* Effect.result(decode(input)))._tag, "Failure")
    }))

  it.effect("encodes decoded parameters", () =>
    Effect.gen(function*() {
      const query = yield* decode({ type: "RENEWAL,TRANSIT", flag: "1", at: "2026-01-02" })
      const text = yield* Schema.encodeEffect(Schema.toCodecStringTree(Query))(query)
      assert.deepStrictEqual(text, { type: ["RENEWAL", "TRANSIT"], flag: "true", at: "2026-01-02T00:00:00Z" })
    }))
})
