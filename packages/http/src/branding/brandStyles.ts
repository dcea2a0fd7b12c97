import { BrandStyles } from "@namewright/core/branding"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { hostnameOf } from "../shared/hostnameOf.ts"

/** Style sheet of the brand of the request's host, for everybody. The same page has another appearance at each host. */
export const layer = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const styles = yield* BrandStyles
  yield* router.add(
    "GET",
    "/console/brand.css",
    Effect.gen(function*() {
      const request = yield* HttpServerRequest.HttpServerRequest
      const text = yield* styles.at(hostnameOf(request.headers["host"]) ?? "")
      const etag = `"${createHash("sha256").update(text).digest("hex").slice(0, 32)}"`
      const headers = { "cache-control": "public, max-age=60", etag, vary: "host" }
      return request.headers["if-none-match"] === etag
        ? HttpServerResponse.empty({ status: 304, headers })
        : HttpServerResponse.text(text, { contentType: "text/css; charset=utf-8", headers })
    })
  )
}))
