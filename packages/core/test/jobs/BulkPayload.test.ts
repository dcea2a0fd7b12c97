import { assert, describe, it } from "@effect/vitest"
import {
  bulkPayload,
  inheritable,
  instanceProblem,
  instanceRequests,
  mapInChunks,
  merged,
  missingMembers,
  planEach,
  singleRequest,
  validationProblem
} from "@namewright/core/jobs"
import { Effect, Exit, Fiber, Schema } from "effect"

const Level = Schema.Struct({ color: inheritable(Schema.String), sizes: inheritable(Schema.Array(Schema.Int)) })
const Payload = bulkPayload(Level, Schema.Struct({ ...Level.fields, name: Schema.String }))
const decode = Schema.decodeUnknownExit(Payload)

/** Members that may say something, nothing, or nothing by null. */
const member = Schema.optionalKey(
  Schema.NullOr(Schema.Union([Schema.String, Schema.Int, Schema.Boolean, Schema.Array(Schema.String)]))
)
const Members = Schema.Struct({ a: member, b: member, c: member, d: member })

describe("an instance and its template", () => {
  it.effect.prop(
    "take the instance's value as a whole, the template's where the instance says nothing, and nothing else",
    [Schema.NullOr(Members), Members],
    ([template, instance]) =>
      Effect.sync(() => {
        const both: Readonly<Record<string, unknown>> = merged(template, instance)
        for (const key of ["a", "b", "c", "d"] as const) {
          const expected = instance[key] ?? template?.[key] ?? undefined
          assert.deepStrictEqual(both[key], expected)
          assert.strictEqual(Object.hasOwn(both, key), expected !== undefined)
        }
      })
  )

  it.each([
    ["keeps what only the template says", { color: "red" }, { name: "x" }, { color: "red", name: "x" }],
    ["inherits by null", { color: "red" }, { name: "x", color: null }, { color: "red", name: "x" }],
    ["replaces a list as a whole", { sizes: [1, 2] }, { name: "x", sizes: [3] }, { sizes: [3], name: "x" }],
    ["replaces by nothing at all", { color: "red", sizes: [1] }, { name: "x", color: "", sizes: [] }, {
      color: "",
      sizes: [],
      name: "x"
    }],
    ["takes a template that says nothing", { color: null }, { name: "x" }, { name: "x" }],
    ["takes an empty template", {}, { name: "x" }, { name: "x" }],
    ["takes no template", null, { name: "x" }, { name: "x" }]
  ])("%s", (_, template, instance, expected) => {
    const [asked, ...others] = instanceRequests({ template, instances: [instance] })
    assert.deepStrictEqual(asked, { instance_index: 0, members: expected })
    assert.deepStrictEqual(others, [])
  })

  it("are one thing where a command has neither", () => {
    assert.deepStrictEqual(singleRequest({ name: "x", color: null }), [{
      instance_index: null,
      members: { name: "x" }
    }])
  })

  it("lack the members that none of them has", () => {
    const both = merged({ color: null, sizes: [1] }, { name: "x" } as { name: string; color?: string })
    assert.deepStrictEqual(missingMembers(both, ["name", "color", "sizes"]), ["color"])
  })

  it("come as 1 to 1000 instances, with or without a template", () => {
    const instances = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `${index}` }))
    for (
      const payload of [{ instances: instances(1) }, { template: null, instances: instances(1000) }, {
        template: {},
        instances: instances(2)
      }]
    ) {
      assert.isTrue(Exit.isSuccess(decode(payload)))
    }
    for (
      const payload of [{ instances: [] }, { instances: instances(1001) }, { template: {} }, {
        template: 1,
        instances: instances(1)
      }]
    ) {
      assert.isTrue(Exit.isFailure(decode(payload)))
    }
  })
})

describe("plans", () => {
  const asked = (members: number, instance_index: number | null = null) => ({ instance_index, members })

  it.effect("come in the shape of the commands", () =>
    Effect.gen(function*() {
      const problems = yield* planEach(
        [[asked(1)], [], [asked(2, 0), asked(3, 1)]],
        (one) => instanceProblem(one, undefined, [validationProblem("BAD", `${one.members}`)])
      )
      assert.deepStrictEqual(
        problems.map((parts) => parts.map((part) => [part.instance_index, "error" in part ? part.error : ""])),
        [[[null, "1"]], [], [[0, "2"], [1, "3"]]]
      )
    }))

  it("report every problem of an instance, with the code of the first", () => {
    assert.deepStrictEqual(
      instanceProblem(asked(0, 7), "example.com", [validationProblem("ONE", "One"), validationProblem("TWO", "Two")]),
      { instance_index: 7, resource_key: "example.com", code: "ONE", type: "validation-error", error: "One; Two" }
    )
  })

  it.effect("let other work have its turn", () =>
    Effect.gen(function*() {
      let turns = 0
      const other = yield* Effect.forkChild(Effect.forever(Effect.andThen(Effect.sync(() => turns++), Effect.yieldNow)))
      const doubled = yield* mapInChunks(Array.from({ length: 10_000 }, (_, index) => index), (item) => item * 2)
      yield* Fiber.interrupt(other)
      assert.strictEqual(doubled[9999], 19_998)
      assert.isAtLeast(turns, 10)
    }))
})
