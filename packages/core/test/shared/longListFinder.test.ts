import { assert, describe, it } from "@effect/vitest"
import { decodeInput, inputIssues, longListFinder } from "@namewright/core/shared"
import { Result, Schema } from "effect"

const atMostTwo = Schema.isMaxLength(2)
const Names = Schema.Array(Schema.String).check(atMostTwo)
const Hosts = Schema.Array(
  Schema.Union([
    Schema.String,
    Schema.Struct({ host: Schema.String, addresses: Schema.optionalKey(Schema.NullOr(Names)) })
  ])
)
const Command = Schema.Union([
  Schema.Struct({ command: Schema.Literal("one"), payload: Schema.Unknown }),
  Schema.Struct({ command: Schema.Literal("many"), payload: Schema.Struct({ names: Names }) })
])

const found = (schema: Schema.Top, input: unknown) => {
  const issue = longListFinder(schema)?.(input)
  return issue === undefined ? [] : inputIssues(issue, "body").map(({ loc, type }) => `${loc.join(".")} ${type}`)
}

describe("longListFinder", () => {
  it("finds lists in objects, lists and alternatives", () => {
    const long = ["a", "b", "c"]
    assert.deepStrictEqual(found(Names, long), ["body too_long"])
    assert.deepStrictEqual(found(Names, ["a", 1]), [])
    assert.deepStrictEqual(found(Names, "abc"), [])
    assert.deepStrictEqual(found(Hosts, ["a", { host: 1, addresses: long }]), ["body.1.addresses too_long"])
    assert.deepStrictEqual(found(Hosts, [{ host: "a", addresses: null }, { host: "b" }, ...long]), [])
    assert.deepStrictEqual(found(Command, { command: "many", payload: { names: long } }), [
      "body.payload.names too_long"
    ])
    assert.deepStrictEqual(found(Command, { command: "one", payload: { names: long } }), [])
  })

  it("finds lists whose entries are transformed, and none where lists are not bounded", () => {
    const Numbers = Schema.Struct({ numbers: Schema.Array(Schema.NumberFromString).check(atMostTwo) })
    assert.deepStrictEqual(found(Numbers, { numbers: [1, 2, 3] }), ["body.numbers too_long"])
    assert.isUndefined(longListFinder(Schema.Struct({ names: Schema.Array(Schema.String) })))
  })

  it("keeps the entries of a list that is too long from being decoded", () => {
    let decoded = 0
    const Counted = Schema.Array(Schema.Unknown.check(Schema.makeFilter(() => {
      decoded++
      return true
    }))).check(atMostTwo)
    assert.isTrue(Result.isFailure(decodeInput(Counted)([1, 2, 3])))
    assert.strictEqual(decoded, 0)
    assert.isTrue(Result.isSuccess(decodeInput(Counted)([1, 2])))
    assert.strictEqual(decoded, 2)
  })
})
