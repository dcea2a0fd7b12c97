import { Context, type Effect } from "effect"
import type { Instant } from "../shared/index.ts"

/** Storage port of access tokens that were revoked before they expired. */
export class RevokedTokenStore extends Context.Service<RevokedTokenStore, {
  /** Stores the id of a token until its expiry; a stored one is unchanged. */
  readonly insert: (jti: string, expires_on: Instant.Instant) => Effect.Effect<void>
  readonly exists: (jti: string) => Effect.Effect<boolean>
  /** Removes at most `limit` tokens that have expired at `now`. Returns their number. */
  readonly removeExpired: (now: Instant.Instant, limit: number) => Effect.Effect<number>
}>()("@namewright/core/access/RevokedTokenStore") {}
