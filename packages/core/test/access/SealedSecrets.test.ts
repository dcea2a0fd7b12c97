import { assert, it } from "@effect/vitest"
import { SealedSecrets } from "@namewright/core/access"
import { PlatformSettings, standardSettings } from "@namewright/core/shared"
import { Effect, Exit, Layer, Redacted } from "effect"

/** Sealed secrets of a process that runs with this secret, or without one. */
const processWith = (secret?: string) =>
  Effect.provide(
    SealedSecrets,
    SealedSecrets.layer.pipe(
      Layer.provide(Layer.succeed(PlatformSettings, {
        ...standardSettings,
        key_encryption_secret: secret === undefined ? undefined : Redacted.make(secret)
      })),
      Layer.fresh
    )
  )

const secret = Redacted.make("whsec_a.b+c/d=")
const passphrase = "a long enough secret for webhook secrets"

it.effect("opens what it sealed, in another process too, and never seals to the same text twice", () =>
  Effect.gen(function*() {
    const one = yield* processWith(passphrase)
    const first = yield* one.seal(secret, "owner")
    assert.notInclude(first, "whsec_")
    assert.notStrictEqual(first, yield* one.seal(secret, "owner"))
    const other = yield* processWith(passphrase)
    assert.strictEqual(Redacted.value(yield* other.open(first, "owner")), Redacted.value(secret))
  }))

it.effect("opens for its owner alone, unchanged, with the secret that sealed it", () =>
  Effect.gen(function*() {
    const sealer = yield* processWith(passphrase)
    const text = yield* sealer.seal(secret, "owner")
    const at = text.length - 3
    const changed = text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1)
    const failures = [
      sealer.open(text, "somebody else"),
      sealer.open(changed, "owner"),
      (yield* processWith("another secret that is also long enough")).open(text, "owner"),
      (yield* processWith()).open(text, "owner")
    ]
    for (const failure of failures) assert.isTrue(Exit.isFailure(yield* Effect.exit(failure)))
  }))

it.effect("stores plain text without a key, and reads it after a key is set", () =>
  Effect.gen(function*() {
    const text = yield* (yield* processWith()).seal(secret, "owner")
    for (const reader of [yield* processWith(), yield* processWith(passphrase)]) {
      assert.strictEqual(Redacted.value(yield* reader.open(text, "owner")), Redacted.value(secret))
    }
  }))
