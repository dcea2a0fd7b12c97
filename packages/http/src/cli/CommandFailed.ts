import { Schema } from "effect"
import { CliError } from "effect/cli"

/** Failure of a command. The message tells the operator in one line how to proceed. */
export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", { message: Schema.String }) {
  override get [CliError.userMessage]() {
    return this.message
  }
}
