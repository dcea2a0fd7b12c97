import { AuthenticationFailed, Authenticator, type Credential } from "@namewright/core/access"
import { ProgramUses } from "@namewright/core/realm"
import { CurrentActor } from "@namewright/core/shared"
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

    /** Caller that the credential of a request names. */
    const authenticated = (request: HttpServerRequest.HttpServerRequest) => {
      const credential = credentialOf(request.headers)
      if (credential === undefined) return Effect.fail(toProblem(new AuthenticationFailed({ reason: "missing" })))
      const address = Option.getOrUndefined(request.remoteAddress)
      const found = refused.guard(credential.value, address, authenticator.authenticate(credential, address)).pipe(
        Effect.mapError(toProblem)
      )
      return Effect.tap(found, (actor) => actor.agent === undefined ? Effect.void : uses.record(actor, address))
    }

    return Authentication.of((handler, { endpoint }) => {
      const rules = rulesOf(endpoint)
      const { cost, kind } = rules.metering ?? (rules.write === undefined ? oneRead : oneWrite)
      return Effect.withFiber((fiber): Authenticated => {
        const forwarded = Context.get(fiber.context, ForwardedActor)
        const known = forwarded ?? Context.get(fiber.context, HostActor)
        const caller = known === undefined
          ? authenticated(Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest))
          : Effect.succeed(known)
        return Effect.flatMap(caller, (actor) => {
          const current = Context.getOrUndefined(fiber.context, CurrentRequest)
          if (current !== undefined) current.actor = actor
          const query = Context.getUnsafe(fiber.context, HttpServerRequest.ParsedSearchParams)
          const take = (metering: Metering["kind"], units: number) =>
            Effect.mapError(limiter.take(metering, holderOf(actor), units), toProblem)
          const writes = rules.write !== undefined && !isTrial(rules, query)
          const needsApproval = writes && actor.agent !== undefined && forwarded === undefined
          // `ApprovedCalls` charges the write before it consumes an approval.
          const metered = needsApproval
            ? take("read", 1)
            : Context.get(fiber.context, IsMetered)
            ? Effect.void
            : take(kind, cost(query))
          const handled = needsApproval ? approvals.handle(endpoint) : handler
          return Effect.andThen(metered, Effect.provideService(handled, CurrentActor, actor))
        })
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
