import {
  AgentRules,
  asAgent,
  type AuthenticationFailed,
  Authenticator,
  type PermissionDenied
} from "@namewright/core/access"
import { ProgramUses } from "@namewright/core/realm"
import { type Actor, PlatformSettings, principalReference } from "@namewright/core/shared"
import { Context, Effect, Option, Redacted } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { CurrentRequest } from "../shared/CurrentRequest.ts"
import { HostActor } from "../shared/HostCallers.ts"
import { HttpSettings } from "../shared/HttpSettings.ts"
import { problemResponse, toProblem } from "../shared/Problem.ts"
import type { RateLimited } from "../shared/RateLimiter.ts"
import { RefusedCredentials } from "../shared/RefusedCredentials.ts"
import { preflightHeaders } from "./crossOrigin.ts"
import { jsonRpcError, rpcCodes } from "./jsonRpcError.ts"
import { endpointAudience, type EndpointPath, metadataUrl } from "./ProtectedResource.ts"
import { sourceRefusal } from "./requestSource.ts"

type Request = HttpServerRequest.HttpServerRequest
type Answer = HttpServerResponse.HttpServerResponse

/**
 * Admits callers of the tool endpoint with a token of the realm and an allowed `Host` and `Origin`. Other callers get a
 * response at once. Source: MCP specification, "Authentication".
 */
export const admissions = Effect.gen(function*() {
  const authenticator = yield* Authenticator
  const uses = yield* ProgramUses
  const rules = yield* AgentRules
  const refusedCredentials = yield* RefusedCredentials
  const { base_url } = yield* PlatformSettings
  const { agentOrigins } = yield* HttpSettings

  const authenticated = Effect.fnUntraced(function*(request: Request, path: EndpointPath) {
    const hosted = yield* HostActor
    if (hosted !== undefined) return asAgent(hosted, programOfHost(hosted), yield* rules.of(hosted.organization_id))
    // X-Api-Key is ignored: a key belongs to an organization, and callers here are people.
    const bearer = /^bearer +(\S+)$/i.exec(request.headers["authorization"] ?? "")?.[1]
    if (bearer === undefined) return yield* Effect.fail(anonymous(base_url, path))
    const token = Redacted.make(bearer)
    const address = Option.getOrUndefined(request.remoteAddress)
    const actor = yield* Effect.mapError(
      refusedCredentials.guard(
        token,
        address,
        authenticator.authenticateAgent(token, address, endpointAudience[path])
      ),
      (error) => refused(error, base_url, path)
    )
    yield* uses.record(actor, address)
    return actor
  })

  return Effect.fnUntraced(function*(request: Request, path: EndpointPath): Effect.fn.Return<Actor, Answer> {
    const { host, origin } = request.headers
    const refusal = sourceRefusal({ host, origin }, base_url, agentOrigins)
    if (refusal !== undefined) return yield* Effect.fail(jsonRpcError(403, rpcCodes.refused, refusal))
    if (request.method === "OPTIONS") {
      return yield* Effect.fail(HttpServerResponse.empty({ status: 204, headers: preflightHeaders(origin) }))
    }
    const actor = yield* authenticated(request, path)
    yield* Effect.withFiber((fiber) => {
      const current = Context.getOrUndefined(fiber.context, CurrentRequest)
      if (current !== undefined) current.actor = actor
      return Effect.void
    })
    if (request.method !== "POST") {
      return yield* Effect.fail(
        jsonRpcError(405, rpcCodes.refused, "This endpoint supports only POST", { allow: "POST" })
      )
    }
    return actor
  })
})

/** Program of a caller whom the host has authenticated. The host does not distinguish programs. */
const programOfHost = ({ organization_id, principal }: Actor) => ({
  client_id: "host",
  scopes: ["service:mcp"],
  user_id: principalReference(principal) ?? organization_id
})

/** Counter key of messages, by person and client. */
export const bucketOf = ({ agent, organization_id, principal }: Actor): string =>
  `mcp ${organization_id} ${principalReference(principal) ?? ""} ${agent?.client_id ?? ""}`

/**
 * Response to a caller without a token: exactly this header and body. With a scope, clients would request that scope
 * alone.
 */
const anonymous = (base_url: string, path: EndpointPath): Answer =>
  HttpServerResponse.jsonUnsafe({ error: "authentication_required" }, {
    status: 401,
    headers: { "www-authenticate": `Bearer resource_metadata="${metadataUrl(base_url, path)}"` }
  })

const refused = (
  error: AuthenticationFailed | PermissionDenied | RateLimited,
  base_url: string,
  path: EndpointPath
): Answer => error._tag === "AuthenticationFailed" ? anonymous(base_url, path) : problemResponse(toProblem(error))
