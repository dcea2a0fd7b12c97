import { CalledBrand } from "@namewright/core/access"
import type { ServedHost, ServedHostLookup } from "@namewright/core/branding"
import { challengePath } from "@namewright/core/certificates"
import { PlatformSettings } from "@namewright/core/shared"
import { Context, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { metadataNames, realmPath } from "../realm/RealmChoice.ts"
import { brandRealmUrls } from "../realm/RealmUrls.ts"
import { HttpSettings } from "../shared/HttpSettings.ts"
import { problemResponse } from "../shared/Problem.ts"
import { TransportProblem } from "../shared/TransportProblem.ts"
import { CalledHost } from "./CalledHost.ts"
import { makeBrandAt } from "./makeBrandAt.ts"

type Answer = HttpServerResponse.HttpServerResponse
type Request = HttpServerRequest.HttpServerRequest
type Middleware = <E, R>(handler: Effect.Effect<Answer, E, R>) => Effect.Effect<Answer, E, R | Request>

/** Paths that are answered at every host: checks of load balancers and of certificate authorities. */
const atEveryHost = ["/health/", challengePath] as const

/** Paths of a brand's dashboard. */
const ofDashboard = ["/v1/", "/console/"] as const

/** Paths of the pages of a brand's dashboard. Until there is a console, these are the account pages of its sign-in. */
const startOfDashboard: ReadonlySet<string> = new Set(["/", "/console", "/console/"])

const notHere = problemResponse(TransportProblem.routeNotFound("There is no such path at this host"))

/** Paths of a brand's sign-in: those of its realm, with its metadata, and the files of the brand. */
const isOfSignIn = (realm: string, path: string): boolean =>
  path === realm || path.startsWith(`${realm}/`) || path.startsWith("/console/brand/") ||
  metadataNames.some((name) => path === `/.well-known/${name}${realm}`)

/**
 * Refusal of a request at a white-label host, or the address of the account pages; undefined if the route answers it. The
 * address follows from the stored host, and not from the request.
 */
const answerAt = (
  host: ServedHost,
  url: string,
  settings: PlatformSettings,
  hasPages: boolean
): Answer | undefined => {
  const [path = ""] = url.split("?", 1)
  const realm = realmPath(settings)
  if (host.part === "auth" ? path === "/" : startOfDashboard.has(path)) {
    const urls = hasPages ? brandRealmUrls(host, settings) : undefined
    return urls === undefined ? notHere : HttpServerResponse.redirect(`${urls.issuer}/account`, { status: 303 })
  }
  const isServed = host.part === "auth"
    ? isOfSignIn(realm, path)
    : ofDashboard.some((prefix) => path.startsWith(prefix))
  return isServed ? undefined : notHere
}

/**
 * Middleware that answers requests by their host, if the installation has white-label hosts: its own hosts have all routes, a
 * brand's host those of its part, and every other host is refused.
 */
export const routesByHost = Effect.gen(function*(): Effect.fn.Return<Middleware, never, ServedHostLookup> {
  const settings = yield* PlatformSettings
  const brandAt = yield* makeBrandAt
  const hasPages = (yield* HttpSettings).realm === "embedded"
  if (settings.whitelabel === undefined) return (handler) => handler

  return (handler) =>
    Effect.gen(function*() {
      const request = yield* HttpServerRequest.HttpServerRequest
      if (atEveryHost.some((prefix) => request.url.startsWith(prefix))) return yield* handler
      const brand = yield* brandAt(request.headers["host"])
      if (brand === null) return yield* handler
      if (brand === undefined) return misdirected
      const called = Context.add(Context.make(CalledHost, brand), CalledBrand, brand.organization_id)
      return answerAt(brand, request.url, settings, hasPages) ?? (yield* Effect.provideContext(handler, called))
    })
})

const misdirected = problemResponse(TransportProblem.misdirectedRequest("Nothing is served at this host"))
