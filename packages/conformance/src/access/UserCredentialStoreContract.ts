import { assert, layer } from "@effect/vitest"
import { newUserId, SignInAttemptStore, UserCredentialStore, UserStore } from "@namewright/core/access"
import { Instant, newOrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { newUser } from "./UserStoreContract.ts"

const inserted = Effect.fnUntraced(function*(username: string) {
  const user = yield* newUser(yield* newOrganizationId, username, `${username}@credentials.example`)
  yield* Effect.flatMap(UserStore, (store) => store.insert(user))
  return user
})

const nothing = {
  password_hash: null,
  totp_secret: null,
  totp_pending: null,
  totp_last_step: null,
  backup_codes: null,
  passkeys: 0,
  credentials_changed_on: null
}

const both = (attempts: number, expires_on: Instant.Instant) => [
  { subject: "a", attempts, expires_on },
  { subject: "b", attempts, expires_on }
]

/** Contract of storage adapters for sign-in credentials. */
export const userCredentialStoreContract = <E>(
  name: string,
  storage: Layer.Layer<UserStore | UserCredentialStore | SignInAttemptStore, E>
) => {
  layer(storage)(`UserCredentialStore (${name})`, (it) => {
    it.effect("finds people by id, and by username or email address whatever its case", () =>
      Effect.gen(function*() {
        const store = yield* UserCredentialStore
        const user = yield* inserted("Sigurd")
        const expected = Option.some({ user, ...nothing })
        assert.deepStrictEqual(yield* store.find(user.user_id), expected)
        assert.deepStrictEqual(yield* store.findByLogin("sIGURD"), expected)
        assert.deepStrictEqual(yield* store.findByLogin("sigurd@CREDENTIALS.example"), expected)
        for (const unknown of ["sigur", "", "sigurd\u0000", "s\ud800gurd", "%", "'"]) {
          assert.deepStrictEqual(yield* store.findByLogin(unknown), Option.none(), unknown)
        }
        assert.deepStrictEqual(yield* store.find(yield* newUserId), Option.none())
      }))

    it.effect("stores a password with the time of its change, and hashes it anew only if it is still the stored one", () =>
      Effect.gen(function*() {
        const store = yield* UserCredentialStore
        const { user_id } = yield* inserted("password")
        const shown = Effect.map(store.find(user_id), (found) => {
          const { credentials_changed_on, password_hash } = Option.getOrThrow(found)
          return [password_hash, credentials_changed_on]
        })
        const first = yield* Instant.now
        yield* store.setPassword(user_id, "first", first)
        assert.deepStrictEqual(yield* shown, ["first", first])
        yield* store.rehash(user_id, "first", "first, hashed anew")
        assert.deepStrictEqual(yield* shown, ["first, hashed anew", first])
        yield* store.setPassword(user_id, "second", first)
        yield* store.rehash(user_id, "first, hashed anew", "first, hashed once more")
        assert.deepStrictEqual(yield* shown, ["second", first])
      }))

    it.effect("activates the pending second factor, if it has not been replaced", () =>
      Effect.gen(function*() {
        const store = yield* UserCredentialStore
        const { user_id } = yield* inserted("totp")
        const shown = Effect.map(store.find(user_id), (found) => {
          const { totp_last_step, totp_pending, totp_secret } = Option.getOrThrow(found)
          return [totp_secret, totp_pending, totp_last_step]
        })
        const at = yield* Instant.now
        yield* store.setPendingTotp(user_id, "first")
        yield* store.setPendingTotp(user_id, "second")
        assert.isFalse(yield* store.confirmTotp(user_id, "first", 7, at))
        assert.deepStrictEqual(yield* shown, [null, "second", null])
        assert.isTrue(yield* store.confirmTotp(user_id, "second", 7, at))
        assert.isFalse(yield* store.confirmTotp(user_id, "second", 8, at))
        assert.deepStrictEqual(yield* shown, ["second", null, 7])
        assert.deepStrictEqual(Option.getOrThrow(yield* store.find(user_id)).credentials_changed_on, at)
        yield* store.setPendingTotp(user_id, "third")
        yield* TestClock.adjust("1 hour")
        yield* store.removeTotp(user_id, yield* Instant.now)
        assert.deepStrictEqual(yield* shown, [null, null, null])
        assert.deepStrictEqual(
          Option.getOrThrow(yield* store.find(user_id)).credentials_changed_on,
          yield* Instant.now
        )
      }))

    it.effect("accepts the period of a code from one of many attempts, and no earlier period", () =>
      Effect.gen(function*() {
        const store = yield* UserCredentialStore
        const { user_id } = yield* inserted("steps")
        // Beyond 32 bits.
        const step = 2 ** 33
        const takes = Array.from({ length: 10 }, () => store.takeTotpStep(user_id, step))
        const taken = yield* Effect.all(takes, { concurrency: "unbounded" })
        assert.strictEqual(taken.filter((won) => won).length, 1)
        assert.isFalse(yield* store.takeTotpStep(user_id, step - 1))
        assert.isTrue(yield* store.takeTotpStep(user_id, step + 1))
        assert.strictEqual(Option.getOrThrow(yield* store.find(user_id)).totp_last_step, step + 1)
      }))

    it.effect("stores backup codes, and removes them with the second factor", () =>
      Effect.gen(function*() {
        const store = yield* UserCredentialStore
        const { user_id } = yield* inserted("codes")
        const other = yield* inserted("codes-of-another")
        const shown = (id = user_id) =>
          Effect.map(store.find(id), (found) => {
            const { backup_codes, credentials_changed_on } = Option.getOrThrow(found)
            return [backup_codes, credentials_changed_on]
          })
        const [first, second] = ["a".repeat(64), "b".repeat(64)]
        const at = yield* Instant.now
        yield* store.setBackupCodes(user_id, [first, second], at)
        yield* store.setBackupCodes(other.user_id, [first, second], at)
        assert.deepStrictEqual(yield* shown(), [[first, second], at])
        for (const wrong of ["c".repeat(64), "%", "_".repeat(64)]) {
          assert.deepStrictEqual(yield* store.takeBackupCode(user_id, wrong), Option.none(), wrong)
        }
        assert.deepStrictEqual(yield* store.takeBackupCode(user_id, first), Option.some(1))
        assert.deepStrictEqual(yield* store.takeBackupCode(user_id, first), Option.none())
        assert.deepStrictEqual(yield* store.takeBackupCode(user_id, second), Option.some(0))
        assert.deepStrictEqual(yield* shown(), [[], at])
        assert.deepStrictEqual(yield* shown(other.user_id), [[first, second], at])
        yield* TestClock.adjust("1 hour")
        yield* store.removeTotp(user_id, yield* Instant.now)
        assert.deepStrictEqual(yield* shown(), [null, yield* Instant.now])
        assert.deepStrictEqual(yield* store.takeBackupCode(user_id, first), Option.none())
      }))

    it.effect("accepts a backup code from one of many attempts, and loses none of the others", () =>
      Effect.gen(function*() {
        const store = yield* UserCredentialStore
        const { user_id } = yield* inserted("codes-at-once")
        const codes = Array.from({ length: 10 }, (_, n) => n.toString(16).repeat(64))
        yield* store.setBackupCodes(user_id, codes, yield* Instant.now)
        const takes = [...codes, ...codes].map((code) => store.takeBackupCode(user_id, code))
        const taken = yield* Effect.all(takes, { concurrency: "unbounded" })
        assert.strictEqual(taken.filter(Option.isSome).length, 10)
        assert.deepStrictEqual(Option.getOrThrow(yield* store.find(user_id)).backup_codes, [])
      }))
  })

  layer(storage)(`SignInAttemptStore (${name})`, (it) => {
    it.effect("counts attempts until they expire, and not longer for those that come in between", () =>
      Effect.gen(function*() {
        const store = yield* SignInAttemptStore
        const start = yield* Instant.now
        const take = Effect.gen(function*() {
          const now = yield* Instant.now
          const counts = yield* store.take(["a", "b"], now, DateTime.add(now, { minutes: 15 }))
          return counts.toSorted((left, right) => left.subject.localeCompare(right.subject))
        })
        const first = DateTime.add(start, { minutes: 15 })
        assert.deepStrictEqual(yield* take, both(1, first))
        yield* TestClock.adjust("14 minutes")
        assert.deepStrictEqual(yield* take, both(2, first))
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(yield* take, both(1, DateTime.add(start, { minutes: 30 })))
      }))

    it.effect("subtracts attempts, and removes them", () =>
      Effect.gen(function*() {
        const store = yield* SignInAttemptStore
        const now = yield* Instant.now
        const until = DateTime.add(now, { minutes: 15 })
        const count = Effect.map(store.take(["back"], now, until), ([counted]) => counted?.attempts)
        yield* Effect.replicateEffect(count, 4)
        yield* store.giveBack("back")
        assert.strictEqual(yield* count, 4)
        yield* store.forget("back")
        yield* store.giveBack("back")
        assert.strictEqual(yield* count, 1)
        yield* store.giveBack("back")
        yield* store.giveBack("back")
        assert.strictEqual(yield* count, 1)
      }))

    it.effect("counts all concurrent attempts, in any order", () =>
      Effect.gen(function*() {
        const store = yield* SignInAttemptStore
        const now = yield* Instant.now
        const until = DateTime.add(now, { minutes: 15 })
        const takes = Array.from({ length: 20 }, (_, n) =>
          store.take(n % 2 === 0 ? ["left", "right"] : ["right", "left"], now, until))
        const counts = (yield* Effect.all(takes, { concurrency: "unbounded" })).flat()
        const attempts = counts.filter(({ subject }) =>
          subject === "left"
        ).map((counted) => counted.attempts)
        assert.deepStrictEqual(attempts.toSorted((a, b) => a - b), Array.from({ length: 20 }, (_, n) => n + 1))
      }))

    it.effect("removes a bounded number of expired counts", () =>
      Effect.gen(function*() {
        const store = yield* SignInAttemptStore
        yield* TestClock.adjust("1 day")
        const now = yield* Instant.now
        yield* store.removeExpired(now, 1000)
        yield* store.take(["old-1", "old-2", "old-3"], now, DateTime.add(now, { minutes: 15 }))
        yield* store.take(["young"], now, DateTime.add(now, { minutes: 16 }))
        const later = DateTime.add(now, { minutes: 15 })
        assert.strictEqual(yield* store.removeExpired(now, 10), 0)
        assert.strictEqual(yield* store.removeExpired(later, 2), 2)
        assert.strictEqual(yield* store.removeExpired(later, 2), 1)
        const [young] = yield* store.take(["young"], now, later)
        assert.strictEqual(young?.attempts, 2)
      }))
  })
}
