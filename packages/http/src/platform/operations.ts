import { FindMyWay } from "effect/http"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"
import { PlatformApi } from "../PlatformApi.ts"
import { idParameters, nameIds } from "../shared/idParameters.ts"

/** Every operation of the interface by its method and path template: `GET /v1/events/:event_id`. */
export const operations: ReadonlyMap<string, HttpApiEndpoint.Top> = (() => {
  const found = new Map<string, HttpApiEndpoint.Top>()
  HttpApi.reflect(PlatformApi, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => void found.set(`${endpoint.method} ${endpoint.path}`, endpoint)
  })
  return found
})()

/** The routes beside the operations; all are read. */
export const plainRoutes = {
  document: "/v1/openapi.json",
  reference: "/docs",
  live: "/health/live",
  ready: "/health/ready",
  metrics: "/metrics"
} as const

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const

/** How the router reads paths: domain names are longer than its own limit. */
export const routerConfig = { maxParamLength: 512 }

/** The names of the parameters that are ids, for each path. */
const table = FindMyWay.make<ReadonlyArray<string>>(routerConfig)
for (const endpoint of operations.values()) {
  table.on(endpoint.method, endpoint.path as `/${string}`, idParameters(endpoint))
}
for (const path of Object.values(plainRoutes)) table.on("GET", path, [])

/** The methods that a path answers to; none where nothing is there. */
export const allowedMethods = (url: string): ReadonlyArray<string> =>
  methods.filter((method) => {
    const found = table.find(method === "HEAD" ? "GET" : method, url)
    return found !== undefined && nameIds(found.handler, found.params)
  })
