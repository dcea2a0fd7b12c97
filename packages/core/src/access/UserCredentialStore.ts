import { Context, type Effect, type Option } from "effect"
import type { Instant } from "../shared/index.ts"
import type { SecretHash } from "./SecretHash.ts"
import type { User, UserId } from "./User.ts"

/** Stored sign-in credentials of a user. */
export interface StoredUserCredentials {
  readonly user: User
  /** Null if the user cannot sign in with a password. */
  readonly password_hash: string | null
  /** Sealed; null without a second factor. */
  readonly totp_secret: string | null
  /** Sealed; second factor that awaits its first code. */
  readonly totp_pending: string | null
  /** Period of the last accepted code. */
  readonly totp_last_step: number | null
  /** Hashes of the unused backup codes; null if none were issued. */
  readonly backup_codes: ReadonlyArray<SecretHash> | null
  readonly passkeys: number
  /** Time of the last change of password, second factor, passkeys or backup codes. */
  readonly credentials_changed_on: Instant.Instant | null
}

/** Storage port of passwords and second factors. */
export class UserCredentialStore extends Context.Service<UserCredentialStore, {
  readonly find: (id: UserId) => Effect.Effect<Option.Option<StoredUserCredentials>>
  /** By username or email address, case-insensitive. */
  readonly findByLogin: (login: string) => Effect.Effect<Option.Option<StoredUserCredentials>>
  readonly setPassword: (id: UserId, hash: string, at: Instant.Instant) => Effect.Effect<void>
  /** Replaces the hash of the same password. Does nothing if `before` is no longer the stored one. */
  readonly rehash: (id: UserId, before: string, hash: string) => Effect.Effect<void>
  readonly setPendingTotp: (id: UserId, sealed: string) => Effect.Effect<void>
  /**
   * Activates the pending second factor, with the period of its first code. False if `pending` is no longer the pending
   * one.
   */
  readonly confirmTotp: (id: UserId, pending: string, step: number, at: Instant.Instant) => Effect.Effect<boolean>
  /** Removes the authenticator, and with the last second factor the backup codes. */
  readonly removeTotp: (id: UserId, at: Instant.Instant) => Effect.Effect<void>
  /** Stores the period of a code. False if it is not later than the stored one. */
  readonly takeTotpStep: (id: UserId, step: number) => Effect.Effect<boolean>
  /** Replaces the backup codes. */
  readonly setBackupCodes: (
    id: UserId,
    hashes: ReadonlyArray<SecretHash>,
    at: Instant.Instant
  ) => Effect.Effect<void>
  /** Removes a backup code. Returns the number of remaining codes; `None` if the code is unknown or was used. */
  readonly takeBackupCode: (id: UserId, hash: SecretHash) => Effect.Effect<Option.Option<number>>
}>()("@namewright/core/access/UserCredentialStore") {}
