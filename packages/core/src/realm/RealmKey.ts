import { Schema } from "effect"
import { Instant } from "../shared/index.ts"

/** A key of the realm. Of each purpose the newest generation signs; older ones verify until they are retired. */
export const RealmKey = Schema.Struct({
  key_id: Schema.String,
  environment: Schema.Literals(["sandbox", "production"]),
  /** `tokens`: an RSA key pair that signs tokens. `browsers`: a secret that signs cookies and forms. */
  purpose: Schema.Literals(["tokens", "browsers"]),
  /** Generation number, from 1. */
  generation: Schema.Int,
  /** Private JSON Web Key, or secret in base64url; sealed if a key-encryption secret is configured. */
  secret: Schema.String,
  created_on: Instant.Instant,
  /** Time from which signatures of this key are invalid; null if not retired. */
  retired_on: Schema.NullOr(Instant.Instant)
})
export type RealmKey = typeof RealmKey.Type
export type RealmKeyPurpose = RealmKey["purpose"]
