import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { Environment } from "../../src/cli/Environment.ts"
import { interfaceOf } from "../../src/cli/Interface.ts"

const httpServer = (listener: RequestListener) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const server = createServer(listener).listen(0, "127.0.0.1")
        await once(server, "listening")
        return server
      }),
      (server) =>
        Effect.sync(() => {
          server.close()
          server.closeAllConnections()
        })
    ),
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  )

describe("a command that calls the server", () => {
  it.live("sends the key to no other server by a redirect", () =>
    Effect.gen(function*() {
      const keys: Array<unknown> = []
      const elsewhere = yield* httpServer((request, response) => {
        keys.push(request.headers["x-api-key"])
        response.end("{}")
      })
      const url = yield* httpServer((request, response) => {
        response.writeHead(307, { location: `${elsewhere}${request.url}` }).end()
      })
      const { call } = yield* interfaceOf({ url: Option.some(url), apiKey: Option.some("secret") })
      const failed = yield* Effect.flip(call(Schema.Unknown, "GET", "/v1/domains"))
      assert.strictEqual(failed.message, "The server answers 307")
      assert.deepStrictEqual(keys, [])
    }).pipe(Effect.scoped, Effect.provideService(Environment, {})))
})
