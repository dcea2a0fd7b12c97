import { Schema } from "effect"
import { Instant } from "../shared/index.ts"

/**
 * A key of the realm. The youngest generation of a use signs; older ones verify until they are retired.
 */
export const RealmKey = Schema.Struct({
  key_id: Schema.String,
  environment: Schema.Literals(["sandbox", "production"]),
  /** What it signs: tokens, by a pair of RSA keys, or cookies and forms, by a secret. */
  purpose: Schema.Literals(["tokens", "browsers"]),
  /** Counts from 1. */
  generation: Schema.Int,
  /** The private JSON Web Key, or the secret in base64url; sealed where the settings hold a secret for that. */
  secret: Schema.String,
  created_on: Instant.Instant,
  /** From this moment on it verifies nothing; null while that is not decided. */
  retired_on: Schema.NullOr(Instant.Instant)
})
export type RealmKey = typeof RealmKey.Type
export type RealmKeyPurpose = RealmKey["purpose"]
