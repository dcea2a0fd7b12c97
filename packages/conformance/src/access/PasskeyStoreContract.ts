import { assert, layer } from "@effect/vitest"
import {
  newPasskeyId,
  type Passkey,
  PasskeyStore,
  UserCredentialStore,
  type UserId,
  UserStore
} from "@namewright/core/access"
import { Instant, newOrganizationId, Transaction } from "@namewright/core/shared"
import { Effect, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { newUser } from "./UserStoreContract.ts"

const insertedUser = Effect.fnUntraced(function*(username: string) {
  const user = yield* newUser(yield* newOrganizationId, username, `${username}@passkeys.example`)
  yield* Effect.flatMap(UserStore, (store) => store.insert(user))
  return user.user_id
})

const newPasskey = Effect.fnUntraced(function*(user_id: UserId, credential_id: string) {
  const passkey: Passkey = {
    passkey_id: yield* newPasskeyId,
    user_id,
    name: "Blauer Schlüssel",
    credential_id,
    public_key: "pQECAyYgASFYIA",
    counter: 0,
    transports: ["internal", "hybrid"],
    created_on: yield* Instant.now,
    last_used_on: null
  }
  return passkey
})

const credentialsOf = (user: UserId) =>
  Effect.flatMap(UserCredentialStore, (store) => Effect.map(store.find(user), Option.getOrThrow))

const insert = (passkey: Passkey) =>
  Effect.gen(function*() {
    const store = yield* PasskeyStore
    const { atomically } = yield* Transaction
    return yield* atomically(store.insert(passkey))
  })

const remove = (user: UserId, passkey: Passkey) =>
  Effect.gen(function*() {
    const store = yield* PasskeyStore
    const { atomically } = yield* Transaction
    return yield* atomically(store.remove(user, passkey.passkey_id, yield* Instant.now))
  })

/** Contract of storage adapters for passkeys. */
export const passkeyStoreContract = <E>(
  name: string,
  storage: Layer.Layer<PasskeyStore | UserCredentialStore | UserStore | Transaction, E>
) =>
  layer(storage)(`PasskeyStore (${name})`, (it) => {
    it.effect("finds passkeys by user, the oldest first, and by credential", () =>
      Effect.gen(function*() {
        const store = yield* PasskeyStore
        const [ada, eve] = [yield* insertedUser("passkey-ada"), yield* insertedUser("passkey-eve")]
        const first = yield* newPasskey(ada, "A".repeat(1364))
        yield* TestClock.adjust("1 minute")
        const second = yield* newPasskey(ada, "second")
        assert.isTrue(yield* insert(second))
        assert.isTrue(yield* insert(first))
        assert.deepStrictEqual(yield* store.list(ada), [first, second])
        assert.deepStrictEqual(yield* store.list(eve), [])
        assert.deepStrictEqual(yield* store.findByCredential(first.credential_id), Option.some(first))
        for (const unknown of ["", "SECOND", "secon%", "s\u0000", "s\ud800"]) {
          assert.deepStrictEqual(yield* store.findByCredential(unknown), Option.none(), unknown)
        }
        assert.deepStrictEqual([(yield* credentialsOf(ada)).passkeys, (yield* credentialsOf(eve)).passkeys], [2, 0])
      }))

    it.effect("stores a credential once, for one of many users at once, and records the change", () =>
      Effect.gen(function*() {
        const store = yield* PasskeyStore
        const users = yield* Effect.forEach(["one", "two", "three"], (which) => insertedUser(`passkey-${which}`))
        const passkeys = yield* Effect.forEach(users, (user) => newPasskey(user, "same"))
        const stored = yield* Effect.forEach(passkeys, insert, { concurrency: "unbounded" })
        assert.strictEqual(stored.filter((isStored) => isStored).length, 1)
        const changes = yield* Effect.forEach(users, (user) =>
          Effect.map(credentialsOf(user), ({ credentials_changed_on }) => credentials_changed_on !== null))
        assert.deepStrictEqual(changes, stored)
        const lists = yield* Effect.forEach(users, store.list)
        assert.deepStrictEqual(
          lists.map((list) =>
            list.length === 1
          ),
          stored
        )
      }))

    it.effect("accepts counters that rise, and 0 from authenticators without one", () =>
      Effect.gen(function*() {
        const store = yield* PasskeyStore
        const passkey = yield* newPasskey(yield* insertedUser("passkey-counter"), "counter")
        yield* insert(passkey)
        const at = yield* Instant.now
        const use = (counter: number) => store.use(passkey.passkey_id, counter, at)
        assert.deepStrictEqual([yield* use(0), yield* use(0), yield* use(5)], [true, true, true])
        assert.deepStrictEqual([yield* use(5), yield* use(4), yield* use(0)], [false, false, false])
        const highest = 2 ** 32 - 1
        const uses = yield* Effect.all(Array.from({ length: 5 }, () => use(highest)), { concurrency: "unbounded" })
        assert.strictEqual(uses.filter((isUsed) => isUsed).length, 1)
        const stored = yield* store.findByCredential("counter")
        assert.deepStrictEqual(stored, Option.some({ ...passkey, counter: highest, last_used_on: at }))
        assert.isFalse(yield* store.use(yield* newPasskeyId, 1, at))
      }))

    it.effect("renames passkeys of their user, which changes no credentials", () =>
      Effect.gen(function*() {
        const store = yield* PasskeyStore
        const { atomically } = yield* Transaction
        const [ada, eve] = [yield* insertedUser("passkey-name"), yield* insertedUser("passkey-stranger")]
        const passkey = yield* newPasskey(ada, "name")
        yield* insert(passkey)
        const before = yield* credentialsOf(ada)
        yield* TestClock.adjust("1 hour")
        const rename = (user: UserId, next: string) => atomically(store.rename(user, passkey.passkey_id, next))
        assert.deepStrictEqual(yield* rename(eve, "Mine"), Option.none())
        assert.deepStrictEqual(yield* store.list(ada), [passkey])
        assert.deepStrictEqual(yield* rename(ada, "Laptop"), Option.some(passkey))
        assert.deepStrictEqual(yield* store.list(ada), [{ ...passkey, name: "Laptop" }])
        assert.deepStrictEqual(yield* credentialsOf(ada), before)
      }))

    it.effect("removes passkeys of their user, and backup codes with the last second factor", () =>
      Effect.gen(function*() {
        const store = yield* PasskeyStore
        const credentials = yield* UserCredentialStore
        const [ada, eve] = [yield* insertedUser("passkey-removal"), yield* insertedUser("passkey-others")]
        const [first, second] = [yield* newPasskey(ada, "removal-1"), yield* newPasskey(ada, "removal-2")]
        yield* insert(first)
        yield* insert(second)
        const hash = "f".repeat(64)
        yield* credentials.setBackupCodes(ada, [hash], yield* Instant.now)
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual(yield* remove(eve, first), Option.none())
        assert.deepStrictEqual(yield* remove(ada, first), Option.some(first))
        assert.deepStrictEqual(yield* remove(ada, first), Option.none())
        const left = yield* credentialsOf(ada)
        assert.deepStrictEqual([left.backup_codes, left.credentials_changed_on], [[hash], yield* Instant.now])
        // The codes remain as long as there is any second factor.
        yield* credentials.removeTotp(ada, yield* Instant.now)
        assert.deepStrictEqual((yield* credentialsOf(ada)).backup_codes, [hash])
        yield* remove(ada, second)
        assert.deepStrictEqual((yield* credentialsOf(ada)).backup_codes, null)
        assert.deepStrictEqual(yield* store.list(ada), [])

        const third = yield* newPasskey(ada, "removal-3")
        yield* insert(third)
        yield* credentials.setPendingTotp(ada, "sealed")
        yield* credentials.confirmTotp(ada, "sealed", 1, yield* Instant.now)
        yield* credentials.setBackupCodes(ada, [hash], yield* Instant.now)
        yield* remove(ada, third)
        assert.deepStrictEqual((yield* credentialsOf(ada)).backup_codes, [hash])
      }))

    it.effect("removes all passkeys of a user, also with the user", () =>
      Effect.gen(function*() {
        const store = yield* PasskeyStore
        const users = yield* UserStore
        const [ada, eve] = [yield* insertedUser("passkey-all"), yield* insertedUser("passkey-rest")]
        for (const credential of ["all-1", "all-2"]) yield* insert(yield* newPasskey(ada, credential))
        yield* insert(yield* newPasskey(eve, "rest"))
        assert.strictEqual(yield* store.removeAll(ada), 2)
        assert.strictEqual(yield* store.removeAll(ada), 0)
        assert.strictEqual((yield* store.list(eve)).length, 1)
        yield* users.remove(eve)
        assert.deepStrictEqual(yield* store.findByCredential("rest"), Option.none())
      }))
  })
