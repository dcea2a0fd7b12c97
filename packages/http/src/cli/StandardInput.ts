import { Context, Effect } from "effect"
import { text } from "node:stream/consumers"

/** What is piped into the process, to its end. */
export const StandardInput = Context.Reference<Effect.Effect<string>>("@namewright/http/cli/StandardInput", {
  defaultValue: () => Effect.promise(() => text(process.stdin))
})
