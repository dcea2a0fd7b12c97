import { assert, layer } from "@effect/vitest"
import type { SimulatedRegistrar } from "@namewright/core/registry"
import { newCommandId } from "@namewright/core/registry"
import type { DomainName } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { orders, refusedWith, registrars, simulatorInMemory } from "./registrars.ts"

const request = ({ domains }: SimulatedRegistrar, name: DomainName) =>
  Effect.flatMap(newCommandId, (command_id) => domains.restore.request({ command_id, name, reason: null, fee: null }))

const report = ({ domains }: SimulatedRegistrar, name: DomainName) =>
  Effect.flatMap(newCommandId, (command_id) => domains.restore.report({ command_id, name }))

/** A name in its redemption period. */
const deleted = Effect.fnUntraced(function*({ registry }: SimulatedRegistrar, label?: string) {
  const { name } = yield* orders.register(registry, { name: yield* orders.newName("generic", label) })
  yield* TestClock.adjust("30 days")
  yield* orders.remove(registry, name)
  return name
})

const pending = Effect.fnUntraced(function*({ registry }: SimulatedRegistrar) {
  const name = yield* orders.newName("generic", "pending")
  yield* registry.createDomain(yield* orders.creation(registry, { name }))
  yield* TestClock.adjust("30 days")
  yield* orders.remove(registry, name)
  return name
})

layer(simulatorInMemory)("Restores in two steps", (it) => {
  it.effect("wait for a report, and are complete with it", () =>
    Effect.gen(function*() {
      const { ours } = yield* registrars
      const name = yield* deleted(ours)
      assert.isTrue((yield* request(ours, name)).completed)
      orders.hasStatus(yield* orders.info(ours.registry, name), "pendingDelete", "pendingRestore")
      assert.strictEqual(yield* refusedWith(request(ours, name)), 2304)
      assert.isTrue((yield* report(ours, name)).completed)
      orders.lacksStatus(yield* orders.info(ours.registry, name), "pendingDelete", "pendingRestore")
      assert.strictEqual(yield* refusedWith(report(ours, name)), 2304)
    }))

  it.effect("fall back when no report comes, and say so", () =>
    Effect.gen(function*() {
      const { ours } = yield* registrars
      const name = yield* deleted(ours)
      yield* TestClock.adjust("20 days")
      yield* request(ours, name)
      yield* TestClock.adjust("7 days")
      orders.hasStatus(yield* orders.info(ours.registry, name), "redemptionPeriod")
      assert.strictEqual(yield* refusedWith(report(ours, name)), 2304)
      const messages = yield* orders.messagesAbout(ours.registry, name)
      assert.deepStrictEqual(messages.map(({ _tag }) => _tag), ["ChangedByRegistry"])
      yield* TestClock.adjust("4 days")
      orders.lacksStatus(yield* orders.info(ours.registry, name), "redemptionPeriod")
    }))

  it.effect("are decided after the report where the registry thinks about them", () =>
    Effect.gen(function*() {
      const { ours } = yield* registrars
      const name = yield* pending(ours)
      yield* request(ours, name)
      assert.isFalse((yield* report(ours, name)).completed)
      yield* TestClock.adjust("2 minutes")
      orders.lacksStatus(yield* orders.info(ours.registry, name), "pendingDelete", "pendingRestore")
    }))

  it.effect("are for the sponsor, and for names in redemption", () =>
    Effect.gen(function*() {
      const { ours, theirs } = yield* registrars
      const { name } = yield* orders.register(ours.registry)
      assert.strictEqual(yield* refusedWith(request(ours, name)), 2304)
      assert.strictEqual(yield* refusedWith(report(ours, name)), 2304)
      const gone = yield* deleted(ours)
      assert.strictEqual(yield* refusedWith(request(theirs, gone)), 2201)
      assert.isTrue(Option.isSome(yield* ours.domains.find(gone)))
    }))
})
