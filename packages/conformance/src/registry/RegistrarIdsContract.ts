import { assert, layer } from "@effect/vitest"
import { type RegistrarId, RegistrarIds, RegistryAccountId } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { DateTime, Effect, type Layer } from "effect"

let accounts = 0

const newAccount = Effect.sync(() => RegistryAccountId.make(`registry_account_${String(++accounts).padStart(26, "0")}`))

const seen = Effect.fnUntraced(function*(account_id: RegistryAccountId, registrar_id: string, seconds = 0) {
  const id: RegistrarId = {
    account_id,
    registrar_id,
    seen_with: `${registrar_id.toLowerCase()}.example`,
    seen_on: DateTime.add(yield* Instant.now, { seconds })
  }
  return id
})

/** Contract of the store of registrar ids. */
export const registrarIdsContract = <R, E>(name: string, storage: Layer.Layer<RegistrarIds | R, E>) => {
  layer(storage)(`RegistrarIds (${name})`, (it) => {
    it.effect("stores the ids of each account, oldest first, each with the first object that showed it", () =>
      Effect.gen(function*() {
        const ids = yield* RegistrarIds
        const [account, other] = [yield* newAccount, yield* newAccount]
        const [late, early] = [yield* seen(account, "OURS-2", 10), yield* seen(account, "OURS-1")]
        assert.deepStrictEqual(yield* ids.ofAccount(account), [])
        assert.isTrue(yield* ids.keep(late))
        assert.isTrue(yield* ids.keep(early))
        assert.isFalse(yield* ids.keep({ ...early, seen_with: "another.example" }))
        assert.isTrue(yield* ids.keep(yield* seen(other, "OURS-1")))
        assert.deepStrictEqual(yield* ids.ofAccount(account), [early, late])
      }))

    it.effect("stores an id once in concurrent calls", () =>
      Effect.gen(function*() {
        const ids = yield* RegistrarIds
        const account = yield* newAccount
        const id = yield* seen(account, "OURS")
        const kept = yield* Effect.all(Array.from({ length: 4 }, () => ids.keep(id)), { concurrency: "unbounded" })
        assert.strictEqual(kept.filter((isNew) => isNew).length, 1)
        assert.deepStrictEqual(yield* ids.ofAccount(account), [id])
      }))

    it.effect("deletes an id of one account", () =>
      Effect.gen(function*() {
        const ids = yield* RegistrarIds
        const [account, other] = [yield* newAccount, yield* newAccount]
        const [id, kept] = [yield* seen(account, "OURS"), yield* seen(other, "OURS")]
        yield* ids.keep(id)
        yield* ids.keep(kept)
        assert.isTrue(yield* ids.forget(account, "OURS"))
        assert.isFalse(yield* ids.forget(account, "OURS"))
        assert.deepStrictEqual(yield* ids.ofAccount(account), [])
        assert.deepStrictEqual(yield* ids.ofAccount(other), [kept])
      }))
  })
}
