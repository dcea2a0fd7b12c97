import { Context, Effect } from "effect"
import { text } from "node:stream/consumers"

/** Complete standard input of the process. */
export const StandardInput = Context.Reference<Effect.Effect<string>>("@namewright/http/cli/StandardInput", {
  defaultValue: () => Effect.promise(() => text(process.stdin))
})
