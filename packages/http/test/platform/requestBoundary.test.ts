import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Logger, Metric, Schema } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import * as requestBoundary from "../../src/platform/requestBoundary.ts"
import { CurrentRequest } from "../../src/shared/CurrentRequest.ts"
import { defaultHttpSettings, HttpSettings } from "../../src/shared/HttpSettings.ts"
import { boundaryServices } from "../support/boundaryServices.ts"
import { inProcess } from "../support/inProcess.ts"

const sqlError = (reason: SqlError.SqlErrorReason) => Effect.die(new SqlError.SqlError({ reason }))
const lost = { cause: new Error("terminating connection due to administrator command") }

/** Routes with every kind of failure. */
const routes = Layer.mergeAll(
  HttpRouter.add("GET", "/echo", (request) => Effect.succeed(HttpServerResponse.jsonUnsafe({ url: request.url }))),
  HttpRouter.add(
    "POST",
    "/length",
    (request) =>
      Effect.map(Effect.orDie(request.text), (text) => HttpServerResponse.jsonUnsafe({ length: text.length }))
  ),
  HttpRouter.add("GET", "/slow/:name", Effect.as(TestClock.adjust("1500 millis"), HttpServerResponse.empty())),
  HttpRouter.add("GET", "/never", Effect.never),
  HttpRouter.add("GET", "/cached", HttpServerResponse.empty({ headers: { "cache-control": "max-age=1" } })),
  HttpRouter.add("GET", "/defect", Effect.die(new Error("password=hunter2"))),
  HttpRouter.add("GET", "/lost", sqlError(new SqlError.ConnectionError(lost))),
  HttpRouter.add("GET", "/locked", sqlError(new SqlError.LockTimeoutError(lost))),
  HttpRouter.add("GET", "/slow-statement", sqlError(new SqlError.StatementTimeoutError(lost))),
  HttpRouter.add("GET", "/bad-statement", sqlError(new SqlError.SqlSyntaxError(lost))),
  HttpRouter.add(
    "GET",
    "/mismatch",
    Effect.orDie(
      Schema.decodeUnknownEffect(Schema.Struct({ secret: Schema.Int }), { reportInput: true })({ secret: "hunter2" })
        .pipe(Effect.as(HttpServerResponse.empty()))
    )
  )
)

const start = Effect.fnUntraced(function*(settings: Partial<HttpSettings> = {}) {
  const lines: Array<any> = []
  const logger = Logger.make<unknown, void>((options) => void lines.push(Logger.formatStructured.log(options)))
  const fetch = yield* inProcess(
    Layer.merge(routes, Layer.provide(requestBoundary.layer, boundaryServices)).pipe(
      Layer.provide(Layer.succeed(HttpSettings, { ...defaultHttpSettings, ...settings }))
    )
  ).pipe(Effect.provide(Logger.layer([logger])))
  return { fetch, lines }
})

