import { assert, describe, it } from "@effect/vitest"
import { MemoryZones } from "@namewright/conformance"
import { Nameservers } from "@namewright/core/dns"
import { Context, Effect, Layer, type Scope } from "effect"
import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { powerDns } from "../../src/powerdns/powerDns.ts"

const httpServer = (listener: RequestListener): Effect.Effect<string, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const server = createServer(listener).listen(0, "127.0.0.1")
        await once(server, "listening")
        return server
      }),
      (server) =>
        Effect.sync(() => server.closeAllConnections()).pipe(Effect.andThen(Effect.sync(() => server.close())))
    ),
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  )

describe("the PowerDNS driver", () => {
  it.live.each([301, 302, 303, 307, 308])(
    "does not follow a redirect with status %d",
    (status) =>
      Effect.gen(function*() {
        const seen: Array<string> = []
        const elsewhere = yield* httpServer((request, response) => {
          seen.push(`${request.method} ${String(request.headers["x-api-key"])}`)
          response.end("{}")
        })
        const url = yield* httpServer((request, response) => {
          response.writeHead(status, { location: `${elsewhere}${request.url}` }).end("<html>moved</html>")
        })
        const zones = new MemoryZones()
        const publication = yield* zones.put("example.test", { serial: 1, rrsets: [] })
        const driver = powerDns({ name: "powerdns", url, apiKey: "secret" }).pipe(Layer.provide(zones.layer))
        const [nameserver] = Context.get(yield* Layer.build(driver), Nameservers).all
        const [served] = nameserver === undefined ? [] : yield* nameserver.publish([publication])
        assert.deepStrictEqual([served?.serial, served?.problem], [undefined, `powerdns: PowerDNS answers ${status}`])
        assert.deepStrictEqual(seen, [])
      }).pipe(Effect.scoped)
  )
})
