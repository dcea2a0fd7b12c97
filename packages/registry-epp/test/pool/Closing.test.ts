import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { type Received, scriptedServer } from "../ScriptedServer.ts"
import { info, renew, testPool, withSlots } from "./TestPool.ts"

/** A server that holds back its answers to commands about domains. */
const unansweringServer = Effect.fnUntraced(function*() {
  const unanswered: Array<Received> = []
  const server = yield* scriptedServer({
    on: (received) => received.command._tag.startsWith("Domain") && unanswered.push(received) > 0
  })
  return { unanswered, server }
})

describe("closing a pool", () => {
  it.effect("takes no more commands, lets those end that are there, and logs out", () =>
    withSlots(Effect.gen(function*() {
      const { unanswered, server } = yield* unansweringServer()
      const scope = yield* Scope.make()
      const pool = yield* Scope.provide(testPool(server), scope)
      const pending = yield* Effect.forkChild(pool.transform(renew("a.example"), "command-1"))
      const waiting = yield* Effect.forkChild(pool.transform(renew("b.example"), "command-2"))
      yield* server.until(() => unanswered.length === 1)
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* Effect.yieldNow
      assert.deepInclude(yield* Effect.flip(pool.query(info("c.example"))), { _tag: "EppNotSent", reason: "stopped" })
      unanswered[0]?.answer(1000)
      yield* server.until(() => unanswered.length === 2)
      unanswered[1]?.answer(1000)
      yield* Fiber.join(closing)
      assert.strictEqual((yield* Fiber.join(pending)).results[0].code, 1000)
      assert.strictEqual((yield* Fiber.join(waiting)).results[0].code, 1000)
      assert.strictEqual(server.of("Logout").length, 1)
      yield* server.until(() => server.connections().open === 0)
    })))

  it.effect("takes ten seconds at most: what is under way is lost, what waits was never sent", () =>
    withSlots(Effect.gen(function*() {
      const { unanswered, server } = yield* unansweringServer()
      const scope = yield* Scope.make()
      const pool = yield* Scope.provide(testPool(server), scope)
      const pending = yield* Effect.forkChild(Effect.flip(pool.transform(renew("a.example"), "command-1")))
      const waiting = yield* Effect.forkChild(Effect.flip(pool.transform(renew("b.example"), "command-2")))
      yield* server.until(() => unanswered.length === 1)
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* Effect.yieldNow
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(closing)
      assert.deepInclude(yield* Fiber.join(pending), { _tag: "EppAnswerLost", clTRID: "command-1" })
      assert.deepInclude(yield* Fiber.join(waiting), { _tag: "EppNotSent", reason: "stopped" })
      assert.strictEqual(unanswered.length, 1)
      yield* server.until(() => server.connections().open === 0)
    })))

  it.effect("does not wait for a server that answers no logout", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer({ on: ({ command }) => command._tag === "Logout" })
      const scope = yield* Scope.make()
      const pool = yield* Scope.provide(testPool(server), scope)
      yield* pool.query(info("a.example"))
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* server.untilReceived("Logout", 1)
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(closing)
      yield* server.until(() => server.connections().open === 0)
    })))

  it.effect("gives up a login that is under way", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer({ on: ({ command }) => command._tag === "Login" })
      const scope = yield* Scope.make()
      yield* Scope.provide(testPool(server), scope)
      yield* server.untilReceived("Login", 1)
      yield* Scope.close(scope, Exit.void)
      yield* server.until(() => server.connections().open === 0)
    })))

  it.effect("leaves its sessions to others", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer()
      yield* Effect.scoped(Effect.gen(function*() {
        const pool = yield* testPool(server)
        yield* pool.query(info("a.example"))
      }))
      const next = yield* testPool(server)
      yield* next.query(info("a.example"))
      assert.strictEqual(server.connections().all, 2)
    })))
})
