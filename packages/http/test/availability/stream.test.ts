import { assert, describe, it, layer } from "@effect/vitest"
import { type Registry, RegistryRouter, RegistrySimulator } from "@namewright/core/registry"
import { Context, Deferred, Effect, Fiber, Layer, Logger, ManagedRuntime, Option } from "effect"
import { HttpServer } from "effect/http"
import { TestClock } from "effect/testing"
import { createServer, get, type IncomingMessage } from "node:http"
import { serve } from "../../src/serve.ts"
import { toNodeHandler } from "../../src/toNodeHandler.ts"
import { agentOf } from "../mcp/agent.ts"
import { AgentEndpoint } from "../mcp/AgentEndpoint.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

const path = "/v1/availability/stream"

/** Checks of `.org` wait for the test, and are counted. */
class HeldChecks extends Context.Service<HeldChecks, {
  readonly started: Deferred.Deferred<void>
  readonly open: Deferred.Deferred<void>
  readonly ended: Deferred.Deferred<void>
  readonly counts: { started: number; interrupted: number }
}>()("@namewright/http/test/HeldChecks") {}

const held = () => {
  const [started, open, ended] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
  const counts = { started: 0, interrupted: 0 }
  const waiting = (registry: Registry): Registry => ({
    ...registry,
    capabilities: { ...registry.capabilities, names_per_check: 1 },
    checkDomains: (names) =>
      names.some((name) => name.endsWith(".org"))
        ? Effect.suspend(() => {
          counts.started++
          Deferred.doneUnsafe(started, Effect.void)
          return Effect.andThen(Deferred.await(open), registry.checkDomains(names))
        }).pipe(Effect.onInterrupt(() =>
          Effect.sync(() => {
            counts.interrupted++
            Deferred.doneUnsafe(ended, Effect.void)
          })
        ))
        : registry.checkDomains(names)
  })
  const registries = Layer.effect(
    RegistryRouter,
    Effect.map(RegistryRouter, (router) => ({
      ...router,
      find: (backend: string) => Option.map(router.find(backend), waiting)
    }))
  ).pipe(Layer.provide(RegistrySimulator.layerRouter()))
  return TestPlatform.layerWith({}, { registries, availability: { time_limit: "1 minute" } }).pipe(
    Layer.provideMerge(Layer.succeed(HeldChecks, { started, open, ended, counts }))
  )
}

const eventsOf = (text: string): ReadonlyArray<string> => text.split("\n\n").slice(0, -1)

const rate = { perSecond: 100, burst: 100 }
const limited = TestPlatform.layerWith({
  rateLimits: { read: rate, write: rate, tokens: rate, names: { perSecond: 10, burst: 20 } }
})

