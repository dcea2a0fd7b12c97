import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Scope } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { requestContext } from "./platform/requestContext.ts"
import { application, type ServedPlatform } from "./routes.ts"
import type { HttpSettings } from "./shared/HttpSettings.ts"

/** What Node's own server and Connect, Express and their like call with a request. */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error: unknown) => void
) => void

/**
 * The REST interface as a handler of Node requests. It reads bodies itself: mount it before middleware that does. It
 * shares services and connections with the platform, and ends with it.
 */
export const toNodeHandler = (
  platform: ServedPlatform,
  settings: Partial<HttpSettings> = {}
): NodeHandler => {
  const { runtime } = platform
  const start = Effect.flatMap(
    Scope.provide(application(settings), runtime.scope),
    (app) => Effect.updateContext(NodeHttpServer.makeHandler(app, { scope: runtime.scope }), requestContext)
  )
  let starting: Promise<NodeHandler> | undefined
  return (request, response, next) => {
    starting ??= runtime.runPromise(start)
    starting.then(
      (handle) => handle(request, response),
      (error) => next === undefined ? response.writeHead(503, { "retry-after": "5" }).end() : next(error)
    )
  }
}
