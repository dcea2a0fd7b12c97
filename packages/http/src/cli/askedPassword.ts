import { Effect, Redacted } from "effect"
import { Prompt } from "effect/cli"
import { CommandFailed } from "./CommandFailed.ts"

/** Prompts for a new password twice, without echo. */
export const askedPassword = Effect.gen(function*() {
  const first = yield* Prompt.Password({ message: "Password" })
  const second = yield* Prompt.Password({ message: "Again" })
  if (Redacted.value(first) === Redacted.value(second)) return first
  return yield* new CommandFailed({ message: "The passwords differ; nothing was changed" })
}).pipe(Effect.catchTag("QuitError", () => Effect.fail(new CommandFailed({ message: "Nothing was changed" }))))
