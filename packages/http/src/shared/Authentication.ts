import { AuthenticationFailed, Authenticator, type Credential } from "@namewright/core/access"
import { CurrentActor } from "@namewright/core/shared"
import { Effect, Layer, Option, Redacted } from "effect"
import { type Headers, HttpServerRequest } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"
import { problems, toProblem } from "./Problem.ts"

/** Finds out who calls; every operation but the token endpoint stands behind it. */
export class Authentication extends HttpApiMiddleware.Service<Authentication, { provides: CurrentActor }>()(
  "@namewright/http/shared/Authentication",
  { error: [problems.unauthenticated, problems.forbidden, problems.rateLimited] }
) {}

/** A bearer token wins over a key: when both are sent, the key is not looked at. */
const credentialOf = (headers: Headers.Headers): Credential | undefined => {
  const { authorization } = headers
  if (authorization !== undefined) {
    const token = /^bearer +(\S+)$/i.exec(authorization)?.[1]
    return token === undefined ? undefined : { type: "bearer", value: Redacted.make(token) }
  }
  const key = headers["x-api-key"]
  return key === undefined || key === "" ? undefined : { type: "api_key", value: Redacted.make(key) }
}

export const layer = Layer.effect(
  Authentication,
  Effect.gen(function*() {
    const authenticator = yield* Authenticator
    return Authentication.of((handler) =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
        const credential = credentialOf(request.headers)
        if (credential === undefined) return Effect.fail(toProblem(new AuthenticationFailed({ reason: "missing" })))
        const address = Option.getOrUndefined(request.remoteAddress)
        return Effect.flatMap(
          Effect.mapError(authenticator.authenticate(credential, address), toProblem),
          (actor) => Effect.provideService(handler, CurrentActor, actor)
        )
      })
    )
  })
)
