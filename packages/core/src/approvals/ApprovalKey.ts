import { Schema } from "effect"
import { Instant } from "../shared/index.ts"

/** Key that authenticates approval tokens. */
export const ApprovalKey = Schema.Struct({
  key_id: Schema.String,
  environment: Schema.Literals(["sandbox", "production"]),
  /** Counts from 1. */
  generation: Schema.Int,
  /** Sealed; 256 random bits in base64url. */
  secret: Schema.String,
  created_on: Instant.Instant,
  /** Time from which it verifies nothing; null until it is replaced. */
  retired_on: Schema.NullOr(Instant.Instant)
})
export type ApprovalKey = typeof ApprovalKey.Type
