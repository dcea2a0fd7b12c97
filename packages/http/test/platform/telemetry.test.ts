import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Exit, Layer, Logger, Scope } from "effect"
import { HttpServer } from "effect/http"
import { once } from "node:events"
import { createServer } from "node:http"
import { telemetry } from "../../src/platform/telemetry.ts"
import { serve } from "../../src/serve.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

/** A collector that records exports by path. */
const collector = Effect.gen(function*() {
  const exported = new Map<string, Array<any>>()
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk) => void chunks.push(chunk))
    request.on("end", () => {
      const path = request.url ?? ""
      exported.set(path, [...(exported.get(path) ?? []), JSON.parse(Buffer.concat(chunks).toString())])
      response.writeHead(200, { "content-type": "application/json" }).end("{}")
    })
  })
  const listening = yield* Deferred.make<string>()
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    Effect.runSync(Deferred.succeed(listening, `http://127.0.0.1:${port}`))
  })
  yield* Effect.addFinalizer(() => Effect.sync(() => void server.close()))
  return { url: yield* Deferred.await(listening), exported }
})

const attributesOf = (attributes: ReadonlyArray<any>): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

describe("telemetry", () => {
  it.live("follows no redirect", () =>
    Effect.gen(function*() {
      const { exported, url } = yield* collector
      const requested: Array<string> = []
      const moved = createServer((request, response) => {
        requested.push(request.url ?? "")
        response.writeHead(307, { location: `${url}${request.url}` }).end()
      }).listen(0, "127.0.0.1")
      yield* Effect.addFinalizer(() => Effect.sync(() => void moved.close()))
      yield* Effect.promise(() => once(moved, "listening"))
      const address = moved.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      yield* Effect.scoped(Effect.andThen(
        Effect.flatMap(
          Layer.build(telemetry({ url: `http://127.0.0.1:${port}`, headers: { "x-api-key": "hunter2" } })),
          (context) => Effect.provide(Effect.void.pipe(Effect.withSpan("spans")), context)
        ),
        Effect.void
      ))
      assert.isAbove(requested.length, 0)
      assert.deepStrictEqual([...exported.keys()], [])
    }).pipe(Effect.scoped))

  it.live("sends spans with their routes, metrics and logs, and no secrets", () =>
    Effect.gen(function*() {
      const { exported, url } = yield* collector
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(
        serve({ host: "127.0.0.1", port: 0 }).pipe(
          Layer.provide(TestPlatform.layer),
          Layer.provide(telemetry({ url, serviceName: "registrar", headers: { authorization: "Basic YQ==" } })),
          Layer.provide(Logger.layer([]))
        ),
        scope
      )
      const base = HttpServer.formatAddress(Context.get(context, HttpServer.HttpServer).address)
      yield* Effect.promise(() =>
        fetch(`${base}/v1/events/event_01h455vb4pex5vsknk084sn02q?token=hunter2`, {
          headers: { "x-api-key": "hunter2" }
        })
      )
      yield* Scope.close(scope, Exit.void)

      const spans = (exported.get("/v1/traces") ?? []).flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans).flatMap((one: any) => one.spans)
      const request = spans.find(({ attributes }) => attributesOf(attributes)["http.route"] !== undefined)
      const { "http.response.status_code": status, "http.route": route } = attributesOf(request?.attributes ?? [])
      assert.deepStrictEqual([route, Number(status)], ["/v1/events/:event_id", 401])
      assert.include(JSON.stringify(exported.get("/v1/logs")), "Request answered")
      assert.include(JSON.stringify(exported.get("/v1/metrics")), "http_requests_total")
      assert.include(JSON.stringify(exported.get("/v1/traces")), "registrar")
      assert.notInclude(JSON.stringify([...exported.values()]), "hunter2")
    }).pipe(Effect.scoped))
})
