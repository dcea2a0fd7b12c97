import { Effect, Schema } from "effect"
import { CodedError } from "../shared/index.ts"

/** Wait in seconds before another attempt. Most operations at a registry take less. */
const usualSeconds = 2

/** Another operation on the same object is open at its registry. `retry_after` is in seconds. */
export class OperationInProgress extends CodedError<OperationInProgress>()("OperationInProgress", {
  code: "ERROR_REQUEST_IN_PROGRESS",
  fields: {
    object_name: Schema.String,
    retry_after: Schema.Int.pipe(Schema.withConstructorDefault(Effect.succeed(usualSeconds)))
  },
  message: ({ object_name, retry_after }) =>
    `Another operation on ${object_name} is in progress; try again in ${retry_after} s`
}) {}
