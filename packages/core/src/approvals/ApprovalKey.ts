import { Schema } from "effect"
import { Instant } from "../shared/index.ts"

/** A key of the codes in approval tokens. */
export const ApprovalKey = Schema.Struct({
  key_id: Schema.String,
  environment: Schema.Literals(["sandbox", "production"]),
  /** Counts from 1. */
  generation: Schema.Int,
  /** Sealed; 256 random bits in base64url. */
  secret: Schema.String,
  created_on: Instant.Instant,
  /** From this moment on it verifies nothing; null while that is not decided. */
  retired_on: Schema.NullOr(Instant.Instant)
})
export type ApprovalKey = typeof ApprovalKey.Type
