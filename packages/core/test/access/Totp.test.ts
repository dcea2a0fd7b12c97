import { assert, describe, it } from "@effect/vitest"
import { Totp } from "@namewright/core/access"
import { Effect, Redacted, Schema } from "effect"
import { Base64Url } from "effect/encoding"

const Seed = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })))
  .check(Schema.isMinLength(1), Schema.isMaxLength(40))

const secretOf = (text: string) => Redacted.make(Base64Url.encode(text))

/** Secret of RFC 6238, appendix B. */
const ofTheRfc = secretOf("12345678901234567890")

const match = (code: string, millis: number, last: number | null = null) =>
  Totp.matchingStep(ofTheRfc, code, millis, last)

describe("Totp", () => {
  it.effect.each(
    [
      [59, "287082"],
      [1111111109, "081804"],
      [1111111111, "050471"],
      [1234567890, "005924"],
      [2000000000, "279037"],
      [20000000000, "353130"]
    ] as const
  )("makes the code of RFC 6238 for second %s", ([second, code]) =>
    Effect.gen(function*() {
      assert.strictEqual(yield* Totp.codeAt(ofTheRfc, Totp.stepAt(second * 1000)), code)
      assert.strictEqual(yield* match(code, second * 1000), Totp.stepAt(second * 1000))
    }))

  it.effect("accepts a code half a minute too early or too late, but not a whole one", () =>
    Effect.gen(function*() {
      const step = Totp.stepAt(1_111_111_111_000)
      const code = yield* Totp.codeAt(ofTheRfc, step)
      const at = (offset: number) => match(code, (step + offset) * 30_000)
      assert.deepStrictEqual([yield* at(-2), yield* at(-1), yield* at(0), yield* at(1), yield* at(2)], [
        undefined,
        step,
        step,
        step,
        undefined
      ])
    }))

  it.effect("refuses codes of a used period, and of earlier ones", () =>
    Effect.gen(function*() {
      const step = Totp.stepAt(1_111_111_111_000)
      const now = step * 30_000
      const [before, current, after] = yield* Effect.forEach([-1, 0, 1], (n) => Totp.codeAt(ofTheRfc, step + n))
      assert.isUndefined(yield* match(before ?? "", now, step))
      assert.isUndefined(yield* match(current ?? "", now, step))
      assert.strictEqual(yield* match(after ?? "", now, step), step + 1)
    }))

  it.effect("ignores spaces in a code, and refuses malformed codes", () =>
    Effect.gen(function*() {
      const at = 59_000
      assert.isDefined(yield* match(" 287 082 ", at))
      for (const code of ["", "28708", "0287082", "287083", "２８７０８２", "94287082"]) {
        assert.isUndefined(yield* match(code, at), code)
      }
    }))

  it.effect.prop(
    "takes the code of a period once, whatever secret and time",
    [Seed, Schema.Int.check(Schema.isBetween({ minimum: 2, maximum: 2 ** 40 }))],
    ([seed, step]) =>
      Effect.gen(function*() {
        const secret = Redacted.make(Base64Url.encode(Uint8Array.from(seed)))
        const code = yield* Totp.codeAt(secret, step)
        assert.match(code, /^\d{6}$/)
        // Adjacent periods have the same code with a probability of one in a million.
        const found = yield* Totp.matchingStep(secret, code, step * 30_000, null)
        assert.isTrue(found === step || found === step + 1)
        assert.notStrictEqual(yield* Totp.matchingStep(secret, code, step * 30_000, step), step)
      })
  )

  it("writes secrets as authenticators read them", () => {
    // RFC 4648, section 10.
    const written = ["f", "fo", "foo", "foob", "fooba", "foobar"].map((text) =>
      Redacted.value(Totp.base32Of(secretOf(text)))
    )
    assert.deepStrictEqual(written, ["MY", "MZXQ", "MZXW6", "MZXW6YQ", "MZXW6YTB", "MZXW6YTBOI"])
    const uri = Redacted.value(Totp.uriOf(secretOf("foobar"), "names.example:8080", "ada+1@example.org"))
    const { hostname, pathname, protocol, searchParams } = new URL(uri)
    assert.deepStrictEqual([protocol, hostname, decodeURIComponent(pathname)], [
      "otpauth:",
      "totp",
      "/names.example:8080:ada+1@example.org"
    ])
    assert.deepStrictEqual(Object.fromEntries(searchParams), {
      secret: "MZXW6YTBOI",
      issuer: "names.example:8080",
      algorithm: "SHA1",
      digits: "6",
      period: "30"
    })
  })

  it.effect("makes secrets of 160 bits", () =>
    Effect.gen(function*() {
      const secrets = yield* Effect.all([Totp.generate, Totp.generate])
      const texts = secrets.map((secret) => Redacted.value(Totp.base32Of(secret)))
      assert.strictEqual(new Set(texts).size, 2)
      for (const text of texts) assert.match(text, /^[A-Z2-7]{32}$/)
    }))
})
