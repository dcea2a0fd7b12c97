import { Schema } from "effect"
import { Instant } from "../shared/index.ts"

/**
 * What the realm keeps of one client, consent, session, code or refresh token. Who shows an id that is in no record shows
 * nothing, so ids are kept as hashes: what lies in the database opens no door.
 */
export const RealmRecord = Schema.Struct({
  /** The hash of environment, model and id. */
  record_id: Schema.String,
  /** What it is, in the words of the realm's protocol: `Client`, `Grant`, `RefreshToken`. */
  model: Schema.String,
  /** JSON of the realm's own making, sealed where the settings hold a secret for that. */
  payload: Schema.String,
  /** The hash of the consent that it follows from; it is gone with that. */
  grant_id: Schema.NullOr(Schema.String),
  /** The hash of the code that a person types. */
  user_code: Schema.NullOr(Schema.String),
  /** The hash of a second id, by which tokens name a session without being able to use it. */
  uid: Schema.NullOr(Schema.String),
  /** The person that it is about. */
  user_id: Schema.NullOr(Schema.String),
  created_on: Instant.Instant,
  expires_on: Instant.Instant,
  /** When it was used; what may be used once is kept until it expires, so that a second use is noticed. */
  consumed_on: Schema.NullOr(Instant.Instant)
})
export type RealmRecord = typeof RealmRecord.Type
