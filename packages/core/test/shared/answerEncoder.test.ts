import { assert, describe, it } from "@effect/vitest"
import { Instant } from "@namewright/core/shared"
import { DateTime, Option, Schema, SchemaGetter } from "effect"
import { answerEncoder } from "../../src/shared/answerEncoder.ts"

const at = DateTime.makeUnsafe("2025-03-01T10:20:30Z")

interface Tree {
  readonly at: Instant.Instant
  readonly below: ReadonlyArray<Tree>
}
interface WrittenTree {
  readonly at: string
  readonly below: ReadonlyArray<WrittenTree>
}
const Tree = Schema.Struct({
  at: Instant.Instant,
  below: Schema.Array(Schema.suspend((): Schema.Codec<Tree, WrittenTree> => Tree))
})

const Inner = Schema.Struct({ a: Schema.String, at: Schema.NullOr(Instant.Instant) })
const Outer = Schema.Struct({
  first: Inner,
  items: Schema.Array(Inner),
  some: Schema.optionalKey(Inner),
  words: Schema.Record(Schema.String, Schema.String),
  dates: Schema.Record(Schema.String, Instant.Instant)
})

const outer = {
  first: { a: "1", at: null },
  items: [{ a: "2", at }, { a: "3", at: null }],
  words: { x: "y" },
  dates: { z: at }
}

/** JSON by the encoder, and by the schema. */
const texts = <A, E>(schema: Schema.Codec<A, E>, value: A): [string, string] => [
  JSON.stringify(answerEncoder(schema)(value)),
  JSON.stringify(Schema.encodeSync(schema)(value))
]

describe("answerEncoder", () => {
  it("encodes nested values without changing its input", () => {
    assert.strictEqual(...texts(Outer, outer))
    assert.strictEqual(...texts(Outer, { ...outer, some: { a: "4", at } }))
    assert.strictEqual(outer.items[0]?.at, at)
  })

  it("omits members that the schema does not have, at every depth", () => {
    const inner = { a: "1", at, secret: "x" }
    const whole = { ...outer, first: inner, items: [inner], some: inner, secret: "y" }
    assert.strictEqual(...texts(Outer, whole))
    assert.strictEqual(...texts(Schema.Array(Schema.Struct({ a: Schema.String })), [inner]))
  })

  it("orders the members by the schema", () => {
    assert.strictEqual(...texts(Inner, { at, a: "1" }))
    assert.strictEqual(...texts(Outer, { dates: outer.dates, words: {}, items: [], first: outer.first }))
  })

  it("encodes recursive schemas", () => {
    assert.strictEqual(...texts(Tree, { at, below: [{ at, below: [] }, { at, below: [{ at, below: [] }] }] }))
  })

  it("uses the schema for unsupported schemas", () => {
    const either = Schema.Union([
      Schema.Struct({ type: Schema.Literal("one"), at: Instant.Instant }),
      Schema.Struct({ type: Schema.Literal("two"), a: Schema.String })
    ])
    assert.strictEqual(...texts(Schema.Array(either), [{ type: "one", at }, { type: "two", a: "b" }]))
    assert.strictEqual(...texts(Schema.Tuple([Schema.String, Instant.Instant]), ["a", at]))
    const present = Schema.optionalKey(Schema.String).pipe(Schema.decodeTo(Schema.optionalKey(Schema.String), {
      decode: SchemaGetter.passthrough(),
      encode: SchemaGetter.transformOptional((value: Option.Option<string>) =>
        Option.orElseSome(value, () => "was missing")
      )
    }))
    assert.strictEqual(...texts(Schema.Struct({ present }), {}))
  })

  it("does not validate", () => {
    const Short = Schema.Struct({ text: Schema.String.check(Schema.isMaxLength(3)), at: Instant.Instant })
    assert.deepStrictEqual(answerEncoder(Short)({ text: "longer", at }), { text: "longer", at: "2025-03-01T10:20:30Z" })
  })
})
