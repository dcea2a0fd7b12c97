import { Schema } from "effect"

/** Another change of the same object is on its way to the registry; it is settled within minutes at the latest. */
export class OperationInProgress extends Schema.TaggedError<OperationInProgress>()("OperationInProgress", {
  object_name: Schema.String
}) {
  get code() {
    return "ERROR_REQUEST_IN_PROGRESS" as const
  }
  override get message() {
    return `Another change of ${this.object_name} is under way; try again when it is settled`
  }
}
