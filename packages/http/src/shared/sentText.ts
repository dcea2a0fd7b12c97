import { Context, Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { CurrentRequest } from "./CurrentRequest.ts"

/** Text of the body, which the request history shows. A body that cannot be read is a defect. */
export const sentText = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<string> =>
  Effect.withFiber((fiber) => {
    const current = Context.getOrUndefined(fiber.context as Context.Context<CurrentRequest>, CurrentRequest)
    return Effect.map(Effect.orDie(request.text), (text) => {
      if (current !== undefined) current.body = text
      return text
    })
  })
