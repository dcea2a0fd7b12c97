import { assert, describe, it, layer } from "@effect/vitest"
import { Readiness } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import * as health from "../../src/platform/health.ts"
import * as requestBoundary from "../../src/platform/requestBoundary.ts"
import { boundaryServices } from "../support/boundaryServices.ts"
import { inProcess } from "../support/inProcess.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

layer(TestPlatform.layer)("routes beside the operations", (it) => {
  it.effect("serve the OpenAPI document without a credential", () =>
    Effect.gen(function*() {
      const { fetch } = yield* TestPlatform
      const { body, headers, status } = yield* fetch("GET", "/v1/openapi.json")
      assert.deepStrictEqual([status, body.openapi, headers.get("content-type")], [200, "3.1.0", "application/json"])
      assert.isDefined(body.paths["/v1/events"])
    }))

  it.effect("serve a reference page that needs no other host", () =>
    Effect.gen(function*() {
      const { fetch } = yield* TestPlatform
      const { body, headers, status } = yield* fetch("GET", "/docs")
      assert.strictEqual(status, 200)
      assert.include(headers.get("content-type") ?? "", "text/html")
      const [head = ""] = String(body).split("<script>", 1)
      assert.notMatch(head, /(?:src|href)=/)
      assert.include(body, "createApiReference")
      assert.include(body, "listEvents")
    }))

  it.effect("report that the process runs and that its storage is reachable", () =>
    Effect.gen(function*() {
      const { fetch } = yield* TestPlatform
      for (const path of ["/health/live", "/health/ready"]) {
        const { body, status } = yield* fetch("GET", path)
        assert.deepStrictEqual([status, body], [200, { status: "ok" }])
      }
    }))

  it.effect("show the metrics of the requests", () =>
    Effect.gen(function*() {
      const { fetch } = yield* TestPlatform
      yield* fetch("GET", "/v1/events")
      const { body, headers } = yield* fetch("GET", "/metrics")
      assert.include(headers.get("content-type") ?? "", "text/plain; version=0.0.4")
      assert.include(body, `http_requests_total{method="GET",route="/v1/events",status="401"}`)
    }))

  it.effect("tolerate a slash at the end of a path", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const mine = yield* key(yield* organization())
      assert.strictEqual((yield* fetch("GET", "/v1/tlds/?tlds=de", undefined, { key: mine })).status, 200)
      assert.strictEqual((yield* fetch("GET", "/v1/events/", undefined, { key: mine })).status, 200)
    }))

  it.effect("accept names of the maximum length", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const mine = yield* key(yield* organization())
      const name = `${`${"a".repeat(60)}.`.repeat(4)}example`
      const { body } = yield* fetch("GET", `/v1/tlds/${name}`, undefined, { key: mine })
      assert.strictEqual(body.code, "ERROR_TLD_NOT_FOUND")
    }))

  it.effect("answer HEAD as GET without the body", () =>
    Effect.gen(function*() {
      const { fetch } = yield* TestPlatform
      const { body, status } = yield* fetch("HEAD", "/health/live")
      assert.deepStrictEqual([status, body], [200, undefined])
    }))
})

describe("readiness", () => {
  it.effect("503: while the storage is unreachable", () =>
    Effect.gen(function*() {
      const away = Layer.succeed(Readiness, { check: Effect.succeed(false) })
      const fetch = yield* inProcess(
        Layer.merge(health.layer, Layer.provide(requestBoundary.layer, boundaryServices)).pipe(Layer.provide(away))
      )
      const { body, headers, status } = yield* fetch("GET", "/health/ready")
      assert.deepStrictEqual([status, body.code, headers.get("retry-after")], [503, "ERROR_SERVICE_UNAVAILABLE", "5"])
      assert.strictEqual((yield* fetch("GET", "/health/live")).status, 200)
    }))
})
