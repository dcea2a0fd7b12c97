import { assert, layer } from "@effect/vitest"
import { RealmKeyStore } from "@namewright/core/realm"
import { Instant } from "@namewright/core/shared"
import { Effect, type Layer } from "effect"
import { rotatingKeysContract } from "../access/rotatingKeysContract.ts"

const purposes = ["tokens", "browsers"] as const

/** The promises every storage adapter keeps for the keys of the realm. */
export const realmKeyStoreContract = <E>(name: string, storage: Layer.Layer<RealmKeyStore, E>) => {
  for (const purpose of purposes) {
    rotatingKeysContract(
      `RealmKeyStore of ${purpose} (${name})`,
      Effect.map(RealmKeyStore, (stores) => stores[purpose]),
      (key) => ({ ...key, purpose, secret: `secret of ${key.key_id}` }),
      storage
    )
  }

  layer(storage)(`RealmKeyStore (${name})`, (it) => {
    it.effect("stores and retires the generations of each purpose apart", () =>
      Effect.gen(function*() {
        const { browsers, tokens } = yield* RealmKeyStore
        const now = yield* Instant.now
        const key = { environment: "sandbox", generation: 1, secret: "", created_on: now, retired_on: null } as const
        const [token, browser] = [{ ...key, purpose: "tokens", key_id: "t" }, {
          ...key,
          purpose: "browsers",
          key_id: "b"
        }] as const
        assert.isTrue(yield* tokens.insert(token))
        assert.isTrue(yield* browsers.insert(browser))
        yield* tokens.retireBefore("sandbox", 2, now)
        assert.deepStrictEqual(yield* tokens.list("sandbox", now), [])
        assert.deepStrictEqual(yield* browsers.list("sandbox", now), [browser])
      }))
  })
}
