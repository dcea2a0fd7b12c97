import { assert, describe, it } from "@effect/vitest"
import {
  BackupCodes,
  SecondFactorRefused,
  SignInRefused,
  type User,
  UserCredentials,
  UserCredentialStore,
  UserOperations
} from "@namewright/core/access"
import { ObjectLogStore } from "@namewright/core/objectlog"
import { Effect, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { accessPlatform } from "./AccessPlatform.ts"
import {
  codeNow,
  elsewhere,
  home,
  known,
  restrictToHome,
  secretIn,
  signIn,
  tagOf,
  times,
  withSecondFactor
} from "./signInAccounts.ts"

const texts = (codes: ReadonlyArray<Redacted.Redacted>) => codes.map(Redacted.value)

const logOf = Effect.fnUntraced(function*({ organization_id, user_id }: User) {
  const store = yield* ObjectLogStore
  const page = yield* store.list(
    organization_id,
    { object_id: user_id },
    { by: "created_on", order: "asc" },
    { page: 1, page_size: 100 }
  )
  return page.items.map(({ action, details, performed_by_id, performed_by_type }) => ({
    action,
    details,
    performed_by_id,
    performed_by_type
  }))
})

it.layer(accessPlatform())("backup codes", (it) => {
  it.effect("are issued with the second factor: ten different ones of 80 bits, stored as hashes", () =>
    Effect.gen(function*() {
      const { find } = yield* UserCredentials
      const { codes, user } = yield* withSecondFactor()
      assert.strictEqual(new Set(texts(codes)).size, 10)
      for (const code of texts(codes)) assert.match(code, /^(?:[a-z2-7]{4}-){3}[a-z2-7]{4}$/)
      assert.strictEqual(Option.getOrThrow(yield* find(user.user_id)).backup_codes, 10)
      const stored = yield* Effect.flatMap(UserCredentialStore, (store) => store.find(user.user_id))
      for (const hash of Option.getOrThrow(stored).backup_codes ?? []) assert.match(hash, /^[0-9a-f]{64}$/)
      const text = JSON.stringify(stored)
      for (const code of texts(codes)) {
        assert.notInclude(text, code)
        assert.notInclude(text, code.replaceAll("-", ""))
      }
    }))

  it.effect("sign in once each, however they are typed", () =>
    Effect.gen(function*() {
      const { find, verifyCode } = yield* UserCredentials
      const { codes: [first = "", second = ""], user } = yield* Effect.map(
        withSecondFactor(),
        ({ codes, user }) => ({ codes: texts(codes), user })
      )
      yield* verifyCode(user.user_id, first, home)
      assert.instanceOf(yield* Effect.flip(verifyCode(user.user_id, first, home)), SecondFactorRefused)
      yield* verifyCode(user.user_id, ` ${second.replaceAll("-", " ").toUpperCase().replaceAll("O", "0")} `, home)
      assert.strictEqual(Option.getOrThrow(yield* find(user.user_id)).backup_codes, 8)
    }))

  it.effect("are valid for their user only", () =>
    Effect.gen(function*() {
      const { verifyCode } = yield* UserCredentials
      const [ada, eve] = [yield* withSecondFactor(), yield* withSecondFactor()]
      for (const code of texts(ada.codes).slice(0, 3)) {
        assert.instanceOf(yield* Effect.flip(verifyCode(eve.user.user_id, code, home)), SecondFactorRefused)
      }
      yield* verifyCode(ada.user.user_id, texts(ada.codes)[0] ?? "", home)
    }))

  it.effect("accept one of many attempts at once", () =>
    Effect.gen(function*() {
      const { verifyCode } = yield* UserCredentials
      const { codes, user } = yield* withSecondFactor()
      const outcomes = yield* Effect.forEach(
        times(4),
        () => tagOf(verifyCode(user.user_id, texts(codes)[0] ?? "", home)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(outcomes.filter((outcome) => outcome === "in").length, 1)
    }))

  it.effect("share the limit of wrong codes with the authenticator", () =>
    Effect.gen(function*() {
      const { verifyCode } = yield* UserCredentials
      const { codes, secret, user } = yield* withSecondFactor()
      const wrong = "aaaa-aaaa-aaaa-aaaa"
      assert.isTrue(BackupCodes.hasForm(wrong))
      const guesses = [wrong, "000000", wrong, "000000", wrong]
      yield* Effect.forEach(guesses, (code) => tagOf(verifyCode(user.user_id, code, home)))
      yield* TestClock.adjust("1 minute")
      for (const code of [texts(codes)[0] ?? "", yield* codeNow(secret)]) {
        assert.strictEqual(yield* tagOf(verifyCode(user.user_id, code, home)), "SignInThrottled")
      }
      yield* TestClock.adjust("14 minutes")
      yield* verifyCode(user.user_id, texts(codes)[0] ?? "", home)
    }))

  it.effect("remain unused if the organization does not accept the address", () =>
    Effect.gen(function*() {
      const { verifyCode } = yield* UserCredentials
      const { codes, user } = yield* withSecondFactor()
      yield* restrictToHome(user)
      const code = texts(codes)[0] ?? ""
      assert.instanceOf(yield* Effect.flip(verifyCode(user.user_id, code, elsewhere)), SecondFactorRefused)
      yield* verifyCode(user.user_id, code, home)
    }))

  it.effect("are renewed with the password and a code, and end earlier sign-ins", () =>
    Effect.gen(function*() {
      const { find, renewBackupCodes, verifyCode } = yield* UserCredentials
      const { codes, secret, user } = yield* withSecondFactor()
      yield* TestClock.adjust("1 hour")
      const wrong = { password: Redacted.make("wrong"), code: yield* codeNow(secret) }
      assert.instanceOf(yield* Effect.flip(renewBackupCodes(user.user_id, wrong, home)), SignInRefused)
      assert.instanceOf(yield* Effect.flip(renewBackupCodes(user.user_id, known("000000"), home)), SecondFactorRefused)
      const before = Option.getOrThrow(yield* find(user.user_id)).credentials_changed_on
      const renewed = yield* renewBackupCodes(user.user_id, known(texts(codes)[0]), home)
      assert.strictEqual(new Set([...texts(codes), ...texts(renewed)]).size, 20)
      const account = Option.getOrThrow(yield* find(user.user_id))
      assert.strictEqual(account.backup_codes, 10)
      assert.notDeepEqual(account.credentials_changed_on, before)
      assert.strictEqual(yield* tagOf(verifyCode(user.user_id, texts(codes)[1] ?? "", home)), "SecondFactorRefused")
      yield* verifyCode(user.user_id, texts(renewed)[0] ?? "", home)
    }))

  it.effect("are kept if another authenticator replaces the first, and removed with it", () =>
    Effect.gen(function*() {
      const { confirmTotp, enrolTotp, find, removeTotp, renewBackupCodes } = yield* UserCredentials
      const { codes, user } = yield* withSecondFactor()
      const { uri } = yield* enrolTotp(user.user_id, known(texts(codes)[0]), home)
      yield* TestClock.adjust("30 seconds")
      const second = yield* confirmTotp(user.user_id, yield* codeNow(secretIn(uri)))
      assert.deepStrictEqual(second, [])
      assert.strictEqual(Option.getOrThrow(yield* find(user.user_id)).backup_codes, 9)
      yield* removeTotp(user.user_id, known(texts(codes)[1]), home)
      const account = yield* signIn(user.username, "correct horse battery")
      assert.deepStrictEqual([account.second_factor, account.backup_codes], [false, null])
      assert.instanceOf(
        yield* Effect.flip(renewBackupCodes(user.user_id, known(texts(codes)[2]), home)),
        SecondFactorRefused
      )
    }))

  it.effect("are removed by the operator with the second factor", () =>
    Effect.gen(function*() {
      const { removeSecondFactor, secondFactors } = yield* UserOperations
      const { user } = yield* withSecondFactor()
      assert.deepStrictEqual(
        yield* secondFactors(user),
        Option.some({ authenticator: true, passkeys: 0, backup_codes: 10 })
      )
      yield* removeSecondFactor(user)
      assert.deepStrictEqual(
        yield* secondFactors(user),
        Option.some({ authenticator: false, passkeys: 0, backup_codes: null })
      )
    }))

  it.effect("leave entries in the object log, without the codes", () =>
    Effect.gen(function*() {
      const { verifyCode } = yield* UserCredentials
      const { removeSecondFactor } = yield* UserOperations
      const { codes, user } = yield* withSecondFactor()
      yield* TestClock.adjust("1 minute")
      yield* verifyCode(user.user_id, texts(codes)[0] ?? "", home)
      yield* TestClock.adjust("1 minute")
      yield* removeSecondFactor(user)
      const [setUp, used, removed, ...others] = yield* logOf(user)
      assert.deepStrictEqual(others, [])
      const byUser = { action: "UPDATED", performed_by_type: "user", performed_by_id: user.user_id } as const
      assert.deepInclude(setUp, byUser)
      assert.deepInclude(setUp?.details?.before, { authenticator: false, backup_codes: null })
      assert.deepInclude(setUp?.details?.after, { authenticator: true, backup_codes: 10 })
      assert.deepStrictEqual(used, {
        ...byUser,
        details: { before: { backup_codes: 10 }, after: { backup_codes: 9 } }
      })
      assert.deepStrictEqual(removed, {
        action: "UPDATED",
        performed_by_type: "system",
        performed_by_id: null,
        details: {
          before: { authenticator: true, backup_codes: 9 },
          after: { authenticator: false, backup_codes: null }
        }
      })
      const text = JSON.stringify([setUp, used, removed])
      for (const code of texts(codes)) assert.notInclude(text, code)
    }))
})

describe("the form of a backup code", () => {
  it("differs from that of an authenticator's code", () => {
    for (const text of ["123456", "123 456", "", "aaaa-aaaa-aaaa-aaa", "aaaa-aaaa-aaaa-aaa1", "a".repeat(17)]) {
      assert.isFalse(BackupCodes.hasForm(text), text)
    }
    for (const text of ["aaaa-aaaa-aaaa-aaaa", "AAAAAAAAAAAAAAAA", " aaaa aaaa aaaa 7777 "]) {
      assert.isTrue(BackupCodes.hasForm(text), text)
    }
  })
})
