import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Layer, ManagedRuntime } from "effect"
import { HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { createServer } from "node:http"
import { serveParent } from "../harness/ChildProcess.ts"

// The modules of `namewright serve`, which this server does not use.
await Promise.all([
  import("@effect/platform-node/NodeRuntime"),
  import("@effect/platform-node/NodeServices"),
  import("@namewright/http/cli")
])

/** One route that returns a constant, in a process that loads the modules of `namewright serve`. */
const hello = HttpRouter.add("GET", "/", HttpServerResponse.json({ hello: "world" }))
const server = ManagedRuntime.make(
  HttpRouter.serve(hello, { disableLogger: true, disableListenLog: true }).pipe(
    Layer.provideMerge(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 }))
  )
)
const { address } = await server.runPromise(HttpServer.HttpServer)
serveParent("port" in address ? address.port : 0, () => server.dispose())
