import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, type Duration, Effect, type FileSystem, Layer, type Path, Scope } from "effect"
import { type Etag, type HttpPlatform, HttpServer, type HttpServerError } from "effect/http"
import { IncomingMessage, type Server } from "node:http"
import { PlatformServer, type RefusedRequest } from "./platform/PlatformServer.ts"
import { requestContext } from "./platform/requestContext.ts"
import { logRequest } from "./platform/requestLog.ts"
import { countRequest } from "./platform/requestMetrics.ts"
import { application } from "./routes.ts"
import { type HttpSettings, httpSettingsOf } from "./shared/HttpSettings.ts"
import { CoveredHosts } from "./tls/CoveredHosts.ts"
import type { SecureContexts } from "./tls/SecureContexts.ts"
import { SecurePlatformServer } from "./tls/SecurePlatformServer.ts"

export interface ServeOptions {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** Time limit of running requests at shutdown. Default 20 seconds. */
  readonly drain?: Duration.Input | undefined
  readonly http?: Partial<HttpSettings> | undefined
  /** Serves HTTPS with the certificates of hosts. Default: HTTP, for example behind a proxy. */
  readonly tls?: SecureOptions | undefined
}

export interface SecureOptions {
  /** Contexts of the served hosts; `issuedCertificates` finds those of the platform. */
  readonly contexts: SecureContexts
}

/** Those of the server that declarations name, so that they name no package that is built in. */
type ServerServices =
  | HttpServer.HttpServer
  | HttpPlatform.HttpPlatform
  | Etag.Generator
  | FileSystem.FileSystem
  | Path.Path

/**
 * Serves the REST interface on a port; the layer's `HttpServer` says on which. When its scope closes, it accepts nothing
 * more and lets running requests finish within `drain`.
 */
export const serve = ({ drain = "20 seconds", host, http = {}, port, tls }: ServeOptions) =>
  Layer.unwrap(Effect.map(Effect.context<never>(), (context) => {
    const settings = httpSettingsOf(http)
    const onRefused = (request: RefusedRequest) => reportRefused(request, settings, context)
    const secure = tls && new SecurePlatformServer(tls.contexts, settings, onRefused)
    const node: Server = secure ?? new PlatformServer(settings, onRefused)
    node.on("error", (cause) => reportUnaccepted(node, cause, context))
    const server: Layer.Layer<ServerServices, HttpServerError.ServeError> = NodeHttpServer.layer(() => node, {
      host,
      port,
      gracefulShutdownTimeout: drain
    })
    const covers: (typeof CoveredHosts)["Service"] = (source, named) =>
      secure === undefined || !(source instanceof IncomingMessage) || secure.covers(source, named)
    return Layer.effectDiscard(Effect.provideService(served(application(http), node), CoveredHosts, covers)).pipe(
      Layer.provideMerge(server)
    )
  }))

const served = Effect.fnUntraced(function*(building: ReturnType<typeof application>, node: Server) {
  const server = yield* HttpServer.HttpServer
  const scope = yield* Effect.scope
  const app = yield* building
  yield* Effect.updateContext(
    server.serve(app),
    (context: Context.Context<never>) => Context.add(requestContext(context), Scope.Scope, scope)
  )
  // Nothing here is upgraded. Without a listener, Node serves requests that offer an upgrade as any other, such as those
  // of clients that try HTTP/2.
  node.removeAllListeners("upgrade")
})

/**
 * Logs a connection that cannot be accepted, such as for want of file descriptors: an error of the server without a
 * listener ends the process. Errors of `listen` are those of the layer.
 */
const reportUnaccepted = (node: Server, cause: Error, context: Context.Context<never>): void => {
  if (node.listening) Effect.runForkWith(context)(Effect.logWarning("A connection could not be accepted", cause))
}

/** Counts and logs a request that never reached the interface. */
const reportRefused = (
  { request_id, status }: RefusedRequest,
  { requestLog }: HttpSettings,
  context: Context.Context<never>
): void => {
  const facts = { method: "unknown", route: undefined, status }
  countRequest(context, facts, 0)
  if (!requestLog) return
  Effect.runForkWith(context)(logRequest({ request_id, ...facts, duration_ms: 0, actor: undefined }, undefined))
}
