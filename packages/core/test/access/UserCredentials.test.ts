import { assert, describe, it } from "@effect/vitest"
import {
  newUserId,
  PasswordHasher,
  SecondFactorRefused,
  SignInRefused,
  SignInThrottled,
  UserCredentials,
  UserCredentialStore,
  type UserId,
  UserOperations
} from "@namewright/core/access"
import { Instant, InvalidInput } from "@namewright/core/shared"
import { Effect, Fiber, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { accessPlatform, newOrganization, newPerson, outdatedHash, PlainHasher } from "./AccessPlatform.ts"
import {
  codeNow,
  elsewhere,
  home,
  known,
  password,
  restrictToHome,
  secretIn,
  signIn,
  tagOf,
  times,
  withPassword,
  withSecondFactor
} from "./signInAccounts.ts"

const stored = (id: UserId) =>
  Effect.flatMap(UserCredentialStore, ({ find }) => Effect.map(find(id), Option.getOrThrow))

it.layer(accessPlatform())("UserCredentials", (it) => {
  describe("verifyPassword", () => {
    it.effect("refuses the right password from elsewhere like a wrong one, counts it, and does not hash it anew", () =>
      Effect.gen(function*() {
        const users = yield* UserCredentialStore
        const user = yield* withPassword()
        yield* users.setPassword(user.user_id, outdatedHash(password), yield* Instant.now)
        yield* restrictToHome(user)
        assert.deepStrictEqual(yield* Effect.flip(signIn(user.username, password, elsewhere)), new SignInRefused())
        const unchanged = Option.getOrThrow(yield* users.find(user.user_id))
        assert.strictEqual(unchanged.password_hash, outdatedHash(password))
        yield* Effect.forEach(times(9), () => tagOf(signIn(user.username, password, elsewhere)))
        assert.strictEqual(yield* tagOf(signIn(user.username, password, elsewhere)), "SignInThrottled")
        assert.strictEqual(yield* tagOf(signIn(user.username, password)), "in")
      }))

    it.effect("finds users by username or email address, ignoring case and surrounding space", () =>
      Effect.gen(function*() {
        const user = yield* withPassword({ username: "Grace.Hopper", email: "Grace@example.org" })
        for (const login of ["grace.hopper", " GRACE.HOPPER ", "grace@EXAMPLE.org"]) {
          const found = yield* signIn(login, password)
          assert.deepStrictEqual(found.user, user)
          assert.isFalse(found.second_factor)
        }
      }))

    it.effect("fails in the same way for a wrong password, an unknown user, and a user without a password", () =>
      Effect.gen(function*() {
        const { username } = yield* withPassword()
        const without = yield* newPerson(yield* newOrganization())
        for (const login of [username, "nobody", without.username, ""]) {
          assert.deepStrictEqual(yield* Effect.flip(signIn(login, "wrong")), new SignInRefused())
        }
      }))

    it.effect("hashes a password for unknown logins", () =>
      Effect.gen(function*() {
        const { username } = yield* withPassword()
        const { verified } = yield* PlainHasher
        const before = verified()
        yield* tagOf(signIn(username, "wrong"))
        const known = verified() - before
        yield* tagOf(signIn("nobody at all", "wrong"))
        assert.deepStrictEqual([known, verified() - before - known], [1, 1])
      }))

    it.effect("replaces an outdated hash, without ending sessions", () =>
      Effect.gen(function*() {
        const { user_id, username } = yield* withPassword()
        const { rehash } = yield* UserCredentialStore
        const { credentials_changed_on: changed, password_hash } = yield* stored(user_id)
        yield* rehash(user_id, password_hash ?? "", outdatedHash(password))
        yield* TestClock.adjust("1 hour")
        yield* signIn(username, password)
        const after = yield* stored(user_id)
        assert.notStrictEqual(after.password_hash, outdatedHash(password))
        assert.deepStrictEqual(after.credentials_changed_on, changed)
        yield* signIn(username, password)
      }))
  })

  describe("throttling", () => {
    it.effect("limits guesses for one login from one address, and not the user elsewhere", () =>
      Effect.gen(function*() {
        const { username } = yield* withPassword()
        const attacker = "203.0.113.9"
        const guesses = yield* Effect.forEach(times(12), () => tagOf(signIn(username, "wrong", attacker)))
        assert.deepStrictEqual(guesses, [
          ...times(10).map(() => "SignInRefused"),
          "SignInThrottled",
          "SignInThrottled"
        ])
        const refused = yield* Effect.flip(signIn(username, password, attacker))
        assert.deepStrictEqual(refused, new SignInThrottled({ retry_after: 900 }))
        yield* signIn(username, password, home)
      }))

    it.effect("starts a new window after 15 minutes, which refused attempts do not extend", () =>
      Effect.gen(function*() {
        const { username } = yield* withPassword()
        yield* Effect.forEach(times(10), () => tagOf(signIn(username, "wrong")))
        yield* TestClock.adjust("14 minutes")
        assert.strictEqual(yield* tagOf(signIn(username, password)), "SignInThrottled")
        yield* TestClock.adjust("1 minute")
        yield* signIn(username, password)
      }))

    it.effect("clears the count after the right password", () =>
      Effect.gen(function*() {
        const { username } = yield* withPassword()
        for (const _ of times(5)) {
          yield* Effect.forEach(times(9), () => tagOf(signIn(username, "wrong")))
          yield* signIn(username, password)
        }
      }))

    it.effect("limits guesses for one login from many addresses", () =>
      Effect.gen(function*() {
        const { username } = yield* withPassword()
        yield* Effect.forEach(times(100), (n) => tagOf(signIn(username, "wrong", `203.0.113.${n}`)))
        assert.strictEqual(yield* tagOf(signIn(username, password, "198.51.100.99")), "SignInThrottled")
      }))

    it.effect("limits guesses for many logins from one IPv6 network", () =>
      Effect.gen(function*() {
        const { username } = yield* withPassword()
        yield* Effect.forEach(times(100), (n) => tagOf(signIn(`name-${n}`, "wrong", `2001:db8:1:2::${n}`)))
        assert.strictEqual(yield* tagOf(signIn(username, password, "2001:db8:1:2:ffff::1")), "SignInThrottled")
        yield* signIn(username, password, "2001:db8:1:3::1")
      }))

    it.effect("counts attempts before they are looked at, so that many at once gain nothing", () =>
      Effect.gen(function*() {
        const { username } = yield* withPassword()
        const outcomes = yield* Effect.forEach(times(50), () => tagOf(signIn(username, "wrong", "203.0.113.77")), {
          concurrency: "unbounded"
        })
        assert.strictEqual(outcomes.filter((outcome) => outcome === "SignInRefused").length, 10)
      }))
  })

  it.effect("queues 50 attempts for hashing, and does not count the refused ones", () =>
    Effect.gen(function*() {
      const { holdUp } = yield* PlainHasher
      const { username } = yield* withPassword()
      const release = yield* holdUp
      const waiting = yield* Effect.forEach(
        times(50),
        (n) => Effect.forkChild(tagOf(signIn(`somebody-${n}`, "wrong", `192.0.2.${n}`)))
      )
      yield* Effect.forEach(waiting, () => Effect.yieldNow)
      for (const _ of times(20)) {
        assert.deepStrictEqual(
          yield* Effect.flip(signIn(username, password, "192.0.2.200")),
          new SignInThrottled({ retry_after: 10 })
        )
      }
      yield* release
      assert.deepStrictEqual(new Set(yield* Effect.forEach(waiting, Fiber.join)), new Set(["SignInRefused"]))
      yield* signIn(username, password, "192.0.2.200")
    }))

  describe("changePassword", () => {
    it.effect("replaces the current one, and records the time", () =>
      Effect.gen(function*() {
        const { changePassword, find } = yield* UserCredentials
        const { user_id, username } = yield* withPassword()
        yield* TestClock.adjust("1 hour")
        const passwords = { current: Redacted.make(password), next: Redacted.make("another horse battery") }
        yield* changePassword(user_id, passwords, home)
        assert.strictEqual(yield* tagOf(signIn(username, password)), "SignInRefused")
        yield* signIn(username, "another horse battery")
        const { credentials_changed_on } = Option.getOrThrow(yield* find(user_id))
        assert.deepStrictEqual(credentials_changed_on, yield* Instant.now)
      }))

    it.effect("refuses a wrong current one, and a new one that violates the policy", () =>
      Effect.gen(function*() {
        const { changePassword } = yield* UserCredentials
        const { user_id, username } = yield* withPassword()
        const change = (current: string, next: string) =>
          Effect.flip(
            changePassword(user_id, { current: Redacted.make(current), next: Redacted.make(next) }, home)
          )
        assert.instanceOf(yield* change("wrong", "another horse battery"), SignInRefused)
        const refused = yield* change(password, "short")
        assert.deepStrictEqual(refused instanceof InvalidInput && refused.issues.map(({ loc, type }) => [loc, type]), [
          [["password"], "string_too_short"]
        ])
        yield* signIn(username, password)
      }))

    it.effect("counts wrong current ones like wrong passwords", () =>
      Effect.gen(function*() {
        const { changePassword } = yield* UserCredentials
        const { user_id } = yield* withPassword()
        const passwords = { current: Redacted.make("wrong"), next: Redacted.make("another horse battery") }
        const outcomes = yield* Effect.forEach(times(11), () => tagOf(changePassword(user_id, passwords, home)))
        assert.strictEqual(outcomes.at(-1), "SignInThrottled")
      }))
  })

  describe("second factors", () => {
    it.effect("count once they are confirmed", () =>
      Effect.gen(function*() {
        const { confirmTotp, enrolTotp, find, verifyCode } = yield* UserCredentials
        const { user_id, username } = yield* withPassword()
        const { secret, uri } = yield* enrolTotp(user_id, known(), home)
        assert.include(Redacted.value(uri), Redacted.value(secret))
        assert.isFalse((yield* signIn(username, password)).second_factor)
        assert.instanceOf(
          yield* Effect.flip(verifyCode(user_id, yield* codeNow(secretIn(uri)), home)),
          SecondFactorRefused
        )
        assert.instanceOf(yield* Effect.flip(confirmTotp(user_id, "000000")), SecondFactorRefused)
        yield* confirmTotp(user_id, yield* codeNow(secretIn(uri)))
        assert.isTrue((yield* signIn(username, password)).second_factor)
        const account = Option.getOrThrow(yield* find(user_id))
        assert.deepStrictEqual([account.second_factor, account.credentials_changed_on], [true, yield* Instant.now])
      }))

    it.effect("are stored sealed", () =>
      Effect.gen(function*() {
        const { secret, user } = yield* withSecondFactor()
        const { totp_pending, totp_secret } = yield* stored(user.user_id)
        assert.isNull(totp_pending)
        assert.match(totp_secret ?? "", /^aes256gcm\./)
        assert.notInclude(totp_secret ?? "", Redacted.value(secret))
      }))

    it.effect("accept each code once, also from concurrent attempts", () =>
      Effect.gen(function*() {
        const { verifyCode } = yield* UserCredentials
        const { secret, user } = yield* withSecondFactor()
        const used = yield* codeNow(secret)
        assert.strictEqual(yield* tagOf(verifyCode(user.user_id, used, home)), "SecondFactorRefused")
        yield* TestClock.adjust("30 seconds")
        const code = yield* codeNow(secret)
        const outcomes = yield* Effect.forEach(times(4), () => tagOf(verifyCode(user.user_id, code, home)), {
          concurrency: "unbounded"
        })
        assert.strictEqual(outcomes.filter((outcome) => outcome === "in").length, 1)
      }))

    it.effect("allow five wrong codes in 15 minutes", () =>
      Effect.gen(function*() {
        const { verifyCode } = yield* UserCredentials
        const { secret, user } = yield* withSecondFactor()
        yield* Effect.forEach(times(5), () => tagOf(verifyCode(user.user_id, "000000", home)))
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* tagOf(verifyCode(user.user_id, yield* codeNow(secret), home)), "SignInThrottled")
        yield* TestClock.adjust("14 minutes")
        yield* verifyCode(user.user_id, yield* codeNow(secret), home)
      }))

    it.effect("refuse from elsewhere like wrong ones, count it, and remain unused", () =>
      Effect.gen(function*() {
        const { verifyCode } = yield* UserCredentials
        const { secret, user } = yield* withSecondFactor()
        yield* TestClock.adjust("30 seconds")
        yield* restrictToHome(user)
        const code = yield* codeNow(secret)
        const outcome = yield* Effect.flip(verifyCode(user.user_id, code, elsewhere))
        assert.deepStrictEqual(outcome, new SecondFactorRefused())
        yield* verifyCode(user.user_id, code, home)
        yield* Effect.forEach(times(5), () => tagOf(verifyCode(user.user_id, "000000", elsewhere)))
        assert.strictEqual(yield* tagOf(verifyCode(user.user_id, "000000", home)), "SignInThrottled")
      }))

    it.effect("can be replaced, and the previous one remains active until the confirmation", () =>
      Effect.gen(function*() {
        const { confirmTotp, enrolTotp, verifyCode } = yield* UserCredentials
        const { secret, user } = yield* withSecondFactor()
        yield* TestClock.adjust("30 seconds")
        const { uri } = yield* enrolTotp(user.user_id, known(yield* codeNow(secret)), home)
        yield* TestClock.adjust("30 seconds")
        yield* verifyCode(user.user_id, yield* codeNow(secret), home)
        yield* TestClock.adjust("30 seconds")
        yield* confirmTotp(user.user_id, yield* codeNow(secretIn(uri)))
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* tagOf(verifyCode(user.user_id, yield* codeNow(secret), home)), "SecondFactorRefused")
        yield* verifyCode(user.user_id, yield* codeNow(secretIn(uri)), home)
      }))

    it.effect("are replaced and removed with the password and a code of their own", () =>
      Effect.gen(function*() {
        const { enrolTotp, removeTotp } = yield* UserCredentials
        const { secret, user } = yield* withSecondFactor()
        yield* TestClock.adjust("1 hour")
        const wrong = { password: Redacted.make("wrong"), code: yield* codeNow(secret) }
        for (const change of [enrolTotp, removeTotp]) {
          assert.instanceOf(yield* Effect.flip(change(user.user_id, wrong, home)), SignInRefused)
          for (const code of ["", "000000", yield* codeNow(secret, -20)]) {
            assert.instanceOf(yield* Effect.flip(change(user.user_id, known(code), home)), SecondFactorRefused)
          }
          assert.isTrue((yield* signIn(user.username, password)).second_factor)
          yield* TestClock.adjust("15 minutes")
        }
        yield* removeTotp(user.user_id, known(yield* codeNow(secret)), home)
        const account = yield* signIn(user.username, password)
        assert.deepStrictEqual([account.second_factor, account.credentials_changed_on], [false, yield* Instant.now])
      }))

    it.effect("are protected against guesses of the code with a known password", () =>
      Effect.gen(function*() {
        const { removeTotp } = yield* UserCredentials
        const { user } = yield* withSecondFactor()
        const outcomes = yield* Effect.forEach(times(6), () => tagOf(removeTotp(user.user_id, known("000000"), home)))
        assert.deepStrictEqual(outcomes.slice(-2), ["SecondFactorRefused", "SignInThrottled"])
      }))

    it.effect("do not exist for unknown users", () =>
      Effect.gen(function*() {
        const { confirmTotp, enrolTotp, find, verifyCode } = yield* UserCredentials
        const id = yield* newUserId
        assert.deepStrictEqual(yield* find(id), Option.none())
        assert.instanceOf(yield* Effect.flip(enrolTotp(id, known(), home)), SignInRefused)
        assert.instanceOf(yield* Effect.flip(confirmTotp(id, "000000")), SecondFactorRefused)
        assert.instanceOf(yield* Effect.flip(verifyCode(id, "000000", home)), SecondFactorRefused)
      }))
  })
})

