import { Context, type Effect, type Option } from "effect"
import type { Instant } from "../shared/index.ts"
import type { User, UserId } from "./User.ts"

/** What a person signs in with, as it is stored. */
export interface StoredUserCredentials {
  readonly user: User
  /** Null for those who cannot sign in with a password. */
  readonly password_hash: string | null
  /** Sealed; null where the password is enough. */
  readonly totp_secret: string | null
  /** Sealed; a second factor that waits for its first code. */
  readonly totp_pending: string | null
  /** The period whose code was used last. */
  readonly totp_last_step: number | null
  /** When password or second factor last changed. */
  readonly credentials_changed_on: Instant.Instant | null
}

/** Storage port of passwords and second factors. */
export class UserCredentialStore extends Context.Service<UserCredentialStore, {
  readonly find: (id: UserId) => Effect.Effect<Option.Option<StoredUserCredentials>>
  /** By username or email address, whatever their case. */
  readonly findByLogin: (login: string) => Effect.Effect<Option.Option<StoredUserCredentials>>
  /** `at` null keeps the time of the last change: the password is the same, hashed anew. */
  readonly setPassword: (id: UserId, hash: string, at: Instant.Instant | null) => Effect.Effect<void>
  readonly setPendingTotp: (id: UserId, sealed: string) => Effect.Effect<void>
  /**
   * Makes the pending second factor the one that counts, with the period of its first code; false if `pending` is no
   * longer the pending one.
   */
  readonly confirmTotp: (id: UserId, pending: string, step: number, at: Instant.Instant) => Effect.Effect<boolean>
  readonly removeTotp: (id: UserId, at: Instant.Instant) => Effect.Effect<void>
  /** Notes the period of a code; false if this one or a later one was noted before. */
  readonly takeTotpStep: (id: UserId, step: number) => Effect.Effect<boolean>
}>()("@namewright/core/access/UserCredentialStore") {}
