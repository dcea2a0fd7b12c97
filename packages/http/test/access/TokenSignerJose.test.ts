import { assert, it } from "@effect/vitest"
import { type AccessTokenClaims, newApiKeyId, SigningKeys, SigningKeyStore, TokenSigner } from "@namewright/core/access"
import { Instant, newOrganizationId, PlatformSettings, standardSettings, Timetable } from "@namewright/core/shared"
import { Context, Effect, Exit, Layer, Option, Redacted, Schema } from "effect"
import { decodeProtectedHeader, SignJWT } from "jose"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import * as TokenSignerJose from "../../src/access/TokenSignerJose.ts"

const newClaims = Effect.gen(function*() {
  const claims: AccessTokenClaims = {
    iss: "https://api.example",
    sub: yield* newApiKeyId,
    org: yield* newOrganizationId,
    aud: "sandbox",
    iat: 0,
    exp: 3600,
    jti: "1"
  }
  return claims
})

/** Signer and keys of another process that runs with this secret, or without one. */
const processWith = (key_encryption_secret?: string) =>
  Layer.build(
    SigningKeys.layer.pipe(
      Layer.provideMerge(TokenSignerJose.layer),
      Layer.provide(Layer.succeed(PlatformSettings, {
        ...standardSettings,
        key_encryption_secret: key_encryption_secret === undefined ? undefined : Redacted.make(key_encryption_secret)
      })),
      Layer.provide(Timetable.layer),
      Layer.fresh
    )
  )

const flip = (text: string, at: number) => text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1)

const storage = Layer.merge(memoryDatabase(), Timetable.layer)

it.layer(SigningKeys.layer.pipe(Layer.provideMerge(TokenSignerJose.layer), Layer.provideMerge(storage)))(
  "TokenSignerJose",
  (it) => {
    it.effect.prop(
      "reads back what it signed",
      [Schema.String, Schema.Int.check(Schema.isGreaterThan(0)), Schema.String],
      ([iss, exp, jti]) =>
        Effect.gen(function*() {
          const signer = yield* TokenSigner
          const keys = yield* SigningKeys
          const claims = { ...(yield* newClaims), iss, exp, jti }
          const token = yield* signer.sign(claims, yield* keys.current)
          assert.deepStrictEqual(yield* signer.verify(token, keys.find), claims)
        }),
      { arbitrary: { runs: 20 } }
    )

    it.effect("names its key and algorithm, and nothing that is secret", () =>
      Effect.gen(function*() {
        const signer = yield* TokenSigner
        const keys = yield* SigningKeys
        const key = yield* keys.current
        const token = yield* signer.sign(yield* newClaims, key)
        assert.deepStrictEqual(decodeProtectedHeader(Redacted.value(token)), {
          alg: "EdDSA",
          typ: "JWT",
          kid: key.key_id
        })
        assert.notProperty(JSON.parse(key.public_key), "d")
        assert.notInclude(`${String(token)}${JSON.stringify({ token })}`, "ey")
      }))

    it.effect("refuses a token that is modified, signed by another key, or unsigned", () =>
      Effect.gen(function*() {
        const signer = yield* TokenSigner
        const keys = yield* SigningKeys
        const key = yield* keys.current
        const claims = yield* newClaims
        const good = Redacted.value(yield* signer.sign(claims, key))
        const pair = yield* signer.generate
        const stranger = { ...key, ...pair }
        const forged = yield* signer.sign(claims, { ...stranger, key_id: key.key_id })
        const [, payload] = good.split(".")
        const unsigned = `${btoa(JSON.stringify({ alg: "none", kid: key.key_id }))}.${payload}.`
        const symmetric = yield* Effect.promise(() =>
          new SignJWT({ ...claims }).setProtectedHeader({ alg: "HS256", kid: key.key_id })
            .sign(new TextEncoder().encode(key.public_key))
        )
        const reasonOf = (text: string) =>
          Effect.map(Effect.flip(signer.verify(Redacted.make(text), keys.find)), (error) => error.reason)
        const changed = [flip(good, good.indexOf(".") + 5), flip(good, good.length - 10), "", "a.b.c", "dwk_test_1"]
        for (const text of [...changed, Redacted.value(forged), unsigned, symmetric]) {
          assert.strictEqual(yield* reasonOf(text), "malformed", text)
        }
        assert.strictEqual(yield* reasonOf(Redacted.value(yield* signer.sign(claims, stranger))), "unknown")
      }))

    it.effect("encrypts private keys where a secret is set, and still reads those that are not", () =>
      Effect.gen(function*() {
        const store = yield* SigningKeyStore
        const before = yield* Effect.flatMap(SigningKeys, (keys) => keys.current)
        assert.property(JSON.parse(before.private_key), "d")

        const guarded = yield* processWith("a long enough secret for signing keys")
        const signer = Context.get(guarded, TokenSigner)
        const keys = Context.get(guarded, SigningKeys)
        const claims = yield* newClaims
        const early = yield* signer.sign(claims, yield* keys.current)
        yield* keys.rotate
        const [youngest] = yield* store.list("sandbox", yield* Instant.now)
        assert.match(youngest?.private_key ?? "", /^ey[^.]+(\.[^.]+){4}$/)
        const late = yield* signer.sign(claims, yield* keys.current)
        for (const token of [early, late]) assert.deepStrictEqual(yield* signer.verify(token, keys.find), claims)

        const blind = yield* processWith()
        const attempt = Effect.flatMap(
          Context.get(blind, SigningKeys).current,
          (key) => Context.get(blind, TokenSigner).sign(claims, key)
        )
        const wrong = yield* processWith("another secret that is also long enough")
        const guess = Effect.flatMap(
          Context.get(wrong, SigningKeys).current,
          (key) => Context.get(wrong, TokenSigner).sign(claims, key)
        )
        assert.isTrue(Exit.isFailure(yield* Effect.exit(attempt)))
        assert.isTrue(Exit.isFailure(yield* Effect.exit(guess)))
        assert.isTrue(Option.isSome(yield* Context.get(blind, SigningKeys).find(youngest?.key_id ?? "")))
      }))
  }
)
