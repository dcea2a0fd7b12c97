import { Password } from "@namewright/core/access"
import { Effect, Redacted } from "effect"
import { Flag } from "effect/cli"
import { askedPassword } from "./askedPassword.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { StandardInput } from "./StandardInput.ts"

/** Sources of a password. */
export const passwordSources = ["generate", "ask", "stdin"] as const

export const passwordFlag = <const S extends ReadonlyArray<string>>(
  choices: S,
  name = "password",
  description = "Source of the password: generated and printed once, a prompt, or STDIN [generate]"
) =>
  Flag.Literals(name, choices).pipe(
    Flag.withDescription(description),
    Flag.withDefault("generate" as const)
  )

const piped = Effect.gen(function*() {
  const [line = ""] = (yield* yield* StandardInput).split(/\r?\n/)
  return line === ""
    ? yield* new CommandFailed({ message: "STDIN contains no password" })
    : Redacted.make(line, { label: "password" })
})

/** Gets the password of a source. */
export const passwordFrom = { generate: Password.generate, ask: askedPassword, stdin: piped }

/** Line with a generated password; empty for other sources. */
export const passwordLine = (source: string, password: Redacted.Redacted): ReadonlyArray<string> =>
  source === "generate" ? [`Password: ${Redacted.value(password)}`] : []
