import { AuthenticationFailed } from "@namewright/core/access"
import { Context, Effect, Option, type Types } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { ForwardedActor } from "../shared/ForwardedActor.ts"
import { HostActor, HostCallers } from "../shared/HostCallers.ts"
import { problemResponse, toProblem } from "../shared/Problem.ts"

type Answering = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  Types.unhandled,
  HttpServerRequest.HttpServerRequest
>

/**
 * Middleware that authenticates every request by the host, if it has a function for it. A caller of the host precedes
 * credentials of the platform.
 */
export const hostAuthentication = Effect.map(HostCallers, (callers) => {
  if (callers === undefined) return (handler: Answering): Answering => handler
  const anonymous = problemResponse(toProblem(new AuthenticationFailed({ reason: "missing" })))

  return (handler: Answering): Answering =>
    Effect.withFiber((fiber): Answering => {
      if (Context.get(fiber.context, ForwardedActor) !== undefined) return handler
      const { remoteAddress, source } = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
      return Effect.matchEffect(callers.find(source, Option.getOrUndefined(remoteAddress)), {
        onFailure: (refusal) => Effect.succeed(problemResponse(toProblem(refusal))),
        onSuccess: (actor): Answering => {
          if (actor !== undefined) return Effect.provideService(handler, HostActor, actor)
          return callers.platformCredentials ? handler : Effect.succeed(anonymous)
        }
      })
    })
})
