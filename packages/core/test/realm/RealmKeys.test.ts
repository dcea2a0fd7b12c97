import { assert, it } from "@effect/vitest"
import { RealmKeys, RealmKeyStore } from "@namewright/core/realm"
import { Instant, Timetable } from "@namewright/core/shared"
import { Context, Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { realmPlatform } from "./RealmPlatform.ts"

/** All stored keys. */
const storedKeys = Effect.gen(function*() {
  const { browsers, tokens } = yield* RealmKeyStore
  const now = yield* Instant.now
  return [...yield* tokens.list("sandbox", now), ...yield* browsers.list("sandbox", now)]
})

/** Keys as another process on the same database sees them. */
const anotherProcess = Effect.map(Layer.build(Layer.fresh(RealmKeys.layer)), Context.get(RealmKeys))

const rotateOld = Effect.gen(function*() {
  const works = yield* Effect.flatMap(Timetable, (timetable) => timetable.works)
  for (const { name, run } of works) if (name === "realm.keys") yield* run
})

it.layer(realmPlatform({ key_encryption_secret: Redacted.make("a secret of more than 32 characters") }))(
  "RealmKeys",
  (it) => {
    it.effect("are created on first use, one of each purpose for all processes", () =>
      Effect.gen(function*() {
        const keys = yield* RealmKeys
        yield* rotateOld
        assert.deepStrictEqual(yield* storedKeys, [])
        const others = yield* Effect.forEach([1, 2], () => anotherProcess)
        const made = yield* Effect.forEach([keys, ...others], ({ current }) => current, { concurrency: "unbounded" })
        assert.strictEqual(new Set(made.map(({ version }) => version)).size, 1)
        const stored = yield* storedKeys
        assert.sameMembers(stored.map(({ generation, purpose }) => `${purpose} ${generation}`), [
          "tokens 1",
          "browsers 1"
        ])
        assert.isTrue(stored.every(({ secret }) => secret.startsWith("aes256gcm.")), "private keys are sealed")
      }))

    it.effect("are RSA keys with their thumbprint as id", () =>
      Effect.gen(function*() {
        const { tokens: [key] } = yield* Effect.flatMap(RealmKeys, (keys) => keys.current)
        assert.isDefined(key)
        const jwk = Redacted.value(key.jwk)
        assert.strictEqual(jwk.n.length, 342, "2048 bits")
        const { subtle } = globalThis.crypto
        const text = JSON.stringify({ e: jwk.e, kty: jwk.kty, n: jwk.n })
        const digest = yield* Effect.promise(() => subtle.digest("SHA-256", new TextEncoder().encode(text)))
        assert.strictEqual(key.key_id, Buffer.from(digest).toString("base64url"))
      }))
  }
)

it.layer(realmPlatform())("RealmKeys, rotated", (it) => {
  it.effect("sign with the new key, and verify old signatures until they expire", () =>
    Effect.gen(function*() {
      const keys = yield* RealmKeys
      const other = yield* anotherProcess
      const old = yield* keys.current
      const [oldKey] = old.tokens
      assert.strictEqual((yield* other.current).version, old.version)
      yield* TestClock.adjust("10 seconds")
      yield* keys.rotate
      const young = yield* keys.current
      const [youngKey] = young.tokens
      assert.notStrictEqual(youngKey?.key_id, oldKey?.key_id)
      assert.deepStrictEqual(young.tokens.map(({ key_id }) => key_id), [youngKey?.key_id, oldKey?.key_id])
      assert.strictEqual(young.browsers.length, 2)

      // Another process uses the old key for a minute, but loads the new key as soon as a token names it.
      assert.strictEqual((yield* other.current).version, old.version)
      assert.deepStrictEqual((yield* other.holding(youngKey?.key_id ?? "")).tokens, young.tokens)

      yield* TestClock.adjust("2 hours")
      const later = yield* keys.current
      assert.deepStrictEqual(later.tokens.map(({ key_id }) => key_id), [youngKey?.key_id])
      assert.strictEqual(later.browsers.length, 2, "people stay signed in")
      yield* TestClock.adjust("1 day")
      assert.strictEqual((yield* keys.current).browsers.length, 1)
    }))

  it.effect("are rotated after 90 days", () =>
    Effect.gen(function*() {
      const keys = yield* RealmKeys
      const { version } = yield* keys.current
      yield* TestClock.adjust("80 days")
      yield* rotateOld
      assert.strictEqual((yield* keys.current).version, version)
      yield* TestClock.adjust("11 days")
      yield* rotateOld
      assert.notStrictEqual((yield* keys.current).version, version)
    }))

  it.effect("are loaded at most once a second, regardless of the number of unknown ids", () =>
    Effect.gen(function*() {
      const store = yield* RealmKeyStore
      let reads = 0
      const counting = (keys: typeof store.tokens): typeof store.tokens => ({
        ...keys,
        list: (...args) => {
          reads++
          return keys.list(...args)
        }
      })
      const counted = Layer.succeed(RealmKeyStore, {
        tokens: counting(store.tokens),
        browsers: counting(store.browsers)
      })
      const keys = Context.get(yield* Layer.build(Layer.provide(Layer.fresh(RealmKeys.layer), counted)), RealmKeys)
      yield* Effect.forEach(Array.from({ length: 50 }), (_, i) => keys.holding(`made up ${i}`))
      assert.strictEqual(reads, 2, "once for each purpose")
      yield* TestClock.adjust("1 second")
      yield* keys.holding("made up")
      assert.strictEqual(reads, 3)
    }))
})
