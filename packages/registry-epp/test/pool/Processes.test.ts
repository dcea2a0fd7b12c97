import { assert, describe, it } from "@effect/vitest"
import { RegistrySessionSlots } from "@namewright/core/registry"
import { Clock, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { greeting, type Received, scriptedServer } from "../ScriptedServer.ts"
import { info, passQuietly, PoolLog, testPool, withSlots } from "./TestPool.ts"

/** Slots of a storage that is away as long as `isAway`. */
const unreliableSlots = (isAway: () => boolean) =>
  Layer.effect(
    RegistrySessionSlots,
    Effect.gen(function*() {
      const slots = yield* RegistrySessionSlots
      const orAway = <A>(effect: Effect.Effect<A>) =>
        Effect.suspend(() => isAway() ? Effect.die(new Error("The storage is away")) : effect)
      return RegistrySessionSlots.of({
        acquire: (claim) => orAway(slots.acquire(claim)),
        renew: (claim) => orAway(slots.renew(claim)),
        release: (slot, from) => orAway(slots.release(slot, from)),
        releaseEnded: (account, from) => orAway(slots.releaseEnded(account, from))
      })
    })
  ).pipe(Layer.provide(RegistrySessionSlots.layerLocal))

describe("several pools of one account", () => {
  it.effect("have no more sessions together than the registry allows, and share them", () =>
    withSlots(Effect.gen(function*() {
      const unanswered: Array<Received> = []
      let isHolding = true
      let most = 0
      const server = yield* scriptedServer({
        on: (received) => {
          most = Math.max(most, server.connections().open)
          return isHolding && received.command._tag === "DomainInfo" && unanswered.push(received) > 0
        }
      })
      const options = {
        limits: { sessions: 4, waiting: 5000, wait: "1 hour" },
        timeouts: { query: "1 hour" }
      } as const
      const pools = [yield* testPool(server, options), yield* testPool(server, options)] as const
      const work = (pool: typeof pools[number], count: number) =>
        Effect.forkChild(
          Effect.forEach(Array.from({ length: count }), () => pool.query(info("a.example")), {
            concurrency: "unbounded",
            discard: true
          })
        )
      const sessions = Effect.map(
        Effect.forEach(pools, ({ state }) => state),
        (states) => states.map(({ sessions }) => sessions.length)
      )
      const answerAll = () => unanswered.splice(0).forEach(({ answer }) => answer(1000))
      yield* server.untilReceived("Login", 2)
      const first = yield* work(pools[0], 3000)
      yield* server.until(() => unanswered.length === 3)
      const second = yield* work(pools[1], 3000)
      yield* server.until(() => unanswered.length === 4)
      assert.deepStrictEqual(yield* sessions, [3, 1])
      // The second requests a slot, which the first releases at its next renewal, after the response to its command.
      yield* TestClock.adjust("30 seconds")
      answerAll()
      yield* server.untilClosed(1)
      yield* TestClock.adjust("5 seconds")
      yield* server.until(() => unanswered.length === 4)
      assert.deepStrictEqual(yield* sessions, [2, 2])
      isHolding = false
      answerAll()
      yield* Fiber.join(first)
      yield* Fiber.join(second)
      assert.isAtMost(most, 4)
    })))

  it.effect("release the only session to a process with commands", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer()
      const limits = { sessions: 1, wait: "10 minutes" } as const
      const idle = yield* testPool(server, { limits })
      yield* idle.query(info("a.example"))
      const busy = yield* testPool(server, { limits })
      const asked = yield* Effect.forkChild(busy.query(info("b.example")))
      yield* TestClock.adjust("30 seconds")
      yield* server.untilClosed(1)
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(asked)).results[0].code, 1000)
      assert.strictEqual((yield* idle.state).sessions.length, 0)
      assert.strictEqual(server.of("Logout").length, 1)
      // The one that has nothing to do does not ask for it back.
      yield* passQuietly(120, idle, busy)
      assert.strictEqual((yield* busy.state).sessions.length, 1)
      assert.strictEqual(server.of("Login").length, 2)
    })))

  it.effect("release a session that was requested during its login", () =>
    withSlots(Effect.gen(function*() {
      const unanswered: Array<Received> = []
      const server = yield* scriptedServer({
        on: (received) =>
          received.command._tag === "Login" && received.connection === 1 && unanswered.push(received) > 0
      })
      const options = { limits: { sessions: 1, wait: "10 minutes" }, timeouts: { login: "5 minutes" } } as const
      const slow = yield* testPool(server, options)
      yield* server.until(() => unanswered.length === 1)
      const other = yield* testPool(server, options)
      const asked = yield* Effect.forkChild(other.query(info("a.example")))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(server.connections().all, 1)
      unanswered[0]?.answer(1000)
      yield* server.untilClosed(1)
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(asked)).results[0].code, 1000)
      assert.deepStrictEqual(
        server.received.map(({ command, connection }) => `${connection} ${command._tag}`),
        ["1 Login", "1 Logout", "2 Login", "2 DomainInfo"]
      )
      assert.strictEqual((yield* slow.state).sessions.length, 0)
    })))

  it.effect("release a session that was requested during its keep-alive, after the response", () =>
    withSlots(Effect.gen(function*() {
      const unanswered: Array<Received> = []
      const server = yield* scriptedServer({
        on: (received) => received.command._tag === "Hello" && unanswered.push(received) > 0
      })
      const options = { limits: { sessions: 1, wait: "10 minutes" }, timeouts: { query: "10 minutes" } } as const
      const idle = yield* testPool(server, options)
      yield* idle.query(info("a.example"))
      yield* TestClock.adjust("1 minute")
      yield* server.until(() => unanswered.length === 1)
      const other = yield* testPool(server, options)
      const asked = yield* Effect.forkChild(other.query(info("b.example")))
      yield* TestClock.adjust("31 seconds")
      assert.strictEqual(server.of("Logout").length, 0)
      unanswered[0]?.peer.send(greeting)
      yield* server.untilClosed(1)
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(asked)).results[0].code, 1000)
    })))

  it.effect("do not spend what another has sent in the same minute", () =>
    withSlots(Effect.gen(function*() {
      const clock = yield* Clock.Clock
      const server = yield* scriptedServer({ now: () => clock.currentTimeMillisUnsafe() })
      const limits = { sessions: 1, commandsPerMinute: 10, wait: "10 minutes" } as const
      const scope = yield* Scope.make()
      const before = yield* Scope.provide(testPool(server, { limits }), scope)
      for (let count = 0; count < 8; count++) yield* before.query(info("a.example"))
      yield* Scope.close(scope, Exit.void)
      assert.strictEqual(server.of("Logout").length, 1)
      const after = yield* testPool(server, { limits })
      const asked = yield* Effect.forkChild(after.query(info("b.example")))
      yield* TestClock.adjust("59 seconds")
      assert.strictEqual(server.of("Login").length, 1)
      yield* TestClock.adjust("6 seconds")
      yield* Fiber.join(asked)
      assert.deepStrictEqual(server.of("Login").map(({ at }) => at / 1000), [0, 65])
      assert.strictEqual(server.of("Login").length, 2)
    })))

  it.effect("give a session up when it cannot be said for two minutes that it is theirs", () => {
    let isAway = false
    return Effect.gen(function*() {
      const server = yield* scriptedServer()
      const pool = yield* testPool(server, { limits: { wait: "10 minutes" } })
      yield* pool.query(info("a.example"))
      isAway = true
      yield* passQuietly(90, pool)
      yield* pool.query(info("b.example"))
      assert.strictEqual(server.connections().all, 1)
      yield* passQuietly(31, pool)
      yield* server.untilClosed(1)
      const waiting = yield* Effect.forkChild(pool.query(info("c.example")))
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(server.connections().all, 1)
      isAway = false
      // The slot, whose release was not stored, is released at the next heartbeat, and free a minute later.
      yield* TestClock.adjust("95 seconds")
      assert.strictEqual((yield* Fiber.join(waiting)).results[0].code, 1000)
    }).pipe(
      Effect.scoped,
      Effect.provide(Layer.merge(unreliableSlots(() => isAway), PoolLog.layer), { local: true })
    )
  })

  it.effect("give up a login if its slot cannot be confirmed for two minutes", () => {
    let isAway = false
    return Effect.gen(function*() {
      const server = yield* scriptedServer({ on: ({ command }) => command._tag === "Login" })
      const pool = yield* testPool(server, { limits: { wait: "10 minutes" }, timeouts: { login: "10 minutes" } })
      yield* server.untilReceived("Login", 1)
      isAway = true
      yield* TestClock.adjust("90 seconds")
      assert.strictEqual(server.connections().open, 1)
      yield* TestClock.adjust("31 seconds")
      yield* server.until(() => server.connections().open === 0)
      assert.deepInclude(yield* pool.state, { sessions: [], circuit: "closed", problem: undefined })
    }).pipe(
      Effect.scoped,
      Effect.provide(Layer.merge(unreliableSlots(() => isAway), PoolLog.layer), { local: true })
    )
  })
})
