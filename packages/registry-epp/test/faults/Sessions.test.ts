import { assert, describe, it } from "@effect/vitest"
import type { PlatformServices } from "@namewright/core/embed"
import { Effect, Layer, Redacted } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { testSize } from "../../../../test/testSize.ts"
import {
  chargesOf,
  type Customer,
  customer,
  isOwned,
  openIntents,
  register
} from "../../../core/test/domains/DomainsPlatform.ts"
import { recovery } from "../../../core/test/domains/faultSuite.ts"
import type { EppPoolOptions } from "../../src/pool/EppPoolOptions.ts"
import type { EppServerLimits } from "../../src/server/index.ts"
import { Recorder } from "./Recorder.ts"
import { password, platformOnWire, registrar, WireRegistry } from "./WirePlatform.ts"

interface Ends {
  readonly sessions?: Partial<EppPoolOptions>
  readonly limits?: Partial<EppServerLimits>
}

const connected = <A, E>({ limits, sessions }: Ends, work: Effect.Effect<A, E, PlatformServices | WireRegistry>) =>
  Effect.provide(work, Layer.provideMerge(platformOnWire(memoryDatabase(), sessions), WireRegistry.layerWith(limits)))

const registerAll = (owner: Customer, names: ReadonlyArray<string>) =>
  Effect.forEach(names, (name) => Effect.result(register(owner, name)), { concurrency: "unbounded" })

const namesOf = (count: number, label: string) => Array.from({ length: count }, (_, index) => `${label}-${index}.wire`)

/** Each name is registered once, and paid once at both ends. */
const assertRegistered = Effect.fnUntraced(function*(owner: Customer, names: ReadonlyArray<string>) {
  const { carriedOut } = yield* WireRegistry
  for (const name of names) {
    assert.isTrue(yield* isOwned(name), name)
    assert.lengthOf(carriedOut.filter(({ command, object }) => command === "create" && object === name), 1)
    assert.deepStrictEqual(yield* chargesOf(owner, name), ["create succeeded 24.90"])
  }
})

describe("A registry that refuses the login", () => {
  const recorder = new Recorder()

  it.effect("gets two logins for any number of orders, nothing is charged, and operators are notified", () => {
    let stored = "Forgotten-Horse-1"
    const credentials: EppPoolOptions["credentials"] = {
      read: Effect.sync(() => ({ clientId: registrar, password: Redacted.make(stored) })),
      propose: () => Effect.die(new Error("Nobody proposes a password here")),
      promote: Effect.void,
      withdraw: Effect.void
    }
    const work = Effect.gen(function*() {
      const { carriedOut, happenings, sent, wireClock } = yield* WireRegistry
      const logins = () => sent.filter(({ command }) => command._tag === "Login").length
      const owner = yield* customer()
      const orders = namesOf(20, "storm")
      for (const minutes of [0, 1, 2, 60, 240]) {
        yield* wireClock.adjust(`${minutes} minutes`)
        for (const { _tag } of yield* registerAll(owner, orders)) assert.strictEqual(_tag, "Failure")
      }
      assert.strictEqual(logins(), 2)
      assert.deepStrictEqual(carriedOut, [])
      for (const name of orders) assert.notInclude((yield* chargesOf(owner, name)).join(), "succeeded")
      assert.isTrue((yield* recorder.texts).some((text) => text.includes("2200")))

      stored = password
      // The stored password is looked at twice a minute.
      yield* wireClock.adjust("30 seconds")
      yield* happenings.until(() => logins() === 3)
      yield* registerAll(owner, orders)
      yield* recovery
      for (const name of orders) {
        assert.isTrue(yield* isOwned(name), name)
        const paid = (yield* chargesOf(owner, name)).filter((charge) => charge === "create succeeded 24.90")
        assert.lengthOf(paid, 1)
      }
      assert.lengthOf(carriedOut.filter(({ command }) => command === "create"), orders.length)
    })
    return Effect.provide(connected({ sessions: { credentials } }, work), recorder.layer)
  })
})

describe("A registry that allows fewer sessions than requested (2502)", () => {
  it.effect("gets all commands in the allowed sessions", () =>
    connected(
      { sessions: { limits: { sessions: 4, age: "1000 days" } }, limits: { sessionsPerRegistrar: 2 } },
      Effect.gen(function*() {
        const { sent, server } = yield* WireRegistry
        const owner = yield* customer()
        const orders = namesOf(30, "crowd")
        for (const { _tag } of yield* registerAll(owner, orders)) assert.strictEqual(_tag, "Success")
        yield* assertRegistered(owner, orders)
        assert.isAtMost(server.connections(), 2)
        // One refused login reveals the limit.
        assert.isAtMost(sent.filter(({ command }) => command._tag === "Login").length, 3)
      })
    ))
})

describe("A registry that ends sessions with 2500", () => {
  it.effect("gets new sessions, without an interruption of the others", () =>
    connected(
      { sessions: { limits: { sessions: 4, age: "1000 days" } } },
      Effect.gen(function*() {
        const { sent, server } = yield* WireRegistry
        const owner = yield* customer()
        const orders = namesOf(30, "ended")
        server.faults.inject({
          command: "DomainCreate",
          fault: { _tag: "Fail", code: 2500, when: "before" },
          after: 5,
          times: 3
        })
        yield* registerAll(owner, orders)
        yield* recovery
        yield* assertRegistered(owner, orders)
        const creates = sent.filter(({ command }) => command._tag === "DomainCreate")
        assert.lengthOf(creates, orders.length + 3)
        const logins = sent.filter(({ command }) => command._tag === "Login").length
        assert.isAtLeast(logins, 4)
        assert.isAtMost(logins, 4 + 3)
      })
    ))
})

describe("A registry that closes each connection after its first response", () => {
  const orders = namesOf(testSize(10, 60), "closing")
  const limits = { commandsPerConnection: 2 }

  it.effect(`registers ${orders.length} names one after the other without recovery`, () =>
    connected(
      { limits },
      Effect.gen(function*() {
        const owner = yield* customer(1_000_000)
        for (const name of orders) assert.deepStrictEqual(yield* openIntents(yield* register(owner, name)), [])
        yield* assertRegistered(owner, orders)
      })
    ), 60_000)

  it.effect(`registers ${orders.length} concurrently ordered names without recovery`, () =>
    connected(
      { limits, sessions: { limits: { sessions: 4, age: "1000 days" } } },
      Effect.gen(function*() {
        const owner = yield* customer(1_000_000)
        const ordered = yield* Effect.forEach(orders, (name) => register(owner, name), { concurrency: 10 })
        for (const domain of ordered) assert.deepStrictEqual(yield* openIntents(domain), [])
        yield* assertRegistered(owner, orders)
      })
    ), 60_000)
})