layer(limited)("/v1/availability/stream", (it) => {
  it.effect("200: a message for each name, then the event done", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const mine = yield* key(yield* organization(), [])
      const domains = ["free.com", "taken-a.org", "-.com"]
      const query = domains.map((name) => `domains=${name}`).join("&")
      for (
        const [method, url, body, remaining] of [["POST", path, { domains }, "17"], [
          "GET",
          `${path}?${query}`,
          undefined,
          "14"
        ]] as const
      ) {
        const { bytes, headers, status } = yield* fetch(method, url, body, { key: mine })
        assert.strictEqual(status, 200)
        const wanted = {
          "content-type": "text/event-stream",
          "cache-control": "no-store",
          "x-accel-buffering": "no",
          "ratelimit-remaining": remaining
        }
        for (const [name, value] of Object.entries(wanted)) assert.strictEqual(headers.get(name), value, name)
        const events = eventsOf(new TextDecoder().decode(bytes))
        assert.strictEqual(events.at(-1), `event: done\ndata: {"total":3,"processing_time_ms":0}`)
        const statuses = events.slice(0, -1).map((event) => JSON.parse(event.replace(/^data: /, "")))
        assert.sameMembers(statuses.map(({ domain, status: found }) => `${domain} ${found}`), [
          "free.com available",
          "taken-a.org unavailable",
          "-.com error"
        ])
      }
    }))

  it.effect("422 and 429 are ordinary problems", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const mine = yield* key(yield* organization())
      const problem = Effect.fnUntraced(function*(body: unknown) {
        const answer = yield* fetch("POST", path, body, { key: mine })
        assert.strictEqual(answer.headers.get("content-type"), "application/problem+json")
        return [answer.status, answer.body.errors?.[0].type ?? answer.body.code, answer.body.errors?.[0].loc]
      })
      assert.deepStrictEqual(yield* problem({ domains: [] }), [422, "too_short", ["body", "domains"]])
      assert.deepStrictEqual(yield* problem({ domains: Array(1001).fill("a.com") }), [
        422,
        "too_long",
        ["body", "domains"]
      ])
      assert.deepStrictEqual(yield* problem({}), [422, "missing", ["body", "domains"]])
      const twenty = { domains: Array(20).fill("a.com") }
      assert.strictEqual((yield* fetch("POST", path, twenty, { key: mine })).status, 200)
      assert.deepStrictEqual(yield* problem(twenty), [429, "ERROR_RATE_LIMITED", undefined])
    }))
})

