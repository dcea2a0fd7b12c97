import { assert, describe, it } from "@effect/vitest"
import { SecretHash } from "@namewright/core/access"
import { Effect, Redacted, Schema } from "effect"

describe("SecretHash", () => {
  it.effect("is the SHA-256 of the secret (FIPS 180-4, example B.1)", () =>
    Effect.gen(function*() {
      assert.strictEqual(
        yield* SecretHash.hashOf(Redacted.make("abc")),
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
      )
    }))

  it.prop("compares like equality", [Schema.String, Schema.String], ([left, right]) => {
    assert.isTrue(SecretHash.equal(left, left))
    assert.strictEqual(SecretHash.equal(left, right), left === right)
  })
})
