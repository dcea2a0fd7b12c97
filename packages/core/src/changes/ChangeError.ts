import { Schema } from "effect"
import { CodedError } from "../shared/index.ts"

/**
 * Changes after the position are not stored: the oldest were removed by retention, or the position is beyond the last one,
 * as after the restoration of an older database. Reading begins again at `removed_through`.
 */
export class ChangesRemoved extends CodedError<ChangesRemoved>()("ChangesRemoved", {
  code: "ERROR_CHANGES_REMOVED",
  fields: { after: Schema.Int, removed_through: Schema.Int, last: Schema.Int },
  message: ({ after, last, removed_through }) =>
    `Changes after ${after} cannot be read completely: the feed contains those after ${removed_through}, up to ${last}`
}) {}
