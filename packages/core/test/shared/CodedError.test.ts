import { assert, describe, expectTypeOf, it } from "@effect/vitest"
import { CodedError, type DomainError, type KindOf, problemMembers } from "@namewright/core/shared"
import { Effect, Schema } from "effect"

class ShelfFull extends CodedError<ShelfFull>()("ShelfFull", {
  code: "ERROR_ZONE_IN_USE",
  fields: {
    shelf: Schema.String,
    retry_after: Schema.Int.pipe(Schema.withConstructorDefault(Effect.succeed(5))),
    note: Schema.optionalKey(Schema.String)
  },
  message: ({ note, retry_after, shelf }) => `${shelf} is full for ${retry_after} s: ${note ?? "no reason"}`
}) {}

class ShelfMissing extends CodedError<ShelfMissing>()("ShelfMissing", {
  code: "ERROR_ZONE_NOT_FOUND",
  message: "No such shelf"
}) {}

describe("CodedError", () => {
  it("makes the sentence of the fields of each error, with their defaults", () => {
    assert.strictEqual(new ShelfFull({ shelf: "A" }).message, "A is full for 5 s: no reason")
    assert.strictEqual(new ShelfFull({ shelf: "B", retry_after: 7, note: "sale" }).message, "B is full for 7 s: sale")
    assert.strictEqual(new ShelfMissing().message, "No such shelf")
  })

  it("has a code and a `retryable` that loggers list", () => {
    const listed: Array<string> = []
    for (const name in new ShelfMissing()) listed.push(name)
    assert.includeMembers(listed, ["_tag", "code", "retryable"])
    assert.notInclude(listed, "message")
  })

  it("excludes code and message from its own fields and from the encoding", () => {
    const error = new ShelfFull({ shelf: "A" })
    assert.strictEqual(error.code, "ERROR_ZONE_IN_USE")
    assert.deepStrictEqual(Object.keys(error).toSorted(), ["_tag", "retry_after", "shelf"])
    assert.deepStrictEqual(Schema.encodeSync(ShelfFull)(error), { _tag: "ShelfFull", shelf: "A", retry_after: 5 })
    assert.deepStrictEqual(problemMembers(error), {
      type: "dns-zone-in-use",
      title: "DNS Error",
      code: "ERROR_ZONE_IN_USE",
      detail: "A is full for 5 s: no reason",
      shelf: "A",
      retry_after: 5
    })
  })

  it("is decoded to an error of its class, with code and message", () => {
    const error = Schema.decodeSync(ShelfFull)({ _tag: "ShelfFull", shelf: "A", retry_after: 5 })
    assert.instanceOf(error, ShelfFull)
    assert.instanceOf(error, Error)
    assert.strictEqual(error.code, "ERROR_ZONE_IN_USE")
    assert.strictEqual(error.message, "A is full for 5 s: no reason")
    assert.include(error.stack ?? "", "A is full for 5 s")
  })

  it.effect("fails an effect that yields it, and is caught by its tag", () =>
    Effect.gen(function*() {
      const failing = Effect.gen(function*() {
        return yield* new ShelfMissing()
      })
      expectTypeOf(failing).toEqualTypeOf<Effect.Effect<never, ShelfMissing>>()
      const caught = yield* Effect.catchTag(failing, "ShelfMissing", (error) => Effect.succeed(error.code))
      assert.strictEqual(caught, "ERROR_ZONE_NOT_FOUND")
    }))

  it("has the exact types of its code and fields", () => {
    expectTypeOf<ShelfFull>().toExtend<DomainError>()
    expectTypeOf<ShelfFull["_tag"]>().toEqualTypeOf<"ShelfFull">()
    expectTypeOf<ShelfFull["code"]>().toEqualTypeOf<"ERROR_ZONE_IN_USE">()
    expectTypeOf<KindOf<ShelfMissing>>().toEqualTypeOf<"notFound">()
    expectTypeOf<ShelfFull["shelf"]>().toEqualTypeOf<string>()
    expectTypeOf<ConstructorParameters<typeof ShelfFull>[0]>().toEqualTypeOf<
      { readonly _tag?: "ShelfFull"; readonly shelf: string; readonly retry_after?: number; readonly note?: string }
    >()
  })
})
