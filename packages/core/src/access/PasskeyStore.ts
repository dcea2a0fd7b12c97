import { Context, type Effect, type Option } from "effect"
import type { Instant } from "../shared/index.ts"
import type { Passkey, PasskeyId } from "./Passkey.ts"
import type { UserId } from "./User.ts"

/** Storage port of passkeys. */
export class PasskeyStore extends Context.Service<PasskeyStore, {
  /** Passkeys of a user, the oldest first. */
  readonly list: (user: UserId) => Effect.Effect<ReadonlyArray<Passkey>>
  readonly findByCredential: (credential_id: string) => Effect.Effect<Option.Option<Passkey>>
  /**
   * Stores a passkey, which changes the credentials of its user. False if any user has this credential. Requires an open
   * transaction.
   */
  readonly insert: (passkey: Passkey) => Effect.Effect<boolean>
  /**
   * Stores a use. False if the counter is not higher than the stored one, unless the authenticator has none: then both
   * are 0.
   */
  readonly use: (id: PasskeyId, counter: number, at: Instant.Instant) => Effect.Effect<boolean>
  /** Renames a passkey of a user. Returns the passkey as it was. Requires an open transaction. */
  readonly rename: (user: UserId, id: PasskeyId, name: string) => Effect.Effect<Option.Option<Passkey>>
  /**
   * Removes a passkey of a user, which changes the credentials of the user; with the last second factor also the backup
   * codes. Requires an open transaction.
   */
  readonly remove: (user: UserId, id: PasskeyId, at: Instant.Instant) => Effect.Effect<Option.Option<Passkey>>
  /** Removes all passkeys of a user. Returns their number. */
  readonly removeAll: (user: UserId) => Effect.Effect<number>
}>()("@namewright/core/access/PasskeyStore") {}
