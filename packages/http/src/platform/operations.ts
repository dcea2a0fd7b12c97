import { FindMyWay } from "effect/http"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"
import { PlatformApi } from "../PlatformApi.ts"
import { idParameters, nameIds } from "../shared/idParameters.ts"

/** Operations of the interface by method and path template: `GET /v1/events/:event_id`. */
export const operations: ReadonlyMap<string, HttpApiEndpoint.Top> = (() => {
  const found = new Map<string, HttpApiEndpoint.Top>()
  HttpApi.reflect(PlatformApi, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => void found.set(`${endpoint.method} ${endpoint.path}`, endpoint)
  })
  return found
})()

/** Routes that are not operations. All support `GET` only. */
export const plainRoutes = {
  document: "/v1/openapi.json",
  reference: "/docs",
  live: "/health/live",
  ready: "/health/ready",
  metrics: "/metrics"
} as const

/** Routes of monitoring, which are neither logged nor traced. */
export const quietRoutes: ReadonlyArray<string> = [plainRoutes.live, plainRoutes.ready, plainRoutes.metrics]

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const

/** Router configuration. The default limit of a parameter is shorter than a domain name. */
export const routerConfig = { maxParamLength: 512 }

/** Names of the id parameters of each path. */
const table = FindMyWay.make<ReadonlyArray<string>>(routerConfig)
for (const endpoint of operations.values()) {
  table.on(endpoint.method, endpoint.path as `/${string}`, idParameters(endpoint))
}
for (const path of Object.values(plainRoutes)) table.on("GET", path, [])

/** Methods of a path; empty for an unknown path. */
export const allowedMethods = (url: string): ReadonlyArray<string> =>
  methods.filter((method) => {
    const found = table.find(method === "HEAD" ? "GET" : method, url)
    return found !== undefined && nameIds(found.handler, found.params)
  })
