import { type BrandedHost, BrandedHosts } from "@namewright/core/branding"
import { challengePath } from "@namewright/core/certificates"
import { PlatformSettings } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { isIP } from "node:net"
import { hostnameOf } from "../shared/hostnameOf.ts"
import { problemResponse } from "../shared/Problem.ts"
import { TransportProblem } from "../shared/TransportProblem.ts"

type Answer = HttpServerResponse.HttpServerResponse
type Request = HttpServerRequest.HttpServerRequest
type Middleware = <E, R>(handler: Effect.Effect<Answer, E, R>) => Effect.Effect<Answer, E, R | Request>

/** Paths that are answered at every host: checks of load balancers and of certificate authorities. */
const atEveryHost = ["/health/", challengePath] as const

/** Paths of a brand's dashboard. */
const ofDashboard = ["/v1/", "/console/"] as const

const hostOfUrl = (url: string | undefined): ReadonlyArray<string> => {
  const host = url === undefined ? undefined : hostnameOf(URL.parse(url)?.host)
  return host === undefined ? [] : [host]
}

/** True for addresses of this machine, such as those of a load balancer's checks. */
const isAddress = (host: string): boolean =>
  host === "localhost" || isIP(host) !== 0 || isIP(host.replace(/^\[|\]$/g, "")) !== 0

/** Refusal of a request at a white-label host, or the address of the realm; undefined if the route answers it. */
const answerAt = ({ part }: BrandedHost, path: string, signInPages: string | undefined): Answer | undefined => {
  if (part === "app") {
    return ofDashboard.some((prefix) => path.startsWith(prefix))
      ? undefined
      : problemResponse(TransportProblem.routeNotFound("There is no such path at this host"))
  }
  const pages = signInPages === undefined ? null : URL.parse(signInPages)
  return pages !== null && (path === pages.pathname || path.startsWith(`${pages.pathname}/`))
    ? HttpServerResponse.redirect(`${pages.origin}${path}`, { status: 307 })
    : problemResponse(TransportProblem.routeNotFound("There is no such path at this host"))
}

/**
 * Middleware that answers requests by their host, if the installation has white-label hosts: its own hosts have all routes, a
 * brand's host those of its part, and every other host is refused.
 */
export const servedHosts = Effect.gen(function*(): Effect.fn.Return<Middleware, never, BrandedHosts> {
  const { approval_pages, base_url, sign_in_pages, whitelabel } = yield* PlatformSettings
  const hosts = yield* BrandedHosts
  if (whitelabel === undefined) return (handler) => handler
  const own = new Set([base_url, approval_pages, sign_in_pages].flatMap(hostOfUrl))

  const refusal = Effect.fnUntraced(function*(request: Request) {
    // Without a header the request comes from the embedding program; a header that is no host names none that is served.
    if (request.headers["host"] === undefined) return undefined
    const host = hostnameOf(request.headers["host"]) ?? ""
    if (own.has(host) || isAddress(host)) return undefined
    if (atEveryHost.some((prefix) => request.url.startsWith(prefix))) return undefined
    const found = yield* hosts.find(host)
    return Option.isNone(found)
      ? problemResponse(TransportProblem.misdirectedRequest("Nothing is served at this host"))
      : answerAt(found.value, request.url, sign_in_pages)
  })

  return (handler) =>
    Effect.flatMap(
      HttpServerRequest.HttpServerRequest,
      (request) => Effect.flatMap(refusal(request), (answer) => answer === undefined ? handler : Effect.succeed(answer))
    )
})
