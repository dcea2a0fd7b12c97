/** Options that no platform can be made of; `problems` names every one. */
export class ConfigurationError extends Error {
  readonly _tag = "ConfigurationError"
  override readonly name = "ConfigurationError"
  readonly code = "ERROR_CONFIGURATION"
  readonly retryable = false
  readonly problems: ReadonlyArray<string>

  constructor(problems: ReadonlyArray<string>) {
    super(`The platform cannot be made of these options:\n${problems.map((problem) => `- ${problem}`).join("\n")}`)
    this.problems = problems
  }
}