it.layer(accessPlatform())("UserOperations", (it) => {
  it.effect("set another password, and remove a lost second factor", () =>
    Effect.gen(function*() {
      const { find, removeSecondFactor, setPassword } = yield* UserOperations
      const { user } = yield* withSecondFactor()
      assert.deepStrictEqual(yield* find(user.email.toUpperCase()), Option.some(user))
      assert.deepStrictEqual(yield* find("nobody"), Option.none())
      yield* TestClock.adjust("1 hour")
      yield* removeSecondFactor(user)
      yield* setPassword(user, Redacted.make("another horse battery"))
      const account = yield* signIn(user.username, "another horse battery")
      assert.deepStrictEqual([account.second_factor, account.credentials_changed_on], [false, yield* Instant.now])
      assert.instanceOf(yield* Effect.flip(setPassword(user, Redacted.make("short"))), InvalidInput)
    }))
})

const withoutPasswords = Layer.mergeAll(Layer.fresh(UserCredentials.layer), Layer.fresh(UserOperations.layer)).pipe(
  Layer.provide(PasswordHasher.layerNone),
  Layer.provideMerge(accessPlatform())
)

it.layer(withoutPasswords)("an installation without passwords", (it) => {
  it.effect("accepts no sign-in and no password", () =>
    Effect.gen(function*() {
      const { setPassword } = yield* UserOperations
      const user = yield* newPerson(yield* newOrganization())
      assert.instanceOf(yield* Effect.flip(setPassword(user, Redacted.make(password))), InvalidInput)
      assert.strictEqual(yield* tagOf(signIn(user.username, password)), "SignInRefused")
    }))
})
