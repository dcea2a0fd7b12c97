import { assert, it } from "@effect/vitest"
import { SigningKeys, SigningKeyStore } from "@namewright/core/access"
import { Instant } from "@namewright/core/shared"
import { Context, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { accessPlatform } from "./AccessPlatform.ts"

/** Signing keys of another process on the same database. */
const anotherProcess = Effect.map(Layer.build(Layer.fresh(SigningKeys.layer)), Context.get(SigningKeys))

const isKnown = (keys: SigningKeys["Service"], id: string) => Effect.map(keys.find(id), Option.isSome)

it.layer(accessPlatform({ environment: "production" }))("SigningKeys", (it) => {
  it.effect("creates one first key for concurrent callers", () =>
    Effect.gen(function*() {
      const keys = yield* SigningKeys
      const others = yield* Effect.forEach([1, 2, 3], () => anotherProcess)
      const made = yield* Effect.forEach([keys, ...others], ({ current }) => current, { concurrency: "unbounded" })
      assert.deepStrictEqual(new Set(made.map(({ key_id }) => key_id)).size, 1)
      const store = yield* SigningKeyStore
      assert.deepStrictEqual(
        (yield* store.list("production", yield* Instant.now)).map(({ environment, generation }) => [
          environment,
          generation
        ]),
        [["production", 1]]
      )
      assert.deepStrictEqual(yield* store.list("sandbox", yield* Instant.now), [])
    }))
})

it.layer(accessPlatform())("SigningKeys, rotated", (it) => {
  it.effect("signs with the new key, and verifies with the old one until its last token has expired", () =>
    Effect.gen(function*() {
      const keys = yield* SigningKeys
      const other = yield* anotherProcess
      const old = yield* keys.current
      assert.deepStrictEqual(yield* other.current, old)
      yield* TestClock.adjust("10 seconds")
      yield* keys.rotate
      const young = yield* keys.current
      assert.strictEqual(young.generation, old.generation + 1)

      // The other process still signs with the old key, and reads the new one when it verifies its first token.
      assert.strictEqual((yield* other.current).key_id, old.key_id)
      assert.isTrue(yield* isKnown(other, young.key_id))
      yield* TestClock.adjust("60 seconds")
      assert.strictEqual((yield* other.current).key_id, young.key_id)

      yield* TestClock.adjust("3599 seconds")
      assert.deepStrictEqual([yield* isKnown(keys, old.key_id), yield* isKnown(other, old.key_id)], [true, true])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual([yield* isKnown(keys, old.key_id), yield* isKnown(other, old.key_id)], [false, false])
      assert.isTrue(yield* isKnown(keys, young.key_id))
    }))

  it.effect("reads the keys once a second at most, however many unknown ones are asked for", () =>
    Effect.gen(function*() {
      const store = yield* SigningKeyStore
      let reads = 0
      const counted = Layer.succeed(SigningKeyStore, {
        ...store,
        list: (environment, now) => Effect.suspend(() => (reads++, store.list(environment, now)))
      })
      const { find } = yield* Effect.map(
        Layer.build(Layer.fresh(SigningKeys.layer).pipe(Layer.provide(counted))),
        Context.get(SigningKeys)
      )
      yield* Effect.forEach(["a", "b", "c"], find)
      assert.strictEqual(reads, 1)
      yield* TestClock.adjust("1 second")
      yield* Effect.forEach(["a", "b", "c"], find)
      assert.strictEqual(reads, 2)
    }))
})
