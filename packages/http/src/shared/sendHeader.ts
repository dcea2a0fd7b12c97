import { Context, Effect } from "effect"
import { CurrentRequest } from "./CurrentRequest.ts"

/** Adds a header to the response, for every status. `name` must be in lower case. */
export const sendHeader = (name: string, value: string): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const current = Context.getOrUndefined(fiber.context, CurrentRequest)
    if (current !== undefined) current.headers[name] = value
    return Effect.void
  })
