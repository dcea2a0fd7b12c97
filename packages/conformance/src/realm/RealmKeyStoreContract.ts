import { assert, layer } from "@effect/vitest"
import { type RealmKey, type RealmKeyPurpose, RealmKeyStore } from "@namewright/core/realm"
import { type Environment, Instant } from "@namewright/core/shared"
import { Effect, type Layer } from "effect"
import { TestClock } from "effect/testing"

const newKey = Effect.fnUntraced(
  function*(environment: Environment, purpose: RealmKeyPurpose, key_id: string, generation: number) {
    const key: RealmKey = {
      key_id,
      environment,
      purpose,
      generation,
      secret: `secret of ${key_id}`,
      created_on: yield* Instant.now,
      retired_on: null
    }
    return key
  }
)

const ids = (keys: ReadonlyArray<RealmKey>) => keys.map(({ key_id }) => key_id)

/** The promises every storage adapter keeps for the keys of the realm. */
export const realmKeyStoreContract = <E>(name: string, storage: Layer.Layer<RealmKeyStore, E>) => {
  layer(storage)(`RealmKeyStore (${name}), races`, (it) => {
    it.effect("lets one of several that create the same generation of a purpose win", () =>
      Effect.gen(function*() {
        const store = yield* RealmKeyStore
        const keys = yield* Effect.forEach(["a", "b", "c"], (key_id) => newKey("production", "tokens", key_id, 1))
        const added = yield* Effect.forEach(keys, store.insert, { concurrency: "unbounded" })
        assert.strictEqual(added.filter((won) => won).length, 1)
        assert.isTrue(yield* store.insert(yield* newKey("production", "browsers", "d", 1)))
        const stored = yield* store.list("production", yield* Instant.now)
        assert.deepStrictEqual(stored.filter(({ purpose }) => purpose === "tokens"), keys.filter((_, i) => added[i]))
      }))
  })

  layer(storage)(`RealmKeyStore (${name})`, (it) => {
    it.effect("lists the keys of one environment, the youngest first, until they retire", () =>
      Effect.gen(function*() {
        const store = yield* RealmKeyStore
        for (
          const [environment, purpose, key_id, generation] of [
            ["sandbox", "tokens", "t1", 1],
            ["sandbox", "tokens", "t2", 2],
            ["sandbox", "browsers", "b1", 1],
            ["production", "tokens", "p1", 1]
          ] as const
        ) {
          yield* store.insert(yield* newKey(environment, purpose, key_id, generation))
        }
        const start = yield* Instant.now
        yield* TestClock.adjust("1 hour")
        const later = yield* Instant.now
        yield* store.retireBefore("sandbox", "tokens", 2, later)
        assert.deepStrictEqual(ids(yield* store.list("sandbox", start)), ["t2", "b1", "t1"])
        assert.deepStrictEqual(ids(yield* store.list("sandbox", later)), ["t2", "b1"])
        assert.deepStrictEqual(ids(yield* store.list("production", later)), ["p1"])
      }))
  })
}
