import { Schema } from "effect"
import { Instant } from "../shared/index.ts"

/**
 * A key pair that signs access tokens. The youngest generation of an environment signs; older ones verify until they
 * are retired. Both halves are texts of the signer's own making: the storage does not look inside.
 */
export const SigningKey = Schema.Struct({
  /** The `kid` of the tokens it signs. */
  key_id: Schema.String,
  environment: Schema.Literals(["sandbox", "production"]),
  /** Counts from 1. */
  generation: Schema.Int,
  public_key: Schema.String,
  private_key: Schema.String,
  created_on: Instant.Instant,
  /** From this moment on it verifies nothing; null while that is not decided. */
  retired_on: Schema.NullOr(Instant.Instant)
})
export type SigningKey = typeof SigningKey.Type
