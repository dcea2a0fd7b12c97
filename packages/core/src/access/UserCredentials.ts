import { Context, type Effect, type Option, type Redacted } from "effect"
import type { Instant, InvalidInput } from "../shared/index.ts"
import type { SecondFactorRefused, SignInRefused, SignInThrottled } from "./SignInError.ts"
import type { User, UserId } from "./User.ts"

/** A person as the sign-in realm knows it. */
export interface SignInAccount {
  readonly user: User
  /** Whether a code is asked for after the password. */
  readonly second_factor: boolean
  /** When password or second factor last changed; sessions that began before have ended. Null for never. */
  readonly credentials_changed_on: Instant.Instant | null
}

/** What a person enters into the program that makes its codes. */
export interface SecondFactorEnrolment {
  /** 160 bits in base32 (RFC 4648, section 6). */
  readonly secret: Redacted.Redacted
  /** The same as an `otpauth:` address, for links and QR codes. */
  readonly uri: Redacted.Redacted
}

/**
 * Passwords and second factors of people; for the pages on which they sign in. Nobody's rights are checked: whoever
 * calls knows whose account it is. `address` is the IP address of who tries. Failures are counted, for a name at an
 * address, for a name, and for an address; beyond the limit attempts are refused without being looked at.
 */
export class UserCredentials extends Context.Service<UserCredentials, {
  readonly find: (user: UserId) => Effect.Effect<Option.Option<SignInAccount>>
  /** Whose username, or email address, and password these are. It takes as long for names that nobody has. */
  readonly verifyPassword: (
    login: string,
    password: Redacted.Redacted,
    address: string | undefined
  ) => Effect.Effect<SignInAccount, SignInRefused | SignInThrottled>
  /** Replaces the password by one that the policy admits; problems are placed at `password`. */
  readonly changePassword: (
    user: UserId,
    passwords: { readonly current: Redacted.Redacted; readonly next: Redacted.Redacted },
    address: string | undefined
  ) => Effect.Effect<void, SignInRefused | SignInThrottled | InvalidInput>
  /** A new second factor. It counts once it is confirmed; until then the one before stays. */
  readonly enrolTotp: (
    user: UserId,
    password: Redacted.Redacted,
    address: string | undefined
  ) => Effect.Effect<SecondFactorEnrolment, SignInRefused | SignInThrottled>
  /** Shows by a code that the enrolled secret has arrived. */
  readonly confirmTotp: (user: UserId, code: string) => Effect.Effect<void, SecondFactorRefused | SignInThrottled>
  /** From now on the password is enough. */
  readonly removeTotp: (
    user: UserId,
    password: Redacted.Redacted,
    address: string | undefined
  ) => Effect.Effect<void, SignInRefused | SignInThrottled>
  /** Takes a code of the second factor, each of them once (RFC 6238, section 5.2). */
  readonly verifyTotp: (user: UserId, code: string) => Effect.Effect<void, SecondFactorRefused | SignInThrottled>
}>()("@namewright/core/access/UserCredentials") {}
