import { assert, layer } from "@effect/vitest"
import { type SigningKey, SigningKeyStore } from "@namewright/core/access"
import { type Environment, Instant } from "@namewright/core/shared"
import { Effect, type Layer } from "effect"
import { TestClock } from "effect/testing"

const newKey = Effect.fnUntraced(function*(environment: Environment, key_id: string, generation: number) {
  const key: SigningKey = {
    key_id,
    environment,
    generation,
    public_key: `public half of ${key_id}`,
    private_key: `private half of ${key_id}`,
    created_on: yield* Instant.now,
    retired_on: null
  }
  return key
})

const ids = (keys: ReadonlyArray<SigningKey>) => keys.map(({ key_id }) => key_id)

/** The promises every storage adapter keeps for signing keys. */
export const signingKeyStoreContract = <E>(name: string, storage: Layer.Layer<SigningKeyStore, E>) => {
  layer(storage)(`SigningKeyStore (${name}), races`, (it) => {
    it.effect("lets one of several that create the same generation win", () =>
      Effect.gen(function*() {
        const store = yield* SigningKeyStore
        const keys = yield* Effect.forEach(["a", "b", "c", "d"], (key_id) => newKey("production", key_id, 1))
        const added = yield* Effect.forEach(keys, store.insert, { concurrency: "unbounded" })
        assert.strictEqual(added.filter((won) => won).length, 1)
        const stored = yield* store.list("production", yield* Instant.now)
        assert.deepStrictEqual(stored, keys.filter((_, index) => added[index]))
      }))
  })

  layer(storage)(`SigningKeyStore (${name})`, (it) => {
    it.effect("lists the keys of one environment, the youngest first, until they retire", () =>
      Effect.gen(function*() {
        const store = yield* SigningKeyStore
        const start = yield* Instant.now
        for (
          const [environment, key_id, generation] of [
            ["sandbox", "s1", 1],
            ["sandbox", "s2", 2],
            ["sandbox", "s3", 3],
            ["production", "p1", 1]
          ] as const
        ) {
          yield* store.insert(yield* newKey(environment, key_id, generation))
        }
        yield* TestClock.adjust("1 hour")
        const later = yield* Instant.now
        yield* store.retireBefore("sandbox", 2, start)
        yield* store.retireBefore("sandbox", 3, later)
        assert.deepStrictEqual(ids(yield* store.list("sandbox", start)), ["s3", "s2"])
        assert.deepStrictEqual(ids(yield* store.list("sandbox", later)), ["s3"])
        assert.deepStrictEqual(ids(yield* store.list("production", later)), ["p1"])
      }))
  })
}
