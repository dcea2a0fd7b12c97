import { assert, layer } from "@effect/vitest"
import { RegistrySimulator } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { authCode, orders, refusedWith, registrars, simulatorInMemory } from "./registrars.ts"

layer(simulatorInMemory)("Domains of a simulated registrar", (it) => {
  it.effect("show their sponsor, their creator, and the last registrar that changed them", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* registrars
      const created_on = yield* Instant.now
      const { name } = yield* orders.register(ours.registry)
      const created = Option.getOrThrow(yield* ours.domains.find(name))
      assert.deepStrictEqual([created.sponsor, created.domain.auth_code], ["ours", authCode])
      const unchanged = { creator: "ours", created_on, updater: null, updated_on: null, transferred_on: null }
      assert.deepStrictEqual(created.history, unchanged)

      yield* TestClock.adjust("1 hour")
      yield* orders.update(ours.registry, name, { add: { statuses: ["clientHold"] } })
      const updated_on = yield* Instant.now
      const { history } = Option.getOrThrow(yield* ours.domains.find(name))
      assert.deepStrictEqual(history, { ...unchanged, updater: "ours", updated_on })

      const foreign = Option.getOrThrow(yield* theirs.domains.find(name))
      assert.deepStrictEqual([foreign.sponsor, foreign.history, foreign.domain.auth_code], ["ours", null, null])
      const known = Option.getOrThrow(yield* theirs.domains.find(name, authCode))
      assert.deepStrictEqual(known.history, history)
      assert.strictEqual(yield* refusedWith(theirs.domains.find(name, "Wrong-Horse-11")), 2202)
    }))

  it.effect("show changes of the registry", () =>
    Effect.gen(function*() {
      const { acts } = yield* RegistrySimulator
      const { ours } = yield* registrars
      const { name } = yield* orders.register(ours.registry)
      yield* acts.changeStatuses(name, { add: ["serverHold"] }, "Court order")
      assert.strictEqual(Option.getOrThrow(yield* ours.domains.find(name)).history?.updater, "registry")
    }))

  it.effect("show both parties of a transfer, and who has to act or did", () =>
    Effect.gen(function*() {
      const { registrar } = yield* RegistrySimulator
      const { ours, theirs } = yield* registrars
      const { name } = yield* orders.register(ours.registry)
      assert.deepStrictEqual(yield* ours.domains.transfer(name), Option.none())
      assert.strictEqual(yield* refusedWith(ours.domains.transfer(yield* orders.newName("generic"))), 2303)
      yield* orders.requestTransfer(theirs.registry, name)
      const requested_on = yield* Instant.now
      const pending = Option.getOrThrow(yield* ours.domains.transfer(name))
      assert.deepStrictEqual({ ...pending, expires_on: null }, {
        status: "pending",
        gaining: "theirs",
        losing: "ours",
        requested_on,
        acts_on: DateTime.add(requested_on, { days: 5 }),
        actor: "ours",
        expires_on: null
      })
      const third = registrar("contract-generic", "third")
      assert.strictEqual(yield* refusedWith(third.domains.transfer(name)), 2201)
      assert.deepStrictEqual(yield* third.domains.transfer(name, authCode), Option.some(pending))
      yield* orders.decide(theirs.registry.cancelTransfer, name)
      const cancelled = Option.getOrThrow(yield* theirs.domains.transfer(name))
      assert.deepStrictEqual([cancelled.status, cancelled.actor], ["clientCancelled", "theirs"])
    }))
})

layer(simulatorInMemory)("Messages of a simulated registrar", (it) => {
  it.effect("are counted, and taken off the queue once", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* registrars
      assert.strictEqual(yield* ours.messages.waiting, 0)
      const { name } = yield* orders.register(ours.registry)
      yield* orders.requestTransfer(theirs.registry, name)
      assert.strictEqual(yield* ours.messages.waiting, 1)
      const { message_id } = Option.getOrThrow(yield* ours.registry.nextMessage)
      assert.isFalse(yield* theirs.messages.acknowledge(message_id))
      assert.isTrue(yield* ours.messages.acknowledge(message_id))
      assert.isFalse(yield* ours.messages.acknowledge(message_id))
      assert.strictEqual(yield* ours.messages.waiting, 0)
    }))
})
