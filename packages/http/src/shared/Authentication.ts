import { AuthenticationFailed, Authenticator, type Credential } from "@namewright/core/access"
import { ProgramUses } from "@namewright/core/realm"
import { type Actor, CurrentActor } from "@namewright/core/shared"
import { Context, Effect, Layer, Option, Redacted, type Types } from "effect"
import { type Headers, type HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"
import { CurrentRequest } from "./CurrentRequest.ts"
import { ForwardedActor } from "./ForwardedActor.ts"
import { HostActor } from "./HostCallers.ts"
import { isTrial, rulesOf } from "./OperationRules.ts"
import { type ProblemBody, problems, toProblem } from "./Problem.ts"
import { holderOf, IsMetered, type Metering, RateLimiter } from "./RateLimiter.ts"
import { RefusedCredentials } from "./RefusedCredentials.ts"
import { RestApprovals } from "./RestApprovals.ts"

/** Authenticates and rate-limits every operation except the token endpoint. */
export class Authentication extends HttpApiMiddleware.Service<Authentication, { provides: CurrentActor }>()(
  "@namewright/http/shared/Authentication",
  { error: [problems.unauthenticated, problems.forbidden, problems.rateLimited] }
) {}

type Authenticated = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  Types.unhandled | ProblemBody<401> | ProblemBody<403> | ProblemBody<429>,
  HttpRouter.Provided
>

export const layer = Layer.effect(
  Authentication,
  Effect.gen(function*() {
    const authenticator = yield* Authenticator
    const limiter = yield* RateLimiter
    const uses = yield* ProgramUses
    const approvals = yield* RestApprovals
    const refused = yield* RefusedCredentials
    return Authentication.of((handler, { endpoint }) => {
      const rules = rulesOf(endpoint)
      const { cost, kind } = rules.metering ?? (rules.write === undefined ? oneRead : oneWrite)
      return Effect.withFiber((fiber): Authenticated => {
        const forwarded = Context.get(fiber.context, ForwardedActor)
        const proceed = (actor: Actor): Authenticated => {
          const current = Context.getOrUndefined(fiber.context, CurrentRequest)
          if (current !== undefined) current.actor = actor
          const query = Context.getUnsafe(fiber.context, HttpServerRequest.ParsedSearchParams)
          const writes = rules.write !== undefined && !isTrial(rules, query)
          if (actor.agent !== undefined && forwarded === undefined && writes) {
            // `ApprovedCalls` charges the write before it consumes an approval.
            return Effect.flatMap(
              Effect.mapError(limiter.take("read", holderOf(actor)), toProblem),
              () => Effect.provideService(approvals.handle(endpoint), CurrentActor, actor)
            )
          }
          const metered = Context.get(fiber.context, IsMetered)
            ? Effect.void
            : Effect.mapError(limiter.take(kind, holderOf(actor), cost(query)), toProblem)
          return Effect.flatMap(
            metered,
            () => Effect.provideService(handler, CurrentActor, actor)
          )
        }
        if (forwarded !== undefined) return proceed(forwarded)
        const hosted = Context.get(fiber.context, HostActor)
        if (hosted !== undefined) return proceed(hosted)
        const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
        const credential = credentialOf(request.headers)
        if (credential === undefined) return Effect.fail(toProblem(new AuthenticationFailed({ reason: "missing" })))
        const address = Option.getOrUndefined(request.remoteAddress)
        const found = refused.guard(credential.value, address, authenticator.authenticate(credential, address))
        return Effect.flatMap(
          Effect.mapError(found, toProblem),
          (actor) =>
            actor.agent === undefined
              ? proceed(actor)
              : Effect.andThen(uses.record(actor, address), proceed(actor))
        )
      })
    })
  })
)

/** Credential of a request. If it has both a bearer token and a key, the key is ignored. */
const credentialOf = (headers: Headers.Headers): Credential | undefined => {
  const { authorization } = headers
  if (authorization !== undefined) {
    const token = /^bearer +(\S+)$/i.exec(authorization)?.[1]
    return token === undefined ? undefined : { type: "bearer", value: Redacted.make(token) }
  }
  const key = headers["x-api-key"]
  return key === undefined || key === "" ? undefined : { type: "api_key", value: Redacted.make(key) }
}

const oneRead: Metering = { kind: "read", cost: () => 1 }
const oneWrite: Metering = { kind: "write", cost: () => 1 }
