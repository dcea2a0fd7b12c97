import { PlatformSettings } from "@namewright/core/shared"
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiScalar } from "effect/http-api"
import { documentedApi, type DocumentedServer, openApiDocument } from "./openapi/openApiDocument.ts"
import { plainRoutes } from "./operations.ts"

/** The OpenAPI document and its reference page; both are made when somebody first asks. */
export const layer = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const server = yield* PlatformSettings
  const document = yield* Effect.cached(
    Effect.sync(() => HttpServerResponse.jsonUnsafe(openApiDocument(server), { headers: unchanging }))
  )
  const page = yield* Effect.cached(Effect.map(referencePage(server), HttpServerResponse.setHeaders(unchanging)))
  yield* router.add("GET", plainRoutes.document, document)
  yield* router.add("GET", plainRoutes.reference, page)
}))

/** Both change with a release, and with the installation's settings. */
const unchanging = { "cache-control": "public, max-age=300" }

/** The page holds its script of several megabytes, so that it needs no other host; that is loaded with the first call. */
const referencePage = (server: DocumentedServer) =>
  HttpRouter.toHttpEffect(
    HttpApiScalar.layer(documentedApi(server), {
      path: plainRoutes.reference,
      scalar: { withDefaultFonts: false }
    })
  ).pipe(Effect.flatten, Effect.scoped)
