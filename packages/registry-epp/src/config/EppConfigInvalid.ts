import { Schema } from "effect"

/** What an operator has to correct before registries can be spoken to: every problem at once, none with a secret in it. */
export class EppConfigInvalid extends Schema.TaggedError<EppConfigInvalid>()("EppConfigInvalid", {
  /** The configuration's file. */
  file: Schema.String,
  problems: Schema.NonEmptyArray(Schema.String)
}) {
  override get message() {
    return [`${this.file} is wrong:`, ...this.problems.map((problem) => `- ${problem}`)].join("\n")
  }
}
