import { Schema } from "effect"
import { CliError } from "effect/cli"

/** Why a command ended: one line for the operator, and what to do. */
export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", { message: Schema.String }) {
  override get [CliError.userMessage]() {
    return this.message
  }
}
