import { assert, describe, layer } from "@effect/vitest"
import { Idempotency, type RequestId, RequestIdentity } from "@namewright/core/access"
import { Processes, ProcessStore } from "@namewright/core/processes"
import { OperationInProgress } from "@namewright/core/registry"
import { CurrentActor, newOrganizationId, type OrganizationId, permissions, Timetable } from "@namewright/core/shared"
import { Deferred, Effect, Fiber, Layer, Option, Queue, Ref, Schema } from "effect"
import { HttpServer, HttpServerRequest } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import * as requestBoundary from "../../src/platform/requestBoundary.ts"
import { Authentication } from "../../src/shared/Authentication.ts"
import * as Idempotent from "../../src/shared/Idempotent.ts"
import { problems, toProblem } from "../../src/shared/Problem.ts"
import * as RequestValidation from "../../src/shared/RequestValidation.ts"
import { boundaryServices } from "../support/boundaryServices.ts"
import { inProcess } from "../support/inProcess.ts"

/** An operation that costs money. Its body selects its outcome. */
const Api = HttpApi.make("test").add(
  HttpApiGroup.make("orders").add(
    HttpApiEndpoint.post("order", "/orders", {
      payload: Schema.Struct({
        outcome: Schema.String,
        note: Schema.optionalKey(Schema.Struct({ a: Schema.Int, b: Schema.Int }))
      }),
      success: Schema.Struct({ number: Schema.Int }).pipe(HttpApiSchema.status(201)),
      error: [problems.conflict, problems.forbidden, problems.unavailable]
    }).middleware(Idempotent.Idempotent)
  ).middleware(RequestValidation.RequestValidation).middleware(Authentication)
)

/** Caller of `X-Api-Key`: `organization/credential`. */
const authentication = Layer.succeed(
  Authentication,
  (handler) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) => {
      const [organization_id, id] = headers["x-api-key"]!.split("/") as [OrganizationId, string]
      return Effect.provideService(handler, CurrentActor, {
        principal: { type: "api_key", id },
        organization_id,
        parent_organization_id: null,
        organization_active: true,
        role: "admin",
        permissions: new Set(permissions)
      })
    })
)

const problem = <const S extends number>(status: S) => ({ type: "test", title: "Test", status, code: "ERROR_TEST" })

const start = Effect.gen(function*() {
  const orders = yield* Ref.make(0)
  const identities = yield* Ref.make<ReadonlyArray<Option.Option<RequestId>>>([])
  const arrivals = yield* Queue.unbounded<void>()
  const gate = yield* Deferred.make<void>()
  const handlers = HttpApiBuilder.group(Api, "orders", (handlers) =>
    handlers.handleAll({
      order: ({ payload: { outcome } }) =>
        Effect.gen(function*() {
          const number = yield* Ref.updateAndGet(orders, (n) => n + 1)
          const identity = yield* RequestIdentity
          yield* Ref.update(identities, (all) => [...all, identity])
          switch (outcome) {
            case "slow":
              yield* Queue.offer(arrivals, undefined)
              yield* Deferred.await(gate)
              return { number }
            case "conflict":
              return yield* Effect.fail({ ...problem(409), number })
            case "forbidden":
              return yield* Effect.fail(problem(403))
            case "busy":
              return yield* Effect.fail(toProblem(new OperationInProgress({ object_name: "busy.com" })))
            case "away, then forbidden":
              return yield* Effect.fail(problem(number === 1 ? 503 : 403))
            case "away":
              return yield* Effect.fail(problem(503))
            case "defect":
              return yield* Effect.die("out of order")
            default:
              return { number }
          }
        })
    }))
  const fetch = yield* inProcess(
    HttpApiBuilder.layer(Api).pipe(
      Layer.provide(handlers),
      Layer.provide([authentication, Idempotent.layer, RequestValidation.layer]),
      Layer.merge(Layer.provide(requestBoundary.layer, boundaryServices)),
      Layer.provide(HttpServer.layerServices)
    )
  )
  const organization = yield* newOrganizationId
  const order = (
    outcome: string,
    options: { readonly key?: string; readonly body?: unknown; readonly by?: string } = {}
  ) =>
    fetch("POST", "/orders", options.body ?? { outcome }, {
      key: options.by ?? `${organization}/one`,
      headers: options.key === undefined ? {} : { "idempotency-key": options.key }
    })
  return { order, orders, identities, arrivals, gate, organization }
})

