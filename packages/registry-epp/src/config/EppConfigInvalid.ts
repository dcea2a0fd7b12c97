import { Schema } from "effect"

/** All problems of a configuration, without secrets. */
export class EppConfigInvalid extends Schema.TaggedError<EppConfigInvalid>()("EppConfigInvalid", {
  /** Path of the configuration. */
  file: Schema.String,
  problems: Schema.NonEmptyArray(Schema.String)
}) {
  override get message() {
    return [`${this.file} is wrong:`, ...this.problems.map((problem) => `- ${problem}`)].join("\n")
  }
}
