import { assert, layer } from "@effect/vitest"
import { AuthorityAccountStore, type StoredAccount } from "@namewright/core/certificates"
import { Instant } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option } from "effect"

/** Contract of the storage of accounts at certificate authorities. */
export const authorityAccountStoreContract = <E>(name: string, storage: Layer.Layer<AuthorityAccountStore, E>) =>
  layer(storage)(`AuthorityAccountStore (${name})`, (it) => {
    it.effect("keeps the first account of an authority, and stores its changes", () =>
      Effect.gen(function*() {
        const store = yield* AuthorityAccountStore
        const now = yield* Instant.now
        const account: StoredAccount = {
          authority: "one",
          sealed_key: "first",
          url: null,
          clear_on: now,
          created_on: now
        }
        yield* store.insert(account)
        yield* store.insert({ ...account, sealed_key: "second" })
        assert.deepStrictEqual(yield* store.find("one"), Option.some(account))
        const changed = { ...account, url: "https://one.example/1", clear_on: DateTime.add(now, { hours: 3 }) }
        yield* store.save(changed)
        assert.deepStrictEqual(yield* store.lock("one"), Option.some(changed))
        assert.deepStrictEqual(yield* store.find("two"), Option.none())
      }))
  })
