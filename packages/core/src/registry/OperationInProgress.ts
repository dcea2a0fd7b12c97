import { Effect, Schema } from "effect"

/** Seconds until another attempt: most operations at a registry take less. */
const usualSeconds = 2

/** Another operation on the same object is open at its registry. `retry_after` is in seconds. */
export class OperationInProgress extends Schema.TaggedError<OperationInProgress>()("OperationInProgress", {
  object_name: Schema.String,
  retry_after: Schema.Int.pipe(Schema.withConstructorDefault(Effect.succeed(usualSeconds)))
}) {
  get code() {
    return "ERROR_REQUEST_IN_PROGRESS" as const
  }
  override get message() {
    return `Another operation on ${this.object_name} is in progress; try again in ${this.retry_after} s`
  }
}
