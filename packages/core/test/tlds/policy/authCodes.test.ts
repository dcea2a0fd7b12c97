import { assert, describe, it } from "@effect/vitest"
import { generateAuthCode, registrationIssues, type TldSpec, tldSpec } from "@namewright/core/tlds"
import { Cause, Effect, Exit, Schema } from "effect"

const spec = (auth: Parameters<typeof tldSpec>[0]["auth"]): TldSpec =>
  tldSpec({ name: "example", type: "gTLD", backend: "example", roles: "r", ...(auth === undefined ? {} : { auth }) })

const isTaken = (target: TldSpec, auth_code: string) =>
  !registrationIssues({ spec: target, tld: "example", sld: "name" }, {
    name: "name.example",
    period: { unit: "y", value: 1 },
    holders: [],
    nameservers: [],
    missing_hosts: new Set(),
    auth_code,
    attributes: {},
    cadence: null
  }).some(({ pointer }) => pointer === "auth_code")

const bound = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 64 }))

describe("generateAuthCode", () => {
  it.effect("makes 16 characters of every kind", () =>
    Effect.gen(function*() {
      for (let round = 0; round < 50; round++) {
        const code = yield* generateAuthCode(spec(undefined))
        assert.match(code, /^[A-Za-z0-9\-_.!#]{16}$/)
        for (const kind of [/[A-Z]/, /[a-z]/, /[0-9]/, /[-_.!#]/]) assert.match(code, kind)
      }
    }))

  it.effect("does not repeat itself", () =>
    Effect.gen(function*() {
      const codes = yield* Effect.replicateEffect(generateAuthCode(spec(undefined)), 200)
      assert.strictEqual(new Set(codes).size, 200)
    }))

  it.effect("makes codes of letters and digits where the registry has a pattern", () =>
    Effect.gen(function*() {
      const target = spec({ length: [8, 12], pattern: "[A-HJ-NP-Za-km-np-z2-9]{8,12}" })
      for (let round = 0; round < 50; round++) {
        const code = yield* generateAuthCode(target)
        assert.match(code, /^[A-HJ-NP-Za-km-np-z2-9]{12}$/)
      }
    }))

  it.effect("dies of a pattern that no code can meet", () =>
    Effect.gen(function*() {
      const exit = yield* Effect.exit(generateAuthCode(spec({ pattern: "\u00e4+" })))
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
    }))

  it.effect.prop(
    "stays within the bounds of its TLD, and is taken by it",
    [bound, bound],
    ([a, b]) =>
      Effect.gen(function*() {
        const target = spec({ length: [Math.min(a, b), Math.max(a, b)] })
        const code = yield* generateAuthCode(target)
        assert.isTrue(isTaken(target, code), code)
        assert.strictEqual(code.length, Math.min(Math.max(16, Math.min(a, b)), Math.max(a, b)))
      })
  )

  it.prop("is the only code of no other length", [bound, bound, bound], ([a, b, size]) => {
    const [minimum, maximum] = [Math.min(a, b), Math.max(a, b)]
    assert.strictEqual(
      isTaken(spec({ length: [minimum, maximum] }), "x".repeat(size)),
      size >= minimum && size <= maximum
    )
  })
})
