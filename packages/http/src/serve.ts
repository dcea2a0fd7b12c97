import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, type Duration, Effect, Layer, Scope } from "effect"
import { HttpServer } from "effect/http"
import { Server } from "node:http"
import { requestContext } from "./platform/requestContext.ts"
import { application } from "./routes.ts"
import type { HttpSettings } from "./shared/HttpSettings.ts"

export interface ServeOptions {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** How long requests that run at shutdown may take. Default 20 seconds. */
  readonly drain?: Duration.Input | undefined
  readonly http?: Partial<HttpSettings> | undefined
}

/**
 * Serves the REST interface on a port; the layer's `HttpServer` says on which. When its scope closes, it accepts nothing
 * more and lets running requests finish within `drain`.
 */
export const serve = ({ drain = "20 seconds", host, http = {}, port }: ServeOptions) =>
  Layer.effectDiscard(served(application(http))).pipe(
    Layer.provideMerge(NodeHttpServer.layer(() => new DrainingServer(), { host, port, gracefulShutdownTimeout: drain }))
  )

const served = Effect.fnUntraced(function*(building: ReturnType<typeof application>) {
  const server = yield* HttpServer.HttpServer
  const scope = yield* Effect.scope
  const app = yield* building
  yield* Effect.updateContext(
    server.serve(app),
    (context: Context.Context<never>) => Context.add(requestContext(context), Scope.Scope, scope)
  )
})

/** Node closes idle connections once, when `close` is called; those that become idle later would hold it up. */
class DrainingServer extends Server {
  override close(callback?: (error?: Error) => void): this {
    const sweep = setInterval(() => this.closeIdleConnections(), 50)
    return super.close((error) => {
      clearInterval(sweep)
      callback?.(error)
    })
  }
}
