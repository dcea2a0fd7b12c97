import { PlatformSettings } from "@namewright/core/shared"
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiScalar } from "effect/http-api"
import { documentedApi, type DocumentedServer, openApiDocument } from "./openapi/openApiDocument.ts"
import { plainRoutes } from "./operations.ts"

/** Routes of the OpenAPI document and its reference page. Both are built with the first request. */
export const layer = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const server = yield* PlatformSettings
  const document = yield* Effect.cached(
    Effect.sync(() => HttpServerResponse.jsonUnsafe(openApiDocument(server), { headers: unchanging }))
  )
  const page = yield* Effect.cached(Effect.map(referencePage(server), HttpServerResponse.setHeaders(unchanging)))
  yield* router.add("GET", plainRoutes.document, document)
  yield* router.add("GET", plainRoutes.reference, page)
}))

/** Cache headers: both change only with a release or the installation's settings. */
const unchanging = { "cache-control": "public, max-age=300" }

/**
 * Reference page. Its script of several megabytes is embedded and loaded with the first request, so the page needs no
 * other host.
 */
const referencePage = (server: DocumentedServer) =>
  HttpRouter.toHttpEffect(
    HttpApiScalar.layer(documentedApi(server), {
      path: plainRoutes.reference,
      scalar: { withDefaultFonts: false }
    })
  ).pipe(Effect.flatten, Effect.scoped)
