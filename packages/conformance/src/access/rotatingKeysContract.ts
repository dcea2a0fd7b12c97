import { assert, layer } from "@effect/vitest"
import type { RotatingKey, RotatingKeyStore } from "@namewright/core/access"
import { type Environment, Instant } from "@namewright/core/shared"
import { Effect, type Layer } from "effect"
import { TestClock } from "effect/testing"

const ids = (keys: ReadonlyArray<RotatingKey>) => keys.map(({ key_id }) => key_id)

/** Contract of every store of rotating keys; `made` adds the fields of one kind of key. */
export const rotatingKeysContract = <I, K extends RotatingKey, E>(
  name: string,
  service: Effect.Effect<RotatingKeyStore<K>, never, I>,
  made: (key: RotatingKey) => K,
  storage: Layer.Layer<I, E>
) => {
  const newKey = Effect.fnUntraced(function*(environment: Environment, key_id: string, generation: number) {
    return made({ key_id, environment, generation, created_on: yield* Instant.now, retired_on: null })
  })

  layer(storage)(`${name}, races`, (it) => {
    it.effect("accepts one of several keys with the same generation", () =>
      Effect.gen(function*() {
        const store = yield* service
        const keys = yield* Effect.forEach(["a", "b", "c", "d"], (key_id) => newKey("production", key_id, 1))
        const added = yield* Effect.forEach(keys, store.insert, { concurrency: "unbounded" })
        assert.strictEqual(added.filter((won) => won).length, 1)
        const stored = yield* store.list("production", yield* Instant.now)
        assert.deepStrictEqual(stored, keys.filter((_, index) => added[index]))
      }))
  })

  layer(storage)(name, (it) => {
    it.effect("lists the keys of one environment, the newest first, until they retire", () =>
      Effect.gen(function*() {
        const store = yield* service
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