describe("the names in a query", () => {
  it.live("can be 1,000 with labels of 63 octets, in the program's server", () =>
    Effect.gen(function*() {
      const context = yield* Layer.build(
        serve({ host: "127.0.0.1", port: 0, http: { requestLog: false } }).pipe(
          Layer.provideMerge(TestPlatform.layer),
          Layer.provide(Logger.layer([]))
        )
      )
      const { key, organization } = Context.get(context, TestPlatform)
      const mine = yield* key(yield* organization())
      const url = HttpServer.formatAddress(Context.get(context, HttpServer.HttpServer).address)
      const query = Array.from({ length: 1000 }, (_, index) => `domains=${String(index).padStart(63, "a")}.com`)
      const text = yield* Effect.promise(async () => {
        const response = await fetch(`${url}${path}?${query.join("&")}`, { headers: { "x-api-key": mine } })
        return response.text()
      })
      const [done = "", ...statuses] = eventsOf(text).toReversed()
      assert.match(done, /^event: done\ndata: \{"total":1000,/)
      assert.strictEqual(statuses.filter((event) => event.endsWith(`"status":"available"}`)).length, 1000)
    }).pipe(Effect.scoped))
})

describe("a stream with a registry that takes its time", () => {
  layer(held())((it) => {
    it.effect("has a comment every 15 seconds until it is done", () =>
      Effect.gen(function*() {
        const { fetch, key, organization } = yield* TestPlatform
        const { open, started } = yield* HeldChecks
        const mine = yield* key(yield* organization())
        const answer = yield* Effect.forkChild(fetch("POST", path, { domains: ["a.com", "other.org"] }, { key: mine }))
        yield* Deferred.await(started)
        yield* TestClock.adjust("31 seconds")
        yield* Deferred.succeed(open, undefined)
        const { bytes } = yield* Fiber.join(answer)
        assert.deepStrictEqual(eventsOf(new TextDecoder().decode(bytes)), [
          `data: {"domain":"a.com","status":"available"}`,
          ": keepalive",
          ": keepalive",
          `data: {"domain":"other.org","status":"available"}`,
          `event: done\ndata: {"total":2,"processing_time_ms":31000}`
        ])
      }))
  })

  layer(held())((it) => {
    it.effect("has its names unknown after the time limit, and those of others at once", () =>
      Effect.gen(function*() {
        const { fetch, key, organization } = yield* TestPlatform
        const { counts, started } = yield* HeldChecks
        const mine = yield* key(yield* organization())
        const domains = ["silent-a.org", "a.com", "silent-b.org", "b.net"]
        const answer = yield* Effect.forkChild(fetch("POST", path, { domains }, { key: mine }))
        yield* Deferred.await(started)
        yield* TestClock.adjust("1 minute")
        const { bytes, status } = yield* Fiber.join(answer)
        assert.strictEqual(status, 200)
        const events = eventsOf(new TextDecoder().decode(bytes)).filter((event) => event !== ": keepalive")
        assert.sameMembers(events.slice(0, 2), [
          `data: {"domain":"a.com","status":"available"}`,
          `data: {"domain":"b.net","status":"available"}`
        ])
        const unknown = events.slice(2, -1).map((event) => JSON.parse(event.replace(/^data: /, "")))
        assert.sameMembers(unknown.map(({ domain, status: found }) => `${domain} ${found}`), [
          "silent-a.org unknown",
          "silent-b.org unknown"
        ])
        assert.strictEqual(events.at(-1), `event: done\ndata: {"total":4,"processing_time_ms":60000}`)
        assert.strictEqual(counts.interrupted, counts.started)
      }))
  })

  it.live("ends its look-ups when the client disconnects", () =>
    Effect.gen(function*() {
      const runtime = ManagedRuntime.make(held())
      yield* Effect.addFinalizer(() => runtime.disposeEffect)
      const run = <A>(work: Effect.Effect<A, never, HeldChecks | TestPlatform>) =>
        Effect.promise(() => runtime.runPromise(work))
      const key = yield* run(
        Effect.flatMap(TestPlatform, (platform) => Effect.flatMap(platform.organization(), platform.key))
      )
      const { counts, ended, started } = yield* run(HeldChecks.use((checks) => Effect.succeed(checks)))
      const server = createServer(toNodeHandler({ runtime }, { requestLog: false }))
      yield* Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)))
      yield* Effect.addFinalizer(() =>
        Effect.promise(() => new Promise<void>((resolve) => server.close(() => resolve())))
      )
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      const query = ["a.com", ...Array.from({ length: 50 }, (_, index) => `b-${index}.org`)]
        .map((name) => `domains=${name}`).join("&")
      const response = yield* Effect.promise(() =>
        new Promise<IncomingMessage>((resolve, reject) => {
          get({ port, host: "127.0.0.1", path: `${path}?${query}`, headers: { "x-api-key": key } }, resolve)
            .on("error", reject)
        })
      )
      const first = yield* Effect.promise(() =>
        new Promise<string>((resolve) => response.once("data", (chunk) => resolve(String(chunk))))
      )
      assert.strictEqual(first, `data: {"domain":"a.com","status":"available"}\n\n`, "it is sent before the others")
      yield* Deferred.await(started)
      response.on("error", () => {})
      response.destroy()
      yield* Deferred.await(ended)
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      assert.deepStrictEqual(counts, { started: 4, interrupted: 4 })
    }).pipe(Effect.scoped))
})

layer(AgentEndpoint.layer)("an agent", (it) => {
  it.effect("calls the stream without approval, and receives the collected statuses", () =>
    Effect.gen(function*() {
      const agent = yield* agentOf({ rights: [] })
      const domains = ["free.com", "taken-a.com"]
      for (
        const input of [{ operationId: "streamAvailability", body: { domains } }, {
          operationId: "streamAvailabilityOfQuery",
          query: { domains }
        }]
      ) {
        const { data, httpStatus, status } = yield* agent.content("call_operation", input)
        assert.deepStrictEqual([status, httpStatus], ["ok", 200])
        assert.deepStrictEqual(data.results, [
          { domain: "free.com", status: "available" },
          { domain: "taken-a.com", status: "unavailable" }
        ])
        assert.strictEqual(data.done.total, 2)
      }
      const many = { operationId: "streamAvailability", body: { domains: Array(1001).fill("a.com") } }
      assert.strictEqual((yield* agent.content("call_operation", many)).httpStatus, 422)
    }))
})
