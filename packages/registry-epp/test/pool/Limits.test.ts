import { assert, describe, it } from "@effect/vitest"
import { CommandLease } from "@namewright/core/registry"
import { CurrentActor, newOrganizationId, type OrganizationId, type Permission } from "@namewright/core/shared"
import { Clock, Effect, Fiber, Result } from "effect"
import { TestClock } from "effect/testing"
import { testSize } from "../../../../test/testSize.ts"
import { type Received, scriptedServer } from "../ScriptedServer.ts"
import { info, renew, settled, testPool, withSlots } from "./TestPool.ts"

const nameOf = ({ document }: Received) => /<domain:name[^>]*>([^<]+)/.exec(document)?.[1] ?? ""

/** Server that records arrival times on the test clock. */
const timedServer = Effect.fnUntraced(function*(on?: (received: Received) => boolean) {
  const clock = yield* Clock.Clock
  return yield* scriptedServer({ on, now: () => clock.currentTimeMillisUnsafe() })
})

describe("the limits of a pool", () => {
  it.effect(
    "thousands of commands over 4 sessions at 100 a minute: never more in any minute, and nearly as many",
    () =>
      withSlots(Effect.gen(function*() {
        const server = yield* timedServer()
        const total = testSize(1500, 5000)
        const pool = yield* testPool(server, {
          limits: { sessions: 4, commandsPerMinute: 100, waiting: total, wait: "2 hours" }
        })
        const all = yield* Effect.forkChild(Effect.forEach(
          Array.from({ length: total }, (_, index) => `name-${index}.example`),
          (name) => pool.query(info(name)),
          { concurrency: "unbounded", discard: true }
        ))
        // Four logins, and what may be sent beside them in the first minute.
        yield* server.untilReceived("any", 100)
        while (all.pollUnsafe() === undefined) {
          // Whatever can be sent now is answered before time goes on.
          yield* settled(pool)
          yield* TestClock.adjust("1 second")
        }
        assert.isTrue((yield* Fiber.await(all))._tag === "Success")
        const times = server.received.map(({ at }) => at)
        const most = Math.max(...times.map((at, index) => {
          let end = index
          while (end < times.length && (times[end] ?? 0) < at + 60_000) end++
          return end - index
        }))
        assert.isAtMost(most, 100)
        assert.isAtLeast(most, 96)
        assert.strictEqual(server.of("Login").length, 4)
        const minutes = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 60_000
        assert.isBelow(minutes, total / 100 + 3)
        const order = server.of("DomainInfo").map((received) => Number(/[0-9]+/.exec(nameOf(received))?.[0]))
        assert.deepStrictEqual(order.toSorted((a, b) => a - b), Array.from({ length: total }, (_, index) => index))
      })),
    60_000
  )

  it.effect("logs out and in again before the commands of a session are used up", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer()
      const pool = yield* testPool(server, { limits: { commandsPerSession: 900 } })
      for (let count = 0; count < 2000; count++) yield* pool.transform(renew("a.example"), `command-${count}`)
      const perConnection = new Map<number, Array<string>>()
      for (const { command, connection } of server.received) {
        perConnection.set(connection, [...perConnection.get(connection) ?? [], command._tag])
      }
      const [first = [], second = [], third = []] = [...perConnection.values()]
      assert.deepStrictEqual([first.length, first[0], first.at(-1)], [900, "Login", "Logout"])
      assert.deepStrictEqual([second.length, second[0], second.at(-1)], [900, "Login", "Logout"])
      assert.strictEqual(third[0], "Login")
      assert.strictEqual(server.of("DomainRenew").length, 2000)
    })))

  it.effect("has one command under way in a session", () =>
    withSlots(Effect.gen(function*() {
      const unanswered: Array<Received> = []
      const server = yield* scriptedServer({
        on: (received) => received.command._tag === "DomainInfo" && unanswered.push(received) > 0
      })
      const pool = yield* testPool(server)
      const asked = yield* Effect.forkChild(
        Effect.all([pool.query(info("a.example")), pool.query(info("b.example"))], { concurrency: "unbounded" })
      )
      yield* server.until(() => unanswered.length === 1)
      assert.deepInclude(yield* pool.state, { waiting: 1 })
      unanswered[0]?.answer(1000)
      yield* server.until(() => unanswered.length === 2)
      unanswered[1]?.answer(1000)
      yield* Fiber.join(asked)
    })))

  it.effect("has several queries under way where that is asked for, answered in any order, and a transform alone", () =>
    withSlots(Effect.gen(function*() {
      const unanswered: Array<Received> = []
      const server = yield* scriptedServer({
        on: (received) => received.command._tag.startsWith("Domain") && unanswered.push(received) > 0
      })
      const pool = yield* testPool(server, { limits: { depth: 3 } })
      const names = ["a.example", "b.example", "c.example", "d.example"]
      const queries = yield* Effect.forkChild(
        Effect.forEach(names, (name) => pool.query(info(name)), { concurrency: "unbounded" })
      )
      yield* server.until(() => unanswered.length === 3)
      const transform = yield* Effect.forkChild(pool.transform(renew("t.example"), "command-t"))
      const later = yield* Effect.forkChild(pool.query(info("e.example")))
      const answerAll = () =>
        unanswered.splice(0).toReversed().forEach((received) => received.answer(1000, nameOf(received)))
      answerAll()
      yield* server.until(() => unanswered.length === 1)
      answerAll()
      const answers = yield* Fiber.join(queries)
      assert.deepStrictEqual(answers.map(({ results }) => results[0].message), names)
      yield* server.until(() => unanswered.length === 1)
      assert.strictEqual(unanswered[0]?.clTRID, "command-t")
      answerAll()
      yield* Fiber.join(transform)
      yield* server.until(() => unanswered.length === 1)
      answerAll()
      assert.strictEqual((yield* Fiber.join(later)).results[0].message, "e.example")
    })))

  it.effect("does not write a command whose lease has ended before its turn", () =>
    withSlots(Effect.gen(function*() {
      const unanswered: Array<Received> = []
      const server = yield* scriptedServer({
        on: (received) => received.command._tag === "DomainInfo" && unanswered.push(received) > 0
      })
      const pool = yield* testPool(server, { limits: { sessions: 1 } })
      const query = yield* Effect.forkChild(pool.query(info("a.example")))
      yield* server.until(() => unanswered.length === 1)
      let isLeased = true
      const transform = (name: string, clTRID: string, lease = () => isLeased) =>
        Effect.forkChild(Effect.result(Effect.provideService(pool.transform(renew(name), clTRID), CommandLease, lease)))
      const overtaken = yield* transform("b.example", "command-b")
      const own = yield* transform("c.example", "command-c", () => true)
      yield* Effect.yieldNow
      isLeased = false
      unanswered[0]?.answer(1000, "")
      yield* Fiber.join(query)
      assert.strictEqual((yield* Fiber.join(own))._tag, "Success")
      const refused = yield* Fiber.join(overtaken)
      assert.deepInclude(Result.isFailure(refused) && refused.failure, { _tag: "EppNotSent", reason: "lease" })
      assert.deepStrictEqual(server.of("DomainRenew").map(({ clTRID }) => clTRID), ["command-c"])
    })))

  it.effect("serves organizations in turn, and messages of the registry before them", () =>
    withSlots(Effect.gen(function*() {
      const unanswered: Array<Received> = []
      const server = yield* scriptedServer({
        on: (received) => received.command._tag === "DomainInfo" && unanswered.push(received) === 1
      })
      const pool = yield* testPool(server)
      const one = yield* newOrganizationId
      const two = yield* newOrganizationId
      const as = (organization: OrganizationId, name: string) =>
        Effect.provideService(pool.query(info(name)), CurrentActor, {
          principal: { type: "system" },
          organization_id: organization,
          parent_organization_id: null,
          organization_active: true,
          role: null,
          permissions: new Set<Permission>()
        })
      const first = yield* Effect.forkChild(as(one, "first.example"))
      yield* server.until(() => unanswered.length === 1)
      const many = yield* Effect.forkChild(Effect.forEach(
        ["a1", "a2", "a3"],
        (label) => as(one, `${label}.example`),
        { concurrency: "unbounded" }
      ))
      yield* Effect.yieldNow
      const few = yield* Effect.forkChild(as(two, "b1.example"))
      yield* Effect.yieldNow
      const poll = yield* Effect.forkChild(pool.query({ _tag: "PollRequest" }))
      yield* Effect.yieldNow
      assert.strictEqual((yield* pool.state).waiting, 5)
      unanswered[0]?.answer(1000)
      yield* Effect.all([Fiber.join(first), Fiber.join(many), Fiber.join(few), Fiber.join(poll)])
      assert.deepStrictEqual(
        server.received.slice(2).map((received) => nameOf(received) || received.command._tag),
        ["PollRequest", "a1.example", "b1.example", "a2.example", "a3.example"]
      )
    })))

  it.effect("refuses a command when too many wait, and one that has waited for too long", () =>
    withSlots(Effect.gen(function*() {
      const unanswered: Array<Received> = []
      const server = yield* scriptedServer({
        on: (received) => received.command._tag === "DomainInfo" && unanswered.push(received) === 1
      })
      const pool = yield* testPool(server, {
        limits: { waiting: 2, wait: "20 seconds" },
        timeouts: { query: "1 minute" }
      })
      const first = yield* Effect.forkChild(pool.query(info("a.example")))
      yield* server.until(() => unanswered.length === 1)
      const second = yield* Effect.forkChild(Effect.flip(pool.query(info("b.example"))))
      yield* Effect.yieldNow
      yield* TestClock.adjust("5 seconds")
      const third = yield* Effect.forkChild(pool.query(info("c.example")))
      yield* Effect.yieldNow
      assert.deepInclude(yield* Effect.flip(pool.query(info("d.example"))), { _tag: "EppNotSent", reason: "busy" })
      yield* TestClock.adjust("15 seconds")
      assert.deepInclude(yield* Fiber.join(second), { _tag: "EppNotSent", reason: "busy" })
      assert.isUndefined(third.pollUnsafe())
      unanswered[0]?.answer(1000)
      yield* Fiber.join(first)
      yield* Fiber.join(third)
      assert.deepStrictEqual(server.of("DomainInfo").map(nameOf), ["a.example", "c.example"])
    })))

  it.effect("gives a sign of life in time, and only when there is nothing else to say", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* timedServer()
      const pool = yield* testPool(server, { limits: { idle: "100 seconds" } })
      yield* pool.query(info("a.example"))
      yield* TestClock.adjust("30 seconds")
      yield* pool.query(info("b.example"))
      yield* TestClock.adjust("49 seconds")
      assert.strictEqual(server.of("Hello").length, 0)
      yield* TestClock.adjust("1 second")
      yield* server.untilReceived("Hello", 1)
      yield* pool.query(info("c.example"))
      assert.strictEqual(server.connections().all, 1)
    })))

  it.effect("takes a session that does not answer its sign of life for gone, and opens another", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer({
        on: ({ command, connection }) => command._tag === "Hello" && connection === 1
      })
      const pool = yield* testPool(server)
      yield* pool.query(info("a.example"))
      yield* TestClock.adjust("60 seconds")
      yield* server.untilReceived("Hello", 1)
      yield* TestClock.adjust("15 seconds")
      yield* server.untilReceived("Login", 2)
      yield* pool.query(info("a.example"))
    })))

  it.effect("ends a session that is old, and opens another", () =>
    withSlots(Effect.gen(function*() {
      const server = yield* scriptedServer()
      const pool = yield* testPool(server, { limits: { age: "10 minutes" } })
      yield* pool.query(info("a.example"))
      for (let minute = 0; minute < 10; minute++) {
        yield* TestClock.adjust("1 minute")
        yield* pool.query(info("a.example"))
      }
      yield* server.until(() => server.of("Logout").length === 1 && server.of("Login").length === 2)
      assert.strictEqual(
        server.received.findIndex(({ command }) => command._tag === "Logout")
          < server.received.findLastIndex(({ command }) => command._tag === "Login"),
        true
      )
    })))

  it.effect("ends idle sessions, down to the minimum", () =>
    withSlots(Effect.gen(function*() {
      const unanswered: Array<Received> = []
      const server = yield* scriptedServer({
        on: (received) => received.command._tag === "DomainInfo" && unanswered.push(received) > 0
      })
      const pool = yield* testPool(server, { limits: { sessions: 3, spare: "5 minutes" } })
      const all = yield* Effect.forkChild(
        Effect.forEach(["a", "b", "c"], (label) => pool.query(info(`${label}.example`)), { concurrency: "unbounded" })
      )
      yield* server.until(() => unanswered.length === 3)
      assert.strictEqual(server.connections().open, 3)
      unanswered.forEach(({ answer }) => answer(1000))
      yield* Fiber.join(all)
      for (let minute = 1; minute <= 4; minute++) {
        yield* TestClock.adjust("1 minute")
        yield* settled(pool)
        assert.deepStrictEqual([server.of("Hello").length, server.connections().open], [3 * minute, 3])
      }
      yield* TestClock.adjust("1 minute")
      yield* server.until(() => server.connections().open === 1)
      assert.strictEqual((yield* pool.state).sessions.length, 1)
    })))
})
