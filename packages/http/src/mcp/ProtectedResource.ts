import { type AgentAudience, RealmTokens } from "@namewright/core/access"
import { PlatformSettings } from "@namewright/core/shared"
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"

/** Paths of the tool endpoint and of its read-only variant. */
export const endpointPaths = { all: "/mcp", readOnly: "/mcp/readonly" } as const
export type EndpointPath = (typeof endpointPaths)[keyof typeof endpointPaths]

/** Audience of tokens by endpoint. */
export const endpointAudience: Readonly<Record<EndpointPath, AgentAudience>> = {
  "/mcp": "mcp",
  "/mcp/readonly": "mcp_readonly"
}

const wellKnown = "/.well-known/oauth-protected-resource"

/** URL of an endpoint's metadata (RFC 9728, section 3.1). */
export const metadataUrl = (base_url: string, path: EndpointPath): string => `${base_url}${wellKnown}${path}`

/** Resource scope, which admits a token and grants no right by itself. */
const resourceScope = "service:mcp"

/**
 * Metadata of an endpoint for clients (RFC 9728). `offline_access` is included, so that clients register with
 * the scopes that they ask for later; `openid` is not, because registration refuses it. Source: MCP specification,
 * "Authentication", 4.
 */
const metadataOf = (base_url: string, path: EndpointPath, issuer: string) => ({
  resource: `${base_url}${path}`,
  authorization_servers: [issuer],
  bearer_methods_supported: ["header"],
  scopes_supported: ["profile", "email", resourceScope, "offline_access"],
  resource_documentation: `${base_url}/docs`
})

/** Response to a browser's preflight request: official clients send a header with the protocol's revision. */
const preflight = HttpServerResponse.empty({
  status: 204,
  headers: {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET",
    "access-control-allow-headers": "accept, authorization, content-type, mcp-protocol-version",
    "access-control-max-age": "600"
  }
})

const forEverybody = { "access-control-allow-origin": "*", "cache-control": "public, max-age=300" }

/** Documents with which a client discovers the realm. A platform without a realm has none. */
export const layer = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const { base_url } = yield* PlatformSettings
  const { issuer } = yield* RealmTokens
  if (issuer === undefined) return
  const document = (path: EndpointPath) =>
    HttpServerResponse.jsonUnsafe(metadataOf(base_url, path, issuer), { headers: forEverybody })
  const add = Effect.fnUntraced(function*(path: `/${string}`, answer: HttpServerResponse.HttpServerResponse) {
    yield* router.add("GET", path, answer)
    yield* router.add("OPTIONS", path, preflight)
  })
  yield* add(wellKnown, document(endpointPaths.all))
  for (const path of Object.values(endpointPaths)) yield* add(`${wellKnown}${path}`, document(path))
  // The target comes from the settings only, so that a request cannot redirect elsewhere.
  for (const name of ["openid-configuration", "oauth-authorization-server"] as const) {
    const discovery = HttpServerResponse.redirect(`${issuer}/.well-known/openid-configuration`, {
      headers: forEverybody
    })
    yield* add(`/.well-known/${name}`, discovery)
    for (const path of Object.values(endpointPaths)) yield* add(`/.well-known/${name}${path}`, discovery)
  }
}))
