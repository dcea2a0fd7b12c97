import { Clock, Context, Effect, Layer, Option, Redacted } from "effect"
import { Entropy, Instant, type InvalidInput, limits, PlatformSettings, refuseInput } from "../shared/index.ts"
import { AllowedNetworks } from "./AllowedNetworks.ts"
import { normalized, passwordIssues } from "./Password.ts"
import { PasswordHasher } from "./PasswordHasher.ts"
import { SealedSecrets } from "./SealedSecrets.ts"
import { SecondFactorRefused, SignInRefused, SignInThrottled } from "./SignInError.ts"
import { SignInThrottle } from "./SignInThrottle.ts"
import * as Totp from "./Totp.ts"
import type { User, UserId } from "./User.ts"
import { type StoredUserCredentials, UserCredentialStore } from "./UserCredentialStore.ts"

/** Account of a user for sign-in. */
export interface SignInAccount {
  readonly user: User
  /** True if a code is required after the password. */
  readonly second_factor: boolean
  /** Time of the last change of password or second factor, which ends earlier sessions. Null for never. */
  readonly credentials_changed_on: Instant.Instant | null
}

/** Proof of ownership of an account, required to change its second factor. */
export interface AccountProof {
  readonly password: Redacted.Redacted
  /** Code of the current second factor; ignored without one. */
  readonly code: string
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
 * like one with a wrong password or code. Failures are counted per login at an address, per login, and per address.
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
  /** Creates a second factor. It becomes active after its confirmation; until then the current one remains active. */
  readonly enrolTotp: (
    user: UserId,
    proof: AccountProof,
    address: string | undefined
  ) => Effect.Effect<SecondFactorEnrolment, SignInRefused | SecondFactorRefused | SignInThrottled>
  /** Confirms by a code that the secret is enrolled in an authenticator. */
  readonly confirmTotp: (user: UserId, code: string) => Effect.Effect<void, SecondFactorRefused | SignInThrottled>
  /** Removes the second factor; the password is then sufficient. */
  readonly removeTotp: (
    user: UserId,
    proof: AccountProof,
    address: string | undefined
  ) => Effect.Effect<void, SignInRefused | SecondFactorRefused | SignInThrottled>
  /** Accepts a code of the second factor, each only once (RFC 6238, section 5.2). */
  readonly verifyTotp: (
    user: UserId,
    code: string,
    address: string | undefined
  ) => Effect.Effect<void, SecondFactorRefused | SignInThrottled>
}>()("@namewright/core/access/UserCredentials") {
  static readonly layer = Layer.effect(
    UserCredentials,
    Effect.gen(function*() {
      const store = yield* UserCredentialStore
      const admits = yield* admission
      const hasher = yield* PasswordHasher
      const throttle = yield* SignInThrottle
      const { base_url } = yield* PlatformSettings
      const sealedTotp = yield* totpSealing
      const decoy = yield* decoyOf(hasher)

      let waiting = 0
      /** Limits the attempts that wait for hashing. Attempts beyond the limit are refused before they are counted. */
      const limited = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | SignInThrottled, R> =>
        Effect.suspend((): Effect.Effect<A, E | SignInThrottled, R> => {
          if (waiting >= limits.signInAttempts.atOnce) return Effect.fail(new SignInThrottled({ retry_after: 10 }))
          waiting++
          return Effect.ensuring(work, Effect.sync(() => void waiting--))
        })

      const requirePassword = Effect.fnUntraced(function*(
        stored: Option.Option<StoredUserCredentials>,
        password: Redacted.Redacted,
        address: string | undefined
      ) {
        const withPassword = Option.filter(stored, ({ password_hash }) => password_hash !== null)
        const unknownHash = hasher.hashes ? yield* decoy : ""
        const hash = Option.isSome(withPassword) ? withPassword.value.password_hash ?? unknownHash : unknownHash
        // Hashing takes longer than the check of the address, so the time of a refusal does not reveal its reason.
        const checks = [hasher.verify(normalized(password), hash), admits(stored, address)] as const
        const [{ matches, outdated }, isAdmitted] = yield* Effect.all(checks, { concurrency: 2 })
        if (Option.isNone(withPassword) || !matches || !isAdmitted) return yield* new SignInRefused()
        if (outdated) {
          yield* store.setPassword(withPassword.value.user.user_id, yield* hasher.hash(normalized(password)), null)
        }
        return withPassword.value
      })

      const verifyPassword: UserCredentials["Service"]["verifyPassword"] = Effect.fn("UserCredentials.verifyPassword")(
        function*(login, password, address) {
          const attempt = yield* throttle.password(login.trim(), address)
          const stored = yield* requirePassword(yield* store.findByLogin(login.trim()), password, address)
          yield* attempt.succeeded
          return accountOf(stored)
        },
        limited
      )

      /** The account of a signed-in user who enters the password again. */
      const requireAgain = Effect.fnUntraced(function*(
        id: UserId,
        password: Redacted.Redacted,
        address: string | undefined
      ) {
        const found = yield* store.find(id)
        if (Option.isNone(found)) return yield* new SignInRefused()
        const attempt = yield* throttle.password(found.value.user.username, address)
        const stored = yield* requirePassword(found, password, address)
        yield* attempt.succeeded
        return stored
      }, limited)

      const changePassword: UserCredentials["Service"]["changePassword"] = Effect.fn("UserCredentials.changePassword")(
        function*(id, { current, next }, address) {
          const { user } = yield* requireAgain(id, current, address)
          yield* refuseInput(passwordIssues(next, user, ["password"]))
          yield* store.setPassword(id, yield* hasher.hash(normalized(next)), yield* Instant.now)
        }
      )

      /** Accepts a code of the stored second factor. */
      const takeCode = Effect.fnUntraced(
        function*(id: UserId, stored: StoredUserCredentials | undefined, code: string) {
          const attempt = yield* throttle.code(id)
          if (stored === undefined || stored.totp_secret === null) return yield* new SecondFactorRefused()
          const secret = yield* sealedTotp.open(id, stored.totp_secret)
          const step = yield* Totp.matchingStep(secret, code, yield* Clock.currentTimeMillis, stored.totp_last_step)
          if (step === undefined || !(yield* store.takeTotpStep(id, step))) return yield* new SecondFactorRefused()
          yield* attempt.succeeded
        }
      )

      /** Requires password and code, because the password alone must not remove or replace the second factor. */
      const requireBoth = Effect.fnUntraced(function*(
        id: UserId,
        { code, password }: AccountProof,
        address: string | undefined
      ) {
        const stored = yield* requireAgain(id, password, address)
        if (stored.totp_secret !== null) yield* takeCode(id, stored, code)
        return stored
      })

      const enrolTotp: UserCredentials["Service"]["enrolTotp"] = Effect.fn("UserCredentials.enrolTotp")(
        function*(id, proof, address) {
          const { user } = yield* requireBoth(id, proof, address)
          const secret = yield* Totp.generate
          yield* store.setPendingTotp(id, yield* sealedTotp.seal(id, secret))
          return { secret: Totp.base32Of(secret), uri: Totp.uriOf(secret, new URL(base_url).host, user.username) }
        }
      )

      const confirmTotp = Effect.fn("UserCredentials.confirmTotp")(function*(id: UserId, code: string) {
        const attempt = yield* throttle.code(id)
        const pending = Option.getOrUndefined(yield* store.find(id))?.totp_pending ?? null
        if (pending === null) return yield* new SecondFactorRefused()
        const secret = yield* sealedTotp.open(id, pending)
        const step = yield* Totp.matchingStep(secret, code, yield* Clock.currentTimeMillis, null)
        if (step === undefined || !(yield* store.confirmTotp(id, pending, step, yield* Instant.now))) {
          return yield* new SecondFactorRefused()
        }
        yield* attempt.succeeded
      })

      const removeTotp: UserCredentials["Service"]["removeTotp"] = Effect.fn("UserCredentials.removeTotp")(
        function*(id, proof, address) {
          yield* requireBoth(id, proof, address)
          yield* store.removeTotp(id, yield* Instant.now)
        }
      )

      const verifyTotp: UserCredentials["Service"]["verifyTotp"] = Effect.fn("UserCredentials.verifyTotp")(
        function*(id, code, address) {
          const found = yield* store.find(id)
          const isAdmitted = yield* admits(found, address)
          yield* takeCode(id, isAdmitted ? Option.getOrUndefined(found) : undefined, code)
        }
      )

      return UserCredentials.of({
        find: (id) => Effect.map(store.find(id), Option.map(accountOf)),
        verifyPassword,
        changePassword,
        enrolTotp,
        confirmTotp,
        removeTotp,
        verifyTotp
      })
    })
  )
}

/** Checks whether the organization of a user accepts calls from an address. */
const admission = Effect.map(
  AllowedNetworks,
  ({ admits }) => (stored: Option.Option<StoredUserCredentials>, address: string | undefined) =>
    Option.match(stored, {
      onNone: () => Effect.succeed(false),
      onSome: ({ user }) => admits(user.organization_id, address)
    })
)

/** Hash against which passwords of unknown logins are verified; computed once. */
const decoyOf = ({ hash }: PasswordHasher["Service"]) =>
  Effect.flatMap(
    Entropy,
    (entropy) => Effect.cached(Effect.flatMap(entropy.uuidV4(), (text) => hash(Redacted.make(text))))
  )

/** Sealing of second factors, which the platform has to read again. */
const totpSealing = Effect.map(SealedSecrets, (sealed) => ({
  seal: (id: UserId, secret: Redacted.Redacted) => sealed.seal(secret, `totp ${id}`),
  open: (id: UserId, text: string) => sealed.open(text, `totp ${id}`)
}))

const accountOf = ({ credentials_changed_on, totp_secret, user }: StoredUserCredentials): SignInAccount => ({
  user,
  second_factor: totp_secret !== null,
  credentials_changed_on
})
