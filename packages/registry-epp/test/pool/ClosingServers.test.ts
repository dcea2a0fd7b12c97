import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { setTimeout } from "node:timers/promises"
import { type Received, scriptedServer } from "../ScriptedServer.ts"
import { info, renew, testPool, withSlots } from "./TestPool.ts"

/** Closes each connection after its first answer behind the login, so many milliseconds later; carries out no second one. */
const closesAfterAnswers = (delay: number) => {
  const carriedOut: Array<string> = []
  const over = new Set<number>()
  const on = ({ answer, clTRID, command, connection, peer }: Received): boolean => {
    if (command._tag === "Login" || command._tag === "Logout") return false
    if (over.has(connection)) return true
    over.add(connection)
    carriedOut.push(clTRID ?? "")
    answer(1000)
    if (delay === 0) peer.socket.end()
    else void setTimeout(delay).then(() => peer.socket.end())
    return true
  }
  return { on, carriedOut }
}

const orders = Array.from({ length: 100 }, (_, index) => `command-${index + 1}`)

describe("a registry that closes the connection after each answer", () => {
  it.live("gets every command once, and none is lost", () =>
    withSlots(Effect.gen(function*() {
      const registry = closesAfterAnswers(0)
      const server = yield* scriptedServer({ on: registry.on })
      const pool = yield* testPool(server)
      for (const order of orders) {
        assert.strictEqual((yield* pool.transform(renew("a.example"), order)).clTRID, order)
      }
      assert.deepStrictEqual(registry.carriedOut, orders)
      assert.strictEqual((yield* pool.state).circuit, "closed")
    })), 60_000)

  it.live(
    "gets every command once from several sessions that are used at a time",
    () =>
      withSlots(Effect.gen(function*() {
        const registry = closesAfterAnswers(0)
        const server = yield* scriptedServer({ on: registry.on })
        const pool = yield* testPool(server, { limits: { sessions: 4 } })
        yield* Effect.forEach(orders, (order) => pool.transform(renew("a.example"), order), { concurrency: 10 })
        assert.deepStrictEqual(registry.carriedOut.toSorted(), orders.toSorted())
      })),
    60_000
  )

  it.live(
    "is noticed at the first command that is lost when it closes a little later",
    () =>
      withSlots(Effect.gen(function*() {
        const registry = closesAfterAnswers(20)
        const server = yield* scriptedServer({ on: registry.on })
        const pool = yield* testPool(server)
        yield* pool.transform(renew("a.example"), "command-first")
        const exits = yield* Effect.forEach(orders, (order) => Effect.exit(pool.transform(renew("a.example"), order)))
        assert.deepStrictEqual(exits.map(Exit.isSuccess), orders.map((_, index) => index > 0))
        assert.deepStrictEqual(registry.carriedOut, ["command-first", ...orders.slice(1)])
      })),
    60_000
  )

  it.live(
    "is trusted again once a connection has answered a hello behind an answer",
    () =>
      withSlots(Effect.gen(function*() {
        const registry = closesAfterAnswers(20)
        let closes = true
        const server = yield* scriptedServer({ on: (received) => closes && registry.on(received) })
        const pool = yield* testPool(server)
        yield* pool.transform(renew("a.example"), "command-first")
        assert.isTrue(Exit.isFailure(yield* Effect.exit(pool.transform(renew("a.example"), "command-lost"))))
        closes = false
        for (const order of orders) yield* pool.transform(renew("a.example"), order)
        assert.lengthOf(server.of("Hello"), 1)
        assert.strictEqual(server.connections().all, 2)
      })),
    60_000
  )

  it.live("has queries repeated without an error", () =>
    withSlots(Effect.gen(function*() {
      const registry = closesAfterAnswers(20)
      const server = yield* scriptedServer({ on: registry.on })
      const pool = yield* testPool(server)
      yield* Effect.forEach(orders.slice(0, 20), () => pool.query(info("a.example")))
      assert.lengthOf(registry.carriedOut, 20)
    })), 60_000)
})
