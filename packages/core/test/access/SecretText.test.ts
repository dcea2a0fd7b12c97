import { assert, describe, it } from "@effect/vitest"
import { SecretText } from "@namewright/core/access"
import { Effect, Redacted, Schema } from "effect"

const kinds = Schema.Literals(["api_key", "client_secret"])
const environments = Schema.Literals(["sandbox", "production"])
const position = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 57 }))
const character = Schema.Literals(
  Array.from("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-. \u00e9")
)

describe("SecretText", () => {
  it.effect("contains kind and environment, and has a fixed length", () =>
    Effect.gen(function*() {
      const live = Redacted.value(yield* SecretText.generate("api_key", "production"))
      const test = Redacted.value(yield* SecretText.generate("client_secret", "sandbox"))
      assert.match(live, /^dwk_live_[0-9A-Za-z]{49}$/)
      assert.match(test, /^dws_test_[0-9A-Za-z]{49}$/)
      assert.notStrictEqual(live.slice(9), test.slice(9))
    }))

  it("ends in the CRC-32 of the preceding text, in base62", () => {
    const body = `dwk_test_${"0".repeat(43)}`
    // 2965682658 by zlib's crc32.
    assert.isUndefined(SecretText.refusal("api_key", "sandbox", `${body}3EhhXG`))
    assert.strictEqual(SecretText.refusal("api_key", "sandbox", `${body}3EhhXF`), "malformed")
  })

  it.effect.prop(
    "accepts what it generated, where it belongs",
    [kinds, environments],
    ([kind, environment]) =>
      Effect.gen(function*() {
        const text = Redacted.value(yield* SecretText.generate(kind, environment))
        const other = environment === "sandbox" ? "production" : "sandbox"
        const otherKind = kind === "api_key" ? "client_secret" : "api_key"
        assert.isUndefined(SecretText.refusal(kind, environment, text))
        assert.strictEqual(SecretText.refusal(kind, other, text), "wrong_environment")
        assert.strictEqual(SecretText.refusal(otherKind, environment, text), "malformed")
      })
  )

  it.effect.prop(
    "refuses a text with any one character changed",
    [kinds, environments, position, character],
    ([kind, environment, at, replacement]) =>
      Effect.gen(function*() {
        const text = Redacted.value(yield* SecretText.generate(kind, environment))
        const corrupted = text.slice(0, at) + replacement + text.slice(at + 1)
        const expected = corrupted === text ? undefined : "malformed"
        assert.strictEqual(SecretText.refusal(kind, environment, corrupted), expected)
      })
  )

  it.effect.prop(
    "refuses any other text",
    [Schema.String],
    ([text]) => Effect.sync(() => assert.strictEqual(SecretText.refusal("api_key", "sandbox", text), "malformed"))
  )

  it.effect("hides the secret when it is printed", () =>
    Effect.gen(function*() {
      const secret = yield* SecretText.generate("api_key", "sandbox")
      assert.notInclude(`${String(secret)} ${JSON.stringify({ secret })}`, "dwk_")
    }))
})
