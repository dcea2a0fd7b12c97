import { assert, describe, it } from "@effect/vitest"
import { Password } from "@namewright/core/access"
import { Effect, Redacted } from "effect"

const holder = { username: "Ada.Lovelace", email: "ada@example.org" }

const typesOf = (password: string) =>
  Password.passwordIssues(Redacted.make(password), holder, ["body", "password"]).map(({ type }) => type)

describe("Password", () => {
  it("is 12 to 128 characters long, whatever characters", () => {
    assert.deepStrictEqual(typesOf("elevenchars"), ["string_too_short"])
    assert.deepStrictEqual(typesOf("twelve chars"), [])
    assert.deepStrictEqual(typesOf("🐝🐞🐜🪲🦗🐌🐛🦋🕷🦂🐢"), ["string_too_short"])
    assert.deepStrictEqual(typesOf("🐝🐞🐜🪲🦗🐌🐛🦋🕷🦂🐢🐍"), [])
    assert.deepStrictEqual(typesOf("abcd".repeat(32)), [])
    assert.deepStrictEqual(typesOf(`${"abcd".repeat(32)}e`), ["string_too_long"])
  })

  it("is neither the username nor the email address, nor a repetition of one character", () => {
    assert.deepStrictEqual(typesOf("ada.LOVELACE"), ["value_error"])
    assert.deepStrictEqual(typesOf("ADA@example.org"), ["value_error"])
    assert.deepStrictEqual(typesOf("aaaaaaaaaaaa"), ["value_error"])
    assert.deepStrictEqual(typesOf("abcabcabcabc"), ["value_error"])
    assert.deepStrictEqual(typesOf("ada.lovelace1"), [])
  })

  it("is not repeated where it is refused", () => {
    const [issue] = Password.passwordIssues(Redacted.make("secret"), holder, ["body", "password"])
    assert.deepStrictEqual([issue?.loc, issue?.input], [["body", "password"], null])
    assert.notInclude(JSON.stringify(issue), "secret")
  })

  it("is the same however its letters were composed", () => {
    const composed = Password.normalized(Redacted.make("Zo\u00eb"))
    const apart = Password.normalized(Redacted.make("Zoe\u0308"))
    assert.strictEqual(Redacted.value(composed), Redacted.value(apart))
  })

  it.effect("that is generated passes its own policy, and is another each time", () =>
    Effect.gen(function*() {
      const made = yield* Effect.replicateEffect(Password.generate, 50)
      const texts = made.map((password) => Redacted.value(password))
      assert.strictEqual(new Set(texts).size, 50)
      for (const text of texts) {
        assert.match(text, /^(?:[a-km-np-z2-9]{5}-){3}[a-km-np-z2-9]{5}$/)
        assert.deepStrictEqual(typesOf(text), [])
      }
    }))
})
