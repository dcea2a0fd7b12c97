import { assert, layer } from "@effect/vitest"
import { RevokedTokenStore } from "@namewright/core/access"
import { Instant } from "@namewright/core/shared"
import { DateTime, Effect, type Layer } from "effect"

/** Contract of storage adapters for revoked access tokens. */
export const revokedTokenStoreContract = <E>(name: string, storage: Layer.Layer<RevokedTokenStore, E>) =>
  layer(storage)(`RevokedTokenStore (${name})`, (it) => {
    it.effect("stores tokens once, and removes a bounded number of expired ones, the earliest first", () =>
      Effect.gen(function*() {
        const store = yield* RevokedTokenStore
        const now = yield* Instant.now
        const after = (minutes: number) => DateTime.add(now, { minutes })
        yield* store.insert("token-1", after(1))
        yield* store.insert("token-1", after(60))
        yield* store.insert("token-2", after(2))
        yield* store.insert("token-3", after(3))
        const known = Effect.forEach(["token-1", "token-2", "token-3", "token-4", "TOKEN-1", "token-%"], store.exists)
        assert.deepStrictEqual(yield* known, [true, true, true, false, false, false])
        assert.strictEqual(yield* store.removeExpired(now, 10), 0)
        assert.strictEqual(yield* store.removeExpired(after(2), 1), 1)
        assert.deepStrictEqual((yield* known).slice(0, 3), [false, true, true])
        assert.strictEqual(yield* store.removeExpired(after(2), 10), 1)
        assert.deepStrictEqual((yield* known).slice(0, 3), [false, false, true])
      }))
  })
