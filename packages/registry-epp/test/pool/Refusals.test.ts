import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Redacted, Ref } from "effect"
import { TestClock } from "effect/testing"
import { type Received, type ScriptedServer, scriptedServer } from "../ScriptedServer.ts"
import { info, renew, testPool, untilLogged, withSlots } from "./TestPool.ts"

/** Answers logins in its own way, as long as `isOn`. */
const loginsAnswered =
  (code: number, message: string, isOn: () => boolean = () => true) => ({ answer, command, peer }: Received) => {
    if (command._tag !== "Login" || !isOn()) return false
    answer(code, message)
    peer.socket.end()
    return true
  }

const logins = (server: ScriptedServer) => server.of("Login").length

describe("a pool that the registry does not let in", () => {
  it.effect("tries a refused login once more after a minute, and then not for hours", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer({ on: loginsAnswered(2200, "Authentication error") })
      const pool = yield* testPool(server, { limits: { sessions: 4 } })
      yield* untilLogged("Login refused", 1)
      const storm = yield* Effect.forEach(
        Array.from({ length: 100 }, (_, index) => `${index}.example`),
        (name) => Effect.flip(pool.query(info(name))),
        { concurrency: "unbounded" }
      )
      for (const failure of storm) assert.deepInclude(failure, { _tag: "EppNotSent", reason: "refused" })
      assert.strictEqual(logins(server), 1)
      yield* TestClock.adjust("1 minute")
      yield* untilLogged("Login refused", 2)
      for (let minute = 0; minute < 300; minute += 10) {
        yield* TestClock.adjust("10 minutes")
        assert.deepInclude(yield* Effect.flip(pool.transform(renew("a.example"), "command-1")), { reason: "refused" })
      }
      assert.strictEqual(logins(server), 2)
      assert.deepInclude(yield* pool.state, { circuit: "open", problem: "Login refused: 2200 Authentication error" })
    })))

  it.effect("logs in again as soon as the password is another one", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer({
        on: (received) => {
          const isWrong = received.command._tag === "Login" && received.command.password !== "the right one"
          return isWrong && loginsAnswered(2200, "Authentication error")(received)
        }
      })
      const stored = yield* Ref.make("the wrong one")
      const read = Effect.map(Ref.get(stored), (text) => ({ clientId: "registrar", password: Redacted.make(text) }))
      const pool = yield* testPool(server, {
        credentials: { read, propose: () => Effect.void, promote: Effect.void, withdraw: Effect.void }
      })
      yield* untilLogged("Login refused", 1)
      yield* TestClock.adjust("1 minute")
      yield* untilLogged("Login refused", 2)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(logins(server), 2)
      yield* Ref.set(stored, "the right one")
      // The stored password is looked at twice a minute.
      yield* TestClock.adjust("30 seconds")
      yield* server.untilReceived("Login", 3)
      yield* pool.query(info("a.example"))
      assert.strictEqual(logins(server), 3)
    })))

  it.effect("does not try a second time where the server has ended the session for the login", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer({
        on: loginsAnswered(2501, "Authentication error; server closing connection")
      })
      const pool = yield* testPool(server)
      yield* untilLogged("Login refused", 1)
      yield* TestClock.adjust("5 hours")
      assert.deepInclude(yield* Effect.flip(pool.query(info("a.example"))), { reason: "refused" })
      assert.strictEqual(logins(server), 1)
    })))

  it.effect("works on in the sessions that it has when there may be no more, and grows again later", () =>
    withSlots(Effect.gen(function*() {
      const unanswered: Array<Received> = []
      let isHolding = true
      let most = 2
      const server: ScriptedServer = yield* scriptedServer({
        on: (received) => {
          if (received.command._tag === "DomainInfo") return isHolding && unanswered.push(received) > 0
          return loginsAnswered(2502, "Session limit exceeded", () => server.connections().open > most)(received)
        }
      })
      const pool = yield* testPool(server, { limits: { sessions: 4, wait: "1 hour" }, timeouts: { query: "1 hour" } })
      const names = Array.from({ length: 20 }, (_, index) => `${index}.example`)
      const all = yield* Effect.forkChild(
        Effect.forEach(names, (name) => pool.query(info(name)), { concurrency: "unbounded", discard: true })
      )
      yield* server.until(() => logins(server) === 3 && server.connections().open === 2)
      for (let round = 0; round < 5; round++) {
        yield* server.until(() => unanswered.length === 2)
        unanswered.splice(0).forEach(({ answer }) => answer(1000))
      }
      assert.strictEqual(logins(server), 3)
      yield* server.until(() => unanswered.length === 2)
      most = 4
      yield* TestClock.adjust("5 minutes")
      yield* server.until(() => unanswered.length === 2)
      unanswered.splice(0).forEach(({ answer }) => answer(1000))
      yield* server.until(() => server.connections().open === 4 && logins(server) === 5)
      isHolding = false
      unanswered.splice(0).forEach(({ answer }) => answer(1000))
      yield* Fiber.join(all)
    })))

  it.effect("tries a registry that is away again and again, and fails commands at once after the third time", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer({ greeting: "none", onConnect: ({ socket }) => socket.destroy() })
      const pool = yield* testPool(server, { limits: { wait: "1 hour" } })
      const waiting = yield* Effect.forkChild(Effect.flip(pool.query(info("a.example"))))
      // Waits of 1, 2 and 4 seconds, each by up to a half longer.
      yield* untilLogged("No session with", 1)
      yield* TestClock.adjust("1500 millis")
      yield* untilLogged("No session with", 2)
      assert.isUndefined(waiting.pollUnsafe())
      yield* TestClock.adjust("3 seconds")
      assert.deepInclude(yield* Fiber.join(waiting), { _tag: "EppNotSent", reason: "unreachable" })
      assert.strictEqual(server.connections().all, 3)
      yield* TestClock.adjust("3999 millis")
      assert.deepInclude(yield* Effect.flip(pool.query(info("a.example"))), { reason: "unreachable" })
      assert.strictEqual(server.connections().all, 3)
      yield* TestClock.adjust("2001 millis")
      yield* server.untilConnected(4)
    })))

  it.effect("does not log in again and again where the server ends each session at once", () =>
    withSlots(Effect.gen(function*() {
      const clock = yield* Clock.Clock
      const server = yield* scriptedServer({
        now: () => clock.currentTimeMillisUnsafe(),
        on: ({ answer, command, peer }) => {
          if (command._tag !== "Login") return false
          answer(1000)
          peer.socket.end()
          return true
        }
      })
      yield* testPool(server)
      for (const [ended, seconds] of [1, 2, 4].entries()) {
        yield* untilLogged("with the registry ended", ended + 1)
        yield* TestClock.adjust(`${seconds} seconds`)
      }
      yield* untilLogged("with the registry ended", 4)
      assert.deepStrictEqual(server.of("Login").map(({ at }) => at / 1000), [0, 1, 3, 7])
    })))
})
