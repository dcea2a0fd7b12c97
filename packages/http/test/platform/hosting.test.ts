import { assert, describe, it } from "@effect/vitest"
import { AuthenticationFailed, Authenticator } from "@namewright/core/access"
import { Readiness } from "@namewright/core/shared"
import {
  Context,
  Deferred,
  type Duration,
  Effect,
  Exit,
  Fiber,
  Layer,
  Logger,
  ManagedRuntime,
  Redacted,
  Scope
} from "effect"
import { FetchHttpClient, HttpServer } from "effect/http"
import { createServer, type Server } from "node:http"
import { make as makeClient } from "../../src/client.ts"
import { serve } from "../../src/serve.ts"
import { toFetch } from "../../src/toFetch.ts"
import { toNodeHandler } from "../../src/toNodeHandler.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

const quiet = { requestLog: false }

const withKey = () => new Request("https://any.example/v1/events?tld[]=de", { headers: { "x-api-key": "k" } })

/** A running platform and a key of one of its organizations. */
const start = Effect.gen(function*() {
  const runtime = ManagedRuntime.make(TestPlatform.layer)
  yield* Effect.addFinalizer(() => runtime.disposeEffect)
  const key = yield* Effect.promise(() =>
    runtime.runPromise(Effect.flatMap(TestPlatform, ({ key, organization }) => Effect.flatMap(organization(), key)))
  )
  return { key, platform: { runtime }, runtime }
})

const listening = (server: Server) =>
  Effect.acquireRelease(
    Effect.promise(() =>
      new Promise<string>((resolve) => {
        server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          resolve(typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : "")
        })
      })
    ),
    () => Effect.promise(() => new Promise((resolve) => server.close(resolve)))
  )

/** A platform that refuses all credentials and records the addresses of callers. */
const startWatched = Effect.gen(function*() {
  const addresses: Array<string | undefined> = []
  const refuse = (_: unknown, address: string | undefined) => {
    addresses.push(address)
    return Effect.fail(new AuthenticationFailed({ reason: "unknown" }))
  }
  const watching = Layer.succeed(Authenticator, {
    authenticate: refuse,
    authenticateAgent: refuse,
    authenticateUser: refuse
  })
  const runtime = ManagedRuntime.make(Layer.merge(TestPlatform.layer, watching))
  yield* Effect.addFinalizer(() => runtime.disposeEffect)
  return { addresses, platform: { runtime } }
})

describe("toFetch", () => {
  it.live("answers web requests with the platform's services", () =>
    Effect.gen(function*() {
      const { key, platform } = yield* start
      const fetch = toFetch(platform, quiet)
      const ask = (headers: Record<string, string>) =>
        Effect.promise(() => fetch(new Request("https://any.example/v1/events", { headers })))
      const [first, second] = yield* Effect.all([ask({ "x-api-key": key }), ask({})], { concurrency: 2 })
      assert.deepStrictEqual([first.status, second.status], [200, 401])
      assert.deepStrictEqual((yield* Effect.promise(() => first.json())).items, [])
    }).pipe(Effect.scoped))

  it.live("applies its settings", () =>
    Effect.gen(function*() {
      const { platform } = yield* start
      const fetch = toFetch(platform, { ...quiet, clientCompatibility: true })
      const answer = yield* Effect.promise(() => fetch(new Request("https://any.example/nowhere")))
      assert.strictEqual((yield* Effect.promise(() => answer.json())).error_code, "ERROR_ROUTE_NOT_FOUND")
    }).pipe(Effect.scoped))

  it.live("gets the caller's address from the host", () =>
    Effect.gen(function*() {
      const { addresses, platform } = yield* startWatched
      yield* Effect.promise(() => toFetch(platform, quiet)(withKey()))
      yield* Effect.promise(() => toFetch(platform, { ...quiet, clientAddress: () => "192.0.2.7" })(withKey()))
      const proxied = toFetch(platform, {
        ...quiet,
        clientAddress: () => "10.0.0.1",
        trustedProxies: ["10.0.0.0/8"]
      })
      const headers = { "x-api-key": "k", "x-forwarded-for": "198.51.100.9" }
      yield* Effect.promise(() => proxied(new Request("https://any.example/v1/events", { headers })))
      assert.deepStrictEqual(addresses, [undefined, "192.0.2.7", "198.51.100.9"])
    }).pipe(Effect.scoped))

  it.live("rejects while the storage cannot be opened, and tries again", () =>
    Effect.gen(function*() {
      let attempts = 0
      const broken = Layer.suspend(() => {
        attempts++
        return Layer.effectDiscard(Effect.die(new Error("no such file")))
      })
      const runtime = ManagedRuntime.make(TestPlatform.layer.pipe(Layer.provideMerge(broken)))
      const fetch = toFetch({ runtime })
      const failure = yield* Effect.promise(() =>
        fetch(new Request("https://any.example/")).then(() => "", (error) => String(error.cause))
      )
      assert.include(failure, "no such file")
      assert.strictEqual(attempts, 1)
    }))
})

