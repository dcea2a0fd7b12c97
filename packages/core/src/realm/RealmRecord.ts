import { Schema } from "effect"
import { Instant } from "../shared/index.ts"

/**
 * Stored client, consent, session, code or refresh token of the realm. Ids are stored as hashes, because knowledge of
 * an id is the proof of possession.
 */
export const RealmRecord = Schema.Struct({
  /** Hash of environment, model and id. */
  record_id: Schema.String,
  /** Model name of the protocol library: `Client`, `Grant`, `RefreshToken`. */
  model: Schema.String,
  /** JSON of the protocol library; sealed if a key-encryption secret is configured. */
  payload: Schema.String,
  /** Hash of the id of the consent to which the record belongs. The record is removed with the consent. */
  grant_id: Schema.NullOr(Schema.String),
  /** Hash of the code that a person types (RFC 8628). */
  user_code: Schema.NullOr(Schema.String),
  /** Hash of a second id with which tokens refer to a session without access to it. */
  uid: Schema.NullOr(Schema.String),
  /** Person to whom the record belongs. */
  user_id: Schema.NullOr(Schema.String),
  created_on: Instant.Instant,
  expires_on: Instant.Instant,
  /** Time of first use. A record for one use is kept until it expires, so that a second use is detected. */
  consumed_on: Schema.NullOr(Instant.Instant)
})
export type RealmRecord = typeof RealmRecord.Type
