import { Effect, Option, Redacted } from "effect"
import { Entropy, limits } from "../shared/index.ts"
import { AllowedNetworks } from "./AllowedNetworks.ts"
import { normalized } from "./Password.ts"
import { PasswordHasher } from "./PasswordHasher.ts"
import { SignInRefused, SignInThrottled } from "./SignInError.ts"
import { SignInThrottle } from "./SignInThrottle.ts"
import type { UserId } from "./User.ts"
import { type StoredUserCredentials, UserCredentialStore } from "./UserCredentialStore.ts"

/** Checks of passwords, which count attempts and bound the number of concurrent hashes. */
export const makePasswordChecks = Effect.gen(function*() {
  const store = yield* UserCredentialStore
  const hasher = yield* PasswordHasher
  const throttle = yield* SignInThrottle
  const admits = yield* admission
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
      // The password may be changed while this one is hashed.
      yield* store.rehash(withPassword.value.user.user_id, hash, yield* hasher.hash(normalized(password)))
    }
    return withPassword.value
  })

  /** The account with this username or email address and password. */
  const requireLogin = Effect.fnUntraced(function*(
    login: string,
    password: Redacted.Redacted,
    address: string | undefined
  ) {
    const attempt = yield* throttle.password(login, address)
    const stored = yield* requirePassword(yield* store.findByLogin(login), password, address)
    yield* attempt.succeeded
    return stored
  }, limited)

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

  return { admits, requireAgain, requireLogin }
})

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