describe("toNodeHandler", () => {
  it.live("answers requests of Node's own server", () =>
    Effect.gen(function*() {
      const { key, platform } = yield* start
      const url = yield* listening(createServer(toNodeHandler(platform, quiet)))
      const answer = yield* Effect.promise(() => fetch(`${url}/v1/events`, { headers: { "x-api-key": key } }))
      assert.strictEqual(answer.status, 200)
      const refused = yield* Effect.promise(() =>
        fetch(`${url}/v1/tags`, {
          method: "POST",
          headers: { "x-api-key": key, "content-type": "application/json" },
          body: "{"
        })
      )
      assert.strictEqual((yield* Effect.promise(() => refused.json())).errors[0].type, "json_invalid")
    }).pipe(Effect.scoped))

  it.live("accepts the caller's address from trusted proxies only", () =>
    Effect.gen(function*() {
      const { addresses, platform } = yield* startWatched
      const direct = yield* listening(createServer(toNodeHandler(platform, quiet)))
      const proxied = yield* listening(
        createServer(toNodeHandler(platform, { ...quiet, trustedProxies: ["127.0.0.0/8"] }))
      )
      const headers = { "x-api-key": "k", "x-forwarded-for": "198.51.100.1, 192.0.2.7" }
      yield* Effect.promise(() => fetch(`${direct}/v1/events`, { headers }))
      yield* Effect.promise(() => fetch(`${proxied}/v1/events`, { headers }))
      assert.deepStrictEqual(addresses, ["127.0.0.1", "192.0.2.7"])
    }).pipe(Effect.scoped))

  it.live("passes the failure of a platform that cannot start to the host", () =>
    Effect.gen(function*() {
      const runtime = ManagedRuntime.make(
        TestPlatform.layer.pipe(Layer.provideMerge(Layer.effectDiscard(Effect.die(new Error("no such file")))))
      )
      const handler = toNodeHandler({ runtime })
      const errors: Array<string> = []
      const url = yield* listening(createServer((request, response) => {
        if (request.url === "/bare") return handler(request, response)
        handler(request, response, (error) => {
          errors.push(error instanceof Error ? String(error.cause) : "")
          response.writeHead(500).end()
        })
      }))
      const bare = yield* Effect.promise(() => fetch(`${url}/bare`))
      assert.deepStrictEqual([bare.status, bare.headers.get("retry-after")], [503, "5"])
      assert.strictEqual(bare.headers.get("content-type"), "application/problem+json")
      assert.strictEqual((yield* Effect.promise(() => bare.json())).code, "ERROR_SERVICE_UNAVAILABLE")
      yield* Effect.promise(() => fetch(`${url}/hosted`))
      assert.include(errors.join(), "no such file")
    }).pipe(Effect.scoped))
})

describe("the typed client", () => {
  it.live("decodes answers and problems", () =>
    Effect.gen(function*() {
      const { key, platform } = yield* start
      const handle = toFetch(platform, quiet)
      const http = FetchHttpClient.layer.pipe(
        Layer.provide(Layer.succeed(FetchHttpClient.Fetch, (input, init) => handle(new Request(input, init))))
      )
      const query = { page: 1, page_size: 5, sort_by: "created_on", sort_order: "asc", acknowledged: "any" } as const
      const client = yield* Effect.provide(
        makeClient({ baseUrl: "https://any.example", credential: { apiKey: Redacted.make(key) } }),
        http
      )
      const page = yield* client.events.listEvents({ query })
      assert.deepStrictEqual([page.total, page.page_size], [0, 5])
      const stranger = yield* Effect.provide(
        makeClient({ baseUrl: "https://any.example", credential: { accessToken: "wrong" } }),
        http
      )
      const problem = yield* Effect.flip(stranger.events.listEvents({ query }))
      assert.deepInclude(problem, { status: 401, code: "ERROR_AUTHENTICATION" })
    }).pipe(Effect.scoped))
})

/** The interface on a port, with a readiness check that the test delays. */
const serveSlowly = Effect.fnUntraced(function*(drain: Duration.Input) {
  const entered = yield* Deferred.make<void>()
  const gate = yield* Deferred.make<void>()
  const slow = Layer.succeed(Readiness, {
    check: Deferred.succeed(entered, undefined).pipe(Effect.andThen(Deferred.await(gate)), Effect.as(true))
  })
  const scope = yield* Scope.make()
  const context = yield* Layer.buildWithScope(
    serve({ host: "127.0.0.1", port: 0, drain, http: quiet }).pipe(
      Layer.provide(slow),
      Layer.provide(TestPlatform.layer),
      Layer.provide(Logger.layer([]))
    ),
    scope
  )
  const url = HttpServer.formatAddress(Context.get(context, HttpServer.HttpServer).address)
  const running = yield* Effect.forkChild(Effect.promise(() => fetch(`${url}/health/ready`)))
  yield* Deferred.await(entered)
  return { url, running, finish: Deferred.succeed(gate, undefined), close: Scope.close(scope, Exit.void) }
})

describe("serve", () => {
  it.live("completes a running request and accepts no more at shutdown", () =>
    Effect.gen(function*() {
      const { close, finish, running, url } = yield* serveSlowly("5 seconds")
      const closing = yield* Effect.forkChild(close)
      yield* Effect.sleep("20 millis")
      const late = yield* Effect.promise(() => fetch(`${url}/health/live`).then(() => "answered", () => "refused"))
      assert.strictEqual(late, "refused")
      yield* finish
      assert.strictEqual((yield* Fiber.join(running)).status, 200)
      yield* Fiber.join(closing)
    }))

  it.live("interrupts requests that exceed the shutdown limit", () =>
    Effect.gen(function*() {
      const { close, running } = yield* serveSlowly("50 millis")
      yield* Effect.timeout(close, "3 seconds")
      const answer = yield* Fiber.join(running)
      const { code } = yield* Effect.promise(() => answer.json())
      assert.deepStrictEqual([answer.status, code], [503, "ERROR_SERVICE_UNAVAILABLE"])
      assert.deepStrictEqual([answer.headers.has("x-request-id"), answer.headers.get("retry-after")], [true, "5"])
    }))
})
