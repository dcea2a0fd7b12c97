import { Context, Effect, Layer, Option, type Redacted } from "effect"
import { Instant, type InvalidInput, PlatformSettings, refuseInput, Transaction } from "../shared/index.ts"
import { normalized, passwordIssues } from "./Password.ts"
import { makePasswordChecks } from "./PasswordChecks.ts"
import { PasswordHasher } from "./PasswordHasher.ts"
import { makeSecondFactors } from "./SecondFactors.ts"
import { SecondFactorRefused, type SignInRefused, type SignInThrottled } from "./SignInError.ts"
import { SignInSite } from "./SignInSite.ts"
import { SignInThrottle } from "./SignInThrottle.ts"
import * as Totp from "./Totp.ts"
import type { User, UserId } from "./User.ts"
import { type StoredUserCredentials, UserCredentialStore } from "./UserCredentialStore.ts"
import { UserMails } from "./UserMails.ts"

/** Account of a user for sign-in. */
export interface SignInAccount {
  readonly user: User
  /** True if a second factor is required after the password. */
  readonly second_factor: boolean
  /** True if the user has an authenticator with six digits. */
  readonly authenticator: boolean
  /** Number of passkeys. */
  readonly passkeys: number
  /** Number of unused backup codes; null if none were issued. */
  readonly backup_codes: number | null
  /** Time of the last change of password or second factor, which ends earlier sessions. Null for never. */
  readonly credentials_changed_on: Instant.Instant | null
}

/** Proof of ownership of an account, required to change its second factor. */
export interface AccountProof {
  readonly password: Redacted.Redacted
  /** Code of the current second factor, or a backup code; ignored without one. */
  readonly code: string
  /** True if the user has just signed in with a passkey, which replaces the code. */
  readonly passkey?: boolean
}

/** Data that a user enters in an authenticator. */
export interface SecondFactorEnrolment {
  /** 160 bits in base32 (RFC 4648, section 6). */
  readonly secret: Redacted.Redacted
  /** The same as an `otpauth:` URI, for links and QR codes. */
  readonly uri: Redacted.Redacted
}

/**
 * Passwords and second factors of users, for sign-in pages. It checks no permissions: callers have identified the user.
 * `address` is the IP address of the attempt. An attempt from an address that the organization does not accept is refused
 * like one with a wrong password or code, and so is one at a `SignInSite` where the user has no account. Failures are counted per login at an address, per login, and per address.
 * Beyond a limit, attempts are refused unchecked.
 */
