import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, ManagedRuntime } from "effect"
import type { IncomingMessage, RequestListener } from "node:http"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { toFetch } from "../../src/toFetch.ts"
import { toNodeHandler } from "../../src/toNodeHandler.ts"
import { newBrand, whitelabel } from "../realm/BrandServer.ts"
import { services } from "../support/services.ts"

const base_url = "https://shop.example"
const prefix = "/names"
const common = { prefix, requestLog: false, realm: "embedded", trustedProxies: [] } as const

/** A platform that a host at `shop.example` mounts below `/names`, and a brand of it. */
const mounted = Effect.gen(function*() {
  const runtime = ManagedRuntime.make(services({ baseUrl: base_url, whitelabel }))
  yield* Effect.addFinalizer(() => runtime.disposeEffect)
  const brand = yield* Effect.promise(() => runtime.runPromise(newBrand()))
  return { platform: { runtime, settings: { base_url, whitelabel } }, brand }
})

/** Sends a request with a header `Host`, and reads the status and the body. */
const at = (port: number, host: string, path: string) =>
  Effect.promise(() =>
    new Promise<{ readonly status: number | undefined; readonly body: string }>((resolve, reject) => {
      request({ port, host: "127.0.0.1", path, headers: { host }, agent: false }, (answer: IncomingMessage) => {
        let body = ""
        answer.on("data", (part) => body += String(part))
          .once("end", () => resolve({ status: answer.statusCode, body }))
      }).once("error", reject).end()
    })
  )

const listening = (listener: RequestListener) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const server = createServer(listener).listen(0, "127.0.0.1", () => resolve(server))
        })
      ),
      (server) => Effect.promise(() => new Promise((resolve) => server.close(resolve)))
    ),
    (server) => (server.address() as AddressInfo).port
  )

describe("a prefix", () => {
  it.live("is not part of paths at hosts of brands, and remains at the host of the installation", () =>
    Effect.gen(function*() {
      const { brand, platform } = yield* mounted
      const handle = toFetch(platform, { ...common, clientAddress: () => "192.0.2.7" })
      const ask = (host: string, path: string) =>
        Effect.promise(() => handle(new Request(`https://${host}${path}`, { headers: { host } })))
      const { app, auth } = brand.hostnames
      const statuses: Array<readonly [string, string, number]> = [
        [app, "/v1/tags", 401],
        [app, "/console/brand.css", 200],
        [app, "/docs", 404],
        [app, "/names/v1/tags", 404],
        [auth, "/realms/sandbox/login", 200],
        [auth, "/v1/tags", 404],
        ["shop.example", "/names/v1/tags", 401],
        ["shop.example", "/v1/tags", 404],
        ["unknown.example", "/v1/tags", 404],
        ["unknown.example", "/names/v1/tags", 421]
      ]
      for (const [host, path, expected] of statuses) {
        assert.strictEqual((yield* ask(host, path)).status, expected, `${host}${path}`)
      }
      const metadata = yield* ask(auth, "/realms/sandbox/.well-known/openid-configuration")
      assert.strictEqual((yield* Effect.promise(() => metadata.json())).issuer, `https://${auth}/realms/sandbox`)
    }).pipe(Effect.scoped))

  it.live("leaves other requests to the next handler, except at hosts of brands", () =>
    Effect.gen(function*() {
      const { brand, platform } = yield* mounted
      const handle = toNodeHandler(platform, common)
      const port = yield* listening((received, response) =>
        handle(received, response, (error) => response.writeHead(error === undefined ? 299 : 500).end("of the host"))
      )
      const { app } = brand.hostnames
      assert.strictEqual((yield* at(port, app, "/v1/tags")).status, 401)
      assert.strictEqual((yield* at(port, app, "/names/v1/tags")).status, 404)
      for (const host of ["shop.example", "admin.shop.example", "127.0.0.1"]) {
        assert.deepStrictEqual(yield* at(port, host, "/v1/tags"), { status: 299, body: "of the host" }, host)
      }
      assert.strictEqual((yield* at(port, "shop.example", "/names/v1/tags")).status, 401)
    }).pipe(Effect.scoped))

  it.live("asks no platform that cannot start about requests of the host itself", () =>
    Effect.gen(function*() {
      const broken = ManagedRuntime.make(
        services().pipe(Layer.provideMerge(Layer.effectDiscard(Effect.die(new Error("no such file")))))
      )
      yield* Effect.addFinalizer(() => broken.disposeEffect)
      const handle = toNodeHandler({ runtime: broken, settings: { base_url, whitelabel } }, common)
      const port = yield* listening((received, response) =>
        handle(received, response, (error) => response.writeHead(error === undefined ? 299 : 500).end())
      )
      assert.strictEqual((yield* at(port, "shop.example", "/v1/tags")).status, 299)
      assert.strictEqual((yield* at(port, "app.brand1.brands.localhost", "/v1/tags")).status, 500)
    }).pipe(Effect.scoped))
})
