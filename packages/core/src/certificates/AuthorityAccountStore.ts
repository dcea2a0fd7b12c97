import { Context, type Effect, type Option, Schema } from "effect"
import { Instant } from "../shared/index.ts"

/** Account at an authority, as it is stored. */
export const StoredAccount = Schema.Struct({
  /** Name of the authority. */
  authority: Schema.String,
  /** PKCS #8 in PEM, sealed. */
  sealed_key: Schema.String,
  /** Null until the authority has confirmed it. */
  url: Schema.NullOr(Schema.String),
  /** Time at which the account's token bucket is full again. */
  clear_on: Instant.Instant,
  created_on: Instant.Instant
})
export type StoredAccount = typeof StoredAccount.Type

/** Storage port of accounts at authorities. */
export class AuthorityAccountStore extends Context.Service<AuthorityAccountStore, {
  /** Does nothing if the authority has an account. */
  readonly insert: (account: StoredAccount) => Effect.Effect<void>
  readonly find: (authority: string) => Effect.Effect<Option.Option<StoredAccount>>
  readonly lock: (authority: string) => Effect.Effect<Option.Option<StoredAccount>>
  readonly save: (account: StoredAccount) => Effect.Effect<void>
}>()("@namewright/core/certificates/AuthorityAccountStore") {}