export class UserCredentials extends Context.Service<UserCredentials, {
  readonly find: (user: UserId) => Effect.Effect<Option.Option<SignInAccount>>
  /** The account with this username or email address and password. Unknown logins take as long as known ones. */
  readonly verifyPassword: (
    login: string,
    password: Redacted.Redacted,
    address: string | undefined
  ) => Effect.Effect<SignInAccount, SignInRefused | SignInThrottled>
  /** Replaces the password by one that the policy admits; problems have the `loc` `password`. */
  readonly changePassword: (
    user: UserId,
    passwords: { readonly current: Redacted.Redacted; readonly next: Redacted.Redacted },
    address: string | undefined
  ) => Effect.Effect<void, SignInRefused | SignInThrottled | InvalidInput>
  /** Checks a proof of ownership. */
  readonly prove: (
    user: UserId,
    proof: AccountProof,
    address: string | undefined
  ) => Effect.Effect<void, SignInRefused | SecondFactorRefused | SignInThrottled>
  /** Creates a second factor. It becomes active after its confirmation; until then the current one remains active. */
  readonly enrolTotp: (
    user: UserId,
    proof: AccountProof,
    address: string | undefined
  ) => Effect.Effect<SecondFactorEnrolment, SignInRefused | SecondFactorRefused | SignInThrottled>
  /**
   * Confirms by a code that the secret is enrolled in an authenticator. Returns backup codes, which are stored as hashes
   * only; none if the second factor replaces another one, whose codes remain valid.
   */
  readonly confirmTotp: (
    user: UserId,
    code: string
  ) => Effect.Effect<ReadonlyArray<Redacted.Redacted>, SecondFactorRefused | SignInThrottled>
  /** Removes the authenticator, and with the last second factor the backup codes; the password is then sufficient. */
  readonly removeTotp: (
    user: UserId,
    proof: AccountProof,
    address: string | undefined
  ) => Effect.Effect<void, SignInRefused | SecondFactorRefused | SignInThrottled>
  /** Replaces the backup codes of a second factor. Returns the new ones, which are stored as hashes only. */
  readonly renewBackupCodes: (
    user: UserId,
    proof: AccountProof,
    address: string | undefined
  ) => Effect.Effect<
    ReadonlyArray<Redacted.Redacted>,
    SignInRefused | SecondFactorRefused | SignInThrottled
  >
  /** Accepts a code of the second factor or a backup code, each only once (RFC 6238, section 5.2). */
  readonly verifyCode: (
    user: UserId,
    code: string,
    address: string | undefined
  ) => Effect.Effect<void, SecondFactorRefused | SignInThrottled>
}>()("@namewright/core/access/UserCredentials") {
  static readonly layer = Layer.effect(
    UserCredentials,
    Effect.gen(function*() {
      const store = yield* UserCredentialStore
      const passwords = yield* makePasswordChecks
      const hasher = yield* PasswordHasher
      const throttle = yield* SignInThrottle
      const { base_url } = yield* PlatformSettings
      const { confirm, issueBackupCodes, remove, sealedTotp, takeCode } = yield* makeSecondFactors
      const transaction = yield* Transaction
      const mails = yield* UserMails
      const { requireAgain, requireLogin } = passwords

      const verifyPassword: UserCredentials["Service"]["verifyPassword"] = Effect.fn("UserCredentials.verifyPassword")(
        (login, password, address) => Effect.map(requireLogin(login.trim(), password, address), accountOf)
      )

      const changePassword: UserCredentials["Service"]["changePassword"] = Effect.fn("UserCredentials.changePassword")(
        function*(id, { current, next }, address) {
          const { user } = yield* requireAgain(id, current, address)
          yield* refuseInput(passwordIssues(next, user, ["password"]))
          const hash = yield* hasher.hash(normalized(next))
          yield* transaction.atomically(Effect.gen(function*() {
            yield* store.setPassword(id, hash, yield* Instant.now)
            yield* mails.notify(user, "password_changed")
          }))
        }
      )

      /** Requires password and code, because the password alone must not remove or replace the second factor. */
      const requireBoth = Effect.fnUntraced(function*(
        id: UserId,
        { code, passkey = false, password }: AccountProof,
        address: string | undefined
      ) {
        const stored = yield* requireAgain(id, password, address)
        if (accountOf(stored).second_factor && !passkey) yield* takeCode(id, stored, code)
        return stored
      })

      const enrolTotp: UserCredentials["Service"]["enrolTotp"] = Effect.fn("UserCredentials.enrolTotp")(
        function*(id, proof, address) {
          const { user } = yield* requireBoth(id, proof, address)
          const { origin = base_url } = yield* SignInSite
          const secret = yield* Totp.generate
          yield* store.setPendingTotp(id, yield* sealedTotp.seal(id, secret))
          return { secret: Totp.base32Of(secret), uri: Totp.uriOf(secret, new URL(origin).host, user.username) }
        }
      )

      const confirmTotp = Effect.fn("UserCredentials.confirmTotp")(function*(id: UserId, code: string) {
        const attempt = yield* throttle.code(id)
        const found = yield* store.find(id)
        if (Option.isNone(found)) return yield* new SecondFactorRefused()
        const codes = yield* confirm(found.value, code)
        yield* attempt.succeeded
        return codes
      })

      const removeTotp: UserCredentials["Service"]["removeTotp"] = Effect.fn("UserCredentials.removeTotp")(
        function*(id, proof, address) {
          yield* remove(yield* requireBoth(id, proof, address))
        }
      )

      const renewBackupCodes: UserCredentials["Service"]["renewBackupCodes"] = Effect.fn(
        "UserCredentials.renewBackupCodes"
      )(function*(id, proof, address) {
        const stored = yield* requireBoth(id, proof, address)
        if (!accountOf(stored).second_factor) return yield* new SecondFactorRefused()
        return yield* transaction.atomically(
          Effect.tap(issueBackupCodes(stored), mails.notify(stored.user, "backup_codes_renewed"))
        )
      })

      const verifyCode: UserCredentials["Service"]["verifyCode"] = Effect.fn("UserCredentials.verifyCode")(
        function*(id, code, address) {
          const found = yield* store.find(id)
          const isAdmitted = yield* passwords.admits(found, address)
          yield* takeCode(id, isAdmitted ? Option.getOrUndefined(found) : undefined, code)
        }
      )

      return UserCredentials.of({
        find: (id) => Effect.map(store.find(id), Option.map(accountOf)),
        verifyPassword,
        changePassword,
        prove: (id, proof, address) => Effect.asVoid(requireBoth(id, proof, address)),
        enrolTotp,
        confirmTotp,
        removeTotp,
        renewBackupCodes,
        verifyCode
      })
    })
  )
}

const accountOf = (
  { backup_codes, credentials_changed_on, passkeys, totp_secret, user }: StoredUserCredentials
): SignInAccount => ({
  user,
  second_factor: totp_secret !== null || passkeys > 0,
  authenticator: totp_secret !== null,
  passkeys,
  backup_codes: backup_codes?.length ?? null,
  credentials_changed_on
})