describe("requestBoundary", () => {
  it.effect("assigns a unique id to every request", () =>
    Effect.gen(function*() {
      const { fetch } = yield* start()
      const ids = yield* Effect.forEach(["/echo", "/echo", "/defect", "/nowhere"], (path) =>
        Effect.map(fetch("GET", path), ({ headers }) => headers.get("x-request-id")))
      assert.isTrue(ids.every((id) =>
        id !== null && /^[\x21-\x7e]{1,128}$/.test(id)
      ))
      assert.strictEqual(new Set(ids).size, 4)
    }))

  it.effect("forbids caching of responses, unless a route allows it", () =>
    Effect.gen(function*() {
      const { fetch } = yield* start()
      for (const path of ["/echo", "/defect", "/nowhere"]) {
        const { headers } = yield* fetch("GET", path)
        assert.deepStrictEqual([headers.get("cache-control"), headers.get("x-content-type-options")], [
          "no-store",
          "nosniff"
        ])
      }
      assert.strictEqual((yield* fetch("GET", "/cached")).headers.get("cache-control"), "max-age=1")
    }))

  it.effect.each(["/v1/events/%E0%A4%A", "/%00", "/..%2f..%2fetc", "//", "/v1/events/a/b?%"])(
    "answers the unusual path %s",
    (path) =>
      Effect.gen(function*() {
        const { fetch } = yield* start()
        const { body, status } = yield* fetch("GET", path)
        assert.deepStrictEqual([status, body.code], [404, "ERROR_ROUTE_NOT_FOUND"])
      })
  )

  it.effect("answers an unknown path with a problem", () =>
    Effect.gen(function*() {
      const { fetch } = yield* start()
      const { body, headers, status } = yield* fetch("GET", "/v1/nowhere")
      assert.strictEqual(status, 404)
      assert.strictEqual(headers.get("content-type"), "application/problem+json")
      assert.deepStrictEqual(body, {
        type: "route-not-found",
        title: "Not Found",
        status: 404,
        code: "ERROR_ROUTE_NOT_FOUND",
        detail: "Nothing is at this path"
      })
    }))

  it.effect("lists the methods of a path for an unsupported method", () =>
    Effect.gen(function*() {
      const { fetch } = yield* start()
      const { body, headers, status } = yield* fetch("POST", "/v1/events")
      assert.deepStrictEqual([status, headers.get("allow"), body.code], [
        405,
        "GET, HEAD",
        "ERROR_METHOD_NOT_ALLOWED"
      ])
      assert.strictEqual((yield* fetch("DELETE", "/v1/events/event_1/")).headers.get("allow"), "GET, HEAD, PATCH")
    }))

  it.effect("shows the text of a defect in the log only", () =>
    Effect.gen(function*() {
      const { fetch, lines } = yield* start()
      const { body, headers, status } = yield* fetch("GET", "/defect")
      assert.strictEqual(status, 500)
      assert.deepStrictEqual(body, {
        type: "internal",
        title: "Internal Server Error",
        status: 500,
        code: "ERROR_INTERNAL",
        detail: "The platform failed to answer the request"
      })
      assert.strictEqual(lines.length, 1)
      assert.strictEqual(lines[0].level, "ERROR")
      assert.strictEqual(lines[0].annotations.request_id, headers.get("x-request-id"))
      assert.include(lines[0].cause, "password=hunter2")
    }))

  it.effect("logs the path of an invalid value, never the value", () =>
    Effect.gen(function*() {
      const { fetch, lines } = yield* start()
      assert.strictEqual((yield* fetch("GET", "/mismatch")).status, 500)
      assert.include(lines[0].cause, "body.secret int_parsing")
      assert.notInclude(JSON.stringify(lines), "hunter2")
    }))

  it.effect.each(["/lost", "/locked", "/slow-statement"])(
    "answers 503 with Retry-After while the database is unavailable: %s",
    (path) =>
      Effect.gen(function*() {
        const { fetch } = yield* start({ retryAfterSeconds: 7 })
        const { body, headers, status } = yield* fetch("GET", path)
        assert.deepStrictEqual([status, body.code, headers.get("retry-after")], [503, "ERROR_SERVICE_UNAVAILABLE", "7"])
        assert.notInclude(JSON.stringify(body), "administrator")
        assert.strictEqual((yield* fetch("GET", "/echo")).status, 200)
      })
  )

  it.effect("answers 500 to an invalid statement", () =>
    Effect.gen(function*() {
      const { fetch } = yield* start()
      assert.strictEqual((yield* fetch("GET", "/bad-statement")).status, 500)
    }))

  it.effect("refuses a body over the limit, announced or not", () =>
    Effect.gen(function*() {
      const { fetch } = yield* start({ maximumBodyBytes: 8 })
      assert.deepStrictEqual((yield* fetch("POST", "/length", "12345678")).body, { length: 8 })
      const counted = yield* fetch("POST", "/length", "123456789")
      assert.deepStrictEqual([counted.status, counted.body.code], [413, "ERROR_PAYLOAD_TOO_LARGE"])
      const announced = yield* fetch("POST", "/length", "1", { headers: { "content-length": "9" } })
      assert.deepStrictEqual([announced.status, announced.body.type], [413, "payload-too-large"])
    }))

  it.effect("supports every notation of a repeated parameter", () =>
    Effect.gen(function*() {
      const { fetch } = yield* start()
      const { body } = yield* fetch("GET", "/echo?tld[]=com&tld%5B%5D=net&tld[1]=org&q=a[0]=b&page=2")
      assert.deepStrictEqual(body, { url: "/echo?tld=com&tld=net&tld=org&q=a[0]=b&page=2" })
    }))

  it.effect("logs one line per request, without query and headers", () =>
    Effect.gen(function*() {
      const { fetch, lines } = yield* start()
      yield* fetch("GET", "/slow/a?token=hunter2", undefined, { key: "hunter2" })
      assert.strictEqual(lines.length, 1)
      const { annotations, level, message } = lines[0]
      assert.deepStrictEqual([level, message], ["INFO", "Request answered"])
      assert.deepStrictEqual(
        [annotations.method, annotations.route, annotations.status, annotations.duration_ms],
        ["GET", "/slow/:name", 204, 1500]
      )
      assert.notInclude(JSON.stringify(lines), "hunter2")
    }))

  it.effect("logs only the platform's failures if the request log is off", () =>
    Effect.gen(function*() {
      const { fetch, lines } = yield* start({ requestLog: false })
      yield* fetch("GET", "/echo")
      yield* fetch("GET", "/nowhere")
      yield* fetch("GET", "/defect")
      assert.deepStrictEqual(lines.map(({ annotations }) => annotations.route), ["/defect"])
    }))

  it.effect("counts and times requests by route and status", () =>
    Effect.gen(function*() {
      const { fetch } = yield* start()
      yield* fetch("GET", "/slow/a")
      yield* fetch("GET", "/slow/b")
      yield* fetch("GET", "/nowhere/c")
      const text = yield* PrometheusMetrics.format()
      assert.include(text, `http_requests_total{method="GET",route="/slow/:name",status="204"} 2`)
      assert.include(text, `http_requests_total{method="GET",route="unknown",status="404"} 1`)
      assert.include(text, `http_request_duration_seconds_sum{method="GET",route="/slow/:name",status="204"} 3`)
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map())))

  it.effect("logs callers that disconnect", () =>
    Effect.gen(function*() {
      const { fetch, lines } = yield* start()
      const controller = new AbortController()
      const waiting = yield* Effect.forkChild(fetch("GET", "/never", undefined, { signal: controller.signal }))
      yield* Effect.yieldNow
      controller.abort()
      yield* Fiber.await(waiting)
      assert.deepStrictEqual(lines.map(({ annotations, level }) => [level, annotations.status]), [["INFO", 499]])
    }))
})

describe("CurrentRequest", () => {
  it.effect("adds headers to the response", () =>
    Effect.gen(function*() {
      const fetch = yield* inProcess(Layer.merge(
        HttpRouter.add(
          "GET",
          "/",
          Effect.gen(function*() {
            const current = yield* Effect.serviceOption(CurrentRequest)
            if (current._tag === "Some") current.value.headers["ratelimit-remaining"] = "3"
            return yield* Effect.die(new Error("late"))
          })
        ),
        Layer.provide(requestBoundary.layer, boundaryServices)
      ))
      assert.strictEqual((yield* fetch("GET", "/")).headers.get("ratelimit-remaining"), "3")
    }))
})