const storage = Idempotency.layer.pipe(
  Layer.provideMerge(Layer.merge(Timetable.layer, Processes.layer)),
  Layer.provideMerge(memoryDatabase())
)

layer(storage)("Idempotent", (it) => {
  it.effect("carries out every request without a key", () =>
    Effect.gen(function*() {
      const { identities, order } = yield* start
      assert.deepStrictEqual([(yield* order("fine")).body, (yield* order("fine")).body], [{ number: 1 }, { number: 2 }])
      assert.deepStrictEqual(yield* Ref.get(identities), [Option.none(), Option.none()])
    }))

  it.effect("carries out the same request with the same key once, and repeats its response", () =>
    Effect.gen(function*() {
      const { order, orders } = yield* start
      const first = yield* order("fine", { key: "k" })
      const again = yield* order("", { key: "k", body: ` { "outcome" : "fine" } ` })
      assert.deepStrictEqual([again.status, again.body], [201, { number: 1 }])
      assert.deepStrictEqual(
        [first.headers.get("idempotency-replayed"), again.headers.get("idempotency-replayed")],
        [null, "true"]
      )
      assert.strictEqual(again.headers.get("content-type"), first.headers.get("content-type"))
      assert.notStrictEqual(again.headers.get("x-request-id"), first.headers.get("x-request-id"))
      assert.strictEqual(yield* Ref.get(orders), 1)
    }))

  it.effect("ignores the order of members", () =>
    Effect.gen(function*() {
      const { order } = yield* start
      yield* order("", { key: "k", body: `{"outcome":"fine","note":{"a":1,"b":2}}` })
      const again = yield* order("", { key: "k", body: `{"note":{"b":2,"a":1},"outcome":"fine"}` })
      assert.deepStrictEqual(again.body, { number: 1 })
    }))

  it.effect("repeats refusals of the operation", () =>
    Effect.gen(function*() {
      const { order, orders } = yield* start
      const first = yield* order("conflict", { key: "k" })
      const again = yield* order("conflict", { key: "k" })
      assert.deepStrictEqual([again.status, again.body, again.headers.get("content-type")], [
        409,
        first.body,
        "application/problem+json"
      ])
      assert.strictEqual(yield* Ref.get(orders), 1)
    }))

  describe("409", () => {
    it.effect("for another request with the same key", () =>
      Effect.gen(function*() {
        const { order, organization } = yield* start
        yield* order("fine", { key: "k" })
        const other = yield* order("other", { key: "k" })
        assert.deepStrictEqual([other.status, other.body.code], [409, "ERROR_IDEMPOTENCY_KEY_REUSED"])
        const stranger = yield* order("fine", { key: "k", by: `${organization}/two` })
        assert.deepStrictEqual([stranger.status, stranger.body.code], [409, "ERROR_IDEMPOTENCY_KEY_REUSED"])
      }))

    it.effect("for a request that is being carried out", () =>
      Effect.gen(function*() {
        const { arrivals, gate, order } = yield* start
        const running = yield* Effect.forkChild(order("slow", { key: "k" }))
        yield* Queue.take(arrivals)
        const early = yield* order("slow", { key: "k" })
        assert.deepStrictEqual(
          [early.status, early.body.code, early.headers.get("retry-after")],
          [409, "ERROR_REQUEST_IN_PROGRESS", "1"]
        )
        yield* Deferred.succeed(gate, undefined)
        assert.strictEqual((yield* Fiber.join(running)).status, 201)
        assert.deepStrictEqual((yield* order("slow", { key: "k" })).body, { number: 1 })
      }))
  })

  it.effect("repeats a request that was lost in a crash", () =>
    Effect.gen(function*() {
      const { arrivals, gate, identities, order, orders } = yield* start
      yield* Effect.forkChild(order("slow", { key: "k" }))
      yield* Queue.take(arrivals)
      yield* (yield* ProcessStore).remove(yield* (yield* Processes).latest)
      const heir = yield* Effect.forkChild(order("slow", { key: "k" }))
      yield* Queue.take(arrivals)
      yield* Deferred.succeed(gate, undefined)
      assert.deepStrictEqual((yield* Fiber.join(heir)).body, { number: 2 })
      assert.deepStrictEqual((yield* order("slow", { key: "k" })).body, { number: 2 })
      assert.strictEqual(yield* Ref.get(orders), 2)
      const [first, second] = yield* Ref.get(identities)
      assert.deepStrictEqual(second, first)
    }))

  it.effect.each(["away", "defect", "busy"])(
    "repeats only the same request while its outcome is unknown: %s",
    (outcome) =>
      Effect.gen(function*() {
        const { identities, order } = yield* start
        yield* order(outcome, { key: "k" })
        yield* order(outcome, { key: "k" })
        const [first, second, ...others] = yield* Ref.get(identities)
        assert.isTrue(Option.isSome(first ?? Option.none()))
        assert.deepStrictEqual([second, others], [first, []])
        assert.strictEqual((yield* order("fine", { key: "k" })).body.code, "ERROR_IDEMPOTENCY_KEY_REUSED")
      })
  )

  it.effect("keeps the hash of a request whose later attempt is refused", () =>
    Effect.gen(function*() {
      const { identities, order } = yield* start
      for (const _ of [1, 2, 3]) yield* order("away, then forbidden", { key: "k" })
      const [first, ...others] = yield* Ref.get(identities)
      assert.isTrue(Option.isSome(first ?? Option.none()))
      assert.deepStrictEqual(others, [first, first])
    }))

  it.effect("releases the key if the caller is refused", () =>
    Effect.gen(function*() {
      const { identities, order } = yield* start
      yield* order("forbidden", { key: "k" })
      assert.strictEqual((yield* order("fine", { key: "k" })).status, 201)
      const [first, second] = yield* Ref.get(identities)
      assert.notDeepEqual(second, first)
    }))

  it.effect("accepts a corrected request after a refused one", () =>
    Effect.gen(function*() {
      const { order } = yield* start
      assert.strictEqual((yield* order("", { key: "k", body: { outcome: 1 } })).status, 422)
      assert.strictEqual((yield* order("fine", { key: "k" })).status, 201)
    }))

  it.effect("separates the keys of organizations", () =>
    Effect.gen(function*() {
      const { order, orders } = yield* start
      yield* order("fine", { key: "k" })
      yield* order("fine", { key: "k", by: `${yield* newOrganizationId}/one` })
      assert.strictEqual(yield* Ref.get(orders), 2)
    }))

  it.effect("releases keys after a day", () =>
    Effect.gen(function*() {
      const { order, orders } = yield* start
      yield* order("fine", { key: "k" })
      yield* TestClock.adjust("24 hours")
      yield* order("fine", { key: "k" })
      assert.strictEqual(yield* Ref.get(orders), 2)
    }))

  it.effect.each(["", "ü", "k".repeat(256)])("422: refuses the key %j", (key) =>
    Effect.gen(function*() {
      const { order, orders } = yield* start
      const { body, status } = yield* order("fine", { key })
      assert.deepStrictEqual([status, body.errors[0].loc], [422, ["header", "idempotency-key"]])
      assert.strictEqual(yield* Ref.get(orders), 0)
    }))
})
