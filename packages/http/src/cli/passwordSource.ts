import { Password } from "@namewright/core/access"
import { Effect, Redacted } from "effect"
import { Flag } from "effect/cli"
import { askedPassword } from "./askedPassword.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { StandardInput } from "./StandardInput.ts"

/** Where a password of a command comes from. */
export const passwordSources = ["generate", "ask", "stdin"] as const

export const passwordFlag = <const S extends ReadonlyArray<string>>(choices: S, name = "password") =>
  Flag.Literals(name, choices).pipe(
    Flag.withDescription(
      "Where the password comes from: one that is made and printed once, a question, or STDIN [generate]"
    ),
    Flag.withDefault("generate" as const)
  )

const piped = Effect.gen(function*() {
  const [line = ""] = (yield* yield* StandardInput).split(/\r?\n/)
  return line === ""
    ? yield* new CommandFailed({ message: "STDIN holds no password" })
    : Redacted.make(line, { label: "password" })
})

/** The password of a source. */
export const passwordFrom = { generate: Password.generate, ask: askedPassword, stdin: piped }

/** The line that shows a password that nobody has seen yet. */
export const passwordLine = (source: string, password: Redacted.Redacted): ReadonlyArray<string> =>
  source === "generate" ? [`Password: ${Redacted.value(password)}`] : []
