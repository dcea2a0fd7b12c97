import { Schema } from "effect"
import { Instant } from "../shared/index.ts"

/** The last call of a program that a person has connected, to the minute. */
export const ProgramUse = Schema.Struct({
  user_id: Schema.String,
  client_id: Schema.String,
  used_on: Instant.Instant,
  /** The IP address that the call came from; null where the host of the platform does not pass it on. */
  address: Schema.NullOr(Schema.String)
})
export type ProgramUse = typeof ProgramUse.Type
