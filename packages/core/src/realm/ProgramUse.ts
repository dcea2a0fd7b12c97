import { Schema } from "effect"
import { Instant } from "../shared/index.ts"

/** Last call of a connected program for a person, accurate to one minute. */
export const ProgramUse = Schema.Struct({
  user_id: Schema.String,
  client_id: Schema.String,
  used_on: Instant.Instant,
  /** IP address of the caller; null if the host does not provide it. */
  address: Schema.NullOr(Schema.String)
})
export type ProgramUse = typeof ProgramUse.Type
