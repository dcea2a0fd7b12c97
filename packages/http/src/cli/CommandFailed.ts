import { Schema } from "effect"
import { CliError } from "effect/cli"

/** Failure of a command. The message is one line that names the next step of the operator. */
export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", { message: Schema.String }) {
  override get [CliError.userMessage]() {
    return this.message
  }
}
