import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import type { ValueBounds } from "../../src/shared/endOfValue.ts"
import { readList } from "../../src/shared/readList.ts"

const unbounded = { characters: Infinity, containers: Infinity }

const read = (text: string) =>
  Effect.sync(() => {
    const sent = readList(text, "commands", unbounded)
    const commands = sent.entries === undefined ? undefined : Result.all([...sent.entries])
    const frame = sent.frame()
    if (Result.isFailure(frame) || (commands !== undefined && Result.isFailure(commands))) return undefined
    const all: ReadonlyArray<unknown> | undefined = commands?.success.map(({ value }) => value)
    return { frame: frame.success.value, commands: all }
  })

const failures = (text: string, bounds: ValueBounds) =>
  [...readList(text, "commands", bounds).entries ?? []].map((entry) => Result.isFailure(entry) ? entry.failure : "read")

describe("readList", () => {
  it.effect.prop(
    "accepts the same text as a parser",
    [Schema.Array(Schema.Json), Schema.Json, Schema.Boolean],
    ([commands, other, spaced]) =>
      Effect.gen(function*() {
        const body = { label: other, commands, paused: [other, { commands: [1] }] }
        const text = JSON.stringify(body, undefined, spaced ? 2 : 0)
        const parsed = JSON.parse(text) as { readonly commands: ReadonlyArray<unknown> }
        assert.deepStrictEqual(yield* read(text), { frame: { ...parsed, commands: [] }, commands: parsed.commands })
      })
  )

  it.effect.prop(
    "refuses the same text as a parser",
    [Schema.String, Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))],
    ([cut, at]) =>
      Effect.gen(function*() {
        const whole = JSON.stringify({ commands: [{ a: "x\"y\\" }, 1, "z"], label: "l" })
        const position = at % whole.length
        const text = whole.slice(0, position) + cut + whole.slice(position + 1)
        const sent = yield* read(text)
        assert.deepStrictEqual(sent === undefined ? undefined : together(sent), parsed(text))
      })
  )

  it.effect("uses the last of several lists, and reads bodies without one", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* read("{\"comm\\u0061nds\":[ ]}"), { frame: { commands: [] }, commands: [] })
      assert.deepStrictEqual(yield* read("{\"commands\":7}"), { frame: { commands: 7 }, commands: undefined })
      assert.deepStrictEqual(yield* read("[1]"), { frame: [1], commands: undefined })
      assert.isUndefined(yield* read("{\"commands\":[1,]}"))
      assert.isUndefined(yield* read("{\"commands\":[1 2]}"))
      assert.isUndefined(yield* read("{\"commands\":[,]}"))
      assert.isUndefined(yield* read("{\"commands\":[1]"))
    }))

  it("ends with an entry that exceeds its bounds", () => {
    const text = "{\"commands\":[{},[{},{}],\"abcdef\",{}]}"
    assert.deepStrictEqual(failures(text, { characters: 8, containers: 3 }), ["read", "read", "read", "read"])
    assert.deepStrictEqual(failures(text, { characters: 100, containers: 2 }), ["read", "too large"])
    assert.deepStrictEqual(failures(text, { characters: 6, containers: 3 }), ["read", "too large"])
  })

  it("does not parse more than 100,000 characters besides the list", () => {
    const framed = (length: number) => readList(`{"label":"${"x".repeat(length)}"}`, "commands", unbounded).frame()
    assert.isTrue(Result.isSuccess(framed(99_000)))
    assert.deepStrictEqual(framed(100_000), Result.fail("too large"))
  })

  it.effect("refuses unclosed brackets", () =>
    Effect.gen(function*() {
      assert.isUndefined(yield* read(`{"commands":[${"[".repeat(100_000)}`))
    }))
})

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const together = (
  { commands, frame }: { readonly commands: ReadonlyArray<unknown> | undefined; readonly frame: unknown }
) => commands === undefined ? frame : { ...frame as object, commands }
