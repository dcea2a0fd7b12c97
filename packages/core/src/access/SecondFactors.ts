import { Clock, Effect, Option, type Redacted } from "effect"
import { makeObjectLog } from "../objectlog/index.ts"
import { Instant, PrincipalOfWork, Transaction } from "../shared/index.ts"
import * as BackupCodes from "./BackupCodes.ts"
import { SealedSecrets } from "./SealedSecrets.ts"
import { SecondFactorRefused } from "./SignInError.ts"
import { SignInThrottle } from "./SignInThrottle.ts"
import * as Totp from "./Totp.ts"
import type { User, UserId } from "./User.ts"
import { type StoredUserCredentials, UserCredentialStore } from "./UserCredentialStore.ts"
import { credentialsChanged, type LoggedCredentials } from "./UserLog.ts"
import { UserMails } from "./UserMails.ts"

/** Codes of second factors: those of authenticators, and backup codes. */
export const makeSecondFactors = Effect.gen(function*() {
  const store = yield* UserCredentialStore
  const throttle = yield* SignInThrottle
  const transaction = yield* Transaction
  const mails = yield* UserMails
  const sealedTotp = yield* totpSealing
  const logged = yield* credentialLogging

  /** True for an unused code of the authenticator. */
  const takeTotp = Effect.fnUntraced(function*(
    { totp_last_step, totp_secret, user: { user_id } }: StoredUserCredentials,
    code: string
  ) {
    if (totp_secret === null) return false
    const secret = yield* sealedTotp.open(user_id, totp_secret)
    const step = yield* Totp.matchingStep(secret, code, yield* Clock.currentTimeMillis, totp_last_step)
    return step !== undefined && (yield* store.takeTotpStep(user_id, step))
  })

  /** True for an unused backup code, which is removed. */
  const takeBackupCode = Effect.fnUntraced(function*({ user }: StoredUserCredentials, code: string) {
    const hash = yield* BackupCodes.hashOf(user.user_id, code)
    return yield* transaction.atomically(Effect.gen(function*() {
      const left = yield* store.takeBackupCode(user.user_id, hash)
      if (Option.isNone(left)) return false
      yield* logged(user, { backup_codes: left.value + 1 }, { backup_codes: left.value })
      return true
    }))
  })

  /** Accepts a code of the stored second factor, or a backup code. Counts the attempt. */
  const takeCode = Effect.fnUntraced(function*(id: UserId, stored: StoredUserCredentials | undefined, code: string) {
    const attempt = yield* throttle.code(id)
    if (stored === undefined) return yield* new SecondFactorRefused()
    const take = BackupCodes.hasForm(code) ? takeBackupCode : takeTotp
    if (!(yield* take(stored, code))) return yield* new SecondFactorRefused()
    yield* attempt.succeeded
  })

  /** Replaces the backup codes, in the transaction of the caller. Returns the new ones. */
  const issueBackupCodes = Effect.fnUntraced(function*({ backup_codes, user }: StoredUserCredentials) {
    const codes = yield* BackupCodes.generate
    const now = yield* Instant.now
    yield* store.setBackupCodes(user.user_id, yield* BackupCodes.hashesOf(user.user_id, codes), now)
    yield* logged(
      user,
      { backup_codes: backup_codes?.length ?? null },
      { backup_codes: codes.length, backup_codes_issued_on: now }
    )
    return codes
  })

  /** Activates the pending authenticator by its first code. Returns backup codes, unless the user has some. */
  const confirm = Effect.fnUntraced(function*(stored: StoredUserCredentials, code: string) {
    const { backup_codes, totp_pending: pending, totp_secret, user } = stored
    if (pending === null) return yield* new SecondFactorRefused()
    const secret = yield* sealedTotp.open(user.user_id, pending)
    const step = yield* Totp.matchingStep(secret, code, yield* Clock.currentTimeMillis, null)
    if (step === undefined) return yield* new SecondFactorRefused()
    return yield* transaction.atomically(Effect.gen(function*() {
      const isConfirmed = yield* store.confirmTotp(user.user_id, pending, step, yield* Instant.now)
      if (!isConfirmed) return yield* new SecondFactorRefused()
      yield* logged(user, { authenticator: totp_secret !== null }, { authenticator: true })
      yield* mails.notify(user, "second_factor_added")
      return backup_codes === null ? yield* issueBackupCodes(stored) : []
    }))
  })

  /** Removes the authenticator, and the backup codes with the last second factor. */
  const remove = ({ backup_codes, passkeys, totp_secret, user }: StoredUserCredentials) =>
    transaction.atomically(Effect.gen(function*() {
      yield* store.removeTotp(user.user_id, yield* Instant.now)
      const left = backup_codes?.length ?? null
      yield* logged(
        user,
        { authenticator: totp_secret !== null, backup_codes: left },
        { authenticator: false, backup_codes: passkeys === 0 ? null : left }
      )
      yield* mails.notify(user, "second_factor_removed")
    }))

  return { confirm, issueBackupCodes, logged, remove, sealedTotp, takeCode }
})

/** Sealing of second factors, which the platform has to read again. */
const totpSealing = Effect.map(SealedSecrets, (sealed) => ({
  seal: (id: UserId, secret: Redacted.Redacted) => sealed.seal(secret, `totp ${id}`),
  open: (id: UserId, text: string) => sealed.open(text, `totp ${id}`)
}))

/** Records changes of credentials in the object log, as done by the user. */
const credentialLogging = Effect.map(
  makeObjectLog,
  (log) => (user: User, before: LoggedCredentials, after: LoggedCredentials) =>
    Effect.provideService(
      log.record(credentialsChanged(user, before, after)),
      PrincipalOfWork,
      Option.some({ type: "user" as const, id: user.user_id })
    )
)
