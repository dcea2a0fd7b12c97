import { Schema } from "effect"
import { Instant } from "../shared/index.ts"

/**
 * Key pair that signs access tokens. The newest generation of an environment signs; older ones verify until they are
 * retired. Both keys are texts in the signer's format, which the storage does not interpret.
 */
export const SigningKey = Schema.Struct({
  /** The `kid` of tokens signed by it. */
  key_id: Schema.String,
  environment: Schema.Literals(["sandbox", "production"]),
  /** Counts from 1. */
  generation: Schema.Int,
  public_key: Schema.String,
  private_key: Schema.String,
  created_on: Instant.Instant,
  /** Time from which it verifies nothing; null until it is replaced. */
  retired_on: Schema.NullOr(Instant.Instant)
})
export type SigningKey = typeof SigningKey.Type
