import { assert, layer } from "@effect/vitest"
import { RegistrySimulator } from "@namewright/core/registry"
import { Effect, type Layer } from "effect"
import {
  disable,
  dsTags,
  enable,
  HeldUp,
  hosted,
  keysOf,
  type onSqlite,
  pass,
  roll,
  stateOf,
  tagsOf
} from "./SigningPlatform.ts"

export const keyRollSuite = (name: string, platform: Layer.Layer<Layer.Success<typeof onSqlite>>) => {
  layer(platform)(`A key rollover (${name})`, (it) => {
    it.effect("keeps every cached state valid: old, both, both DS, new DS, new", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("rolled.com")
        yield* enable(zone)
        const [old] = yield* tagsOf(zone)
        yield* roll(zone)
        yield* pass("20 seconds")
        const [, next] = yield* tagsOf(zone)
        assert.strictEqual(yield* stateOf(zone), "introducing")
        assert.notStrictEqual(next, old)
        assert.deepStrictEqual<unknown>(yield* dsTags(zone), [old])
        yield* pass("1 hour")
        assert.strictEqual(yield* stateOf(zone), "doubled")
        assert.sameMembers<unknown>([...(yield* dsTags(zone))], [old, next])
        yield* pass("23 hours")
        assert.strictEqual(yield* stateOf(zone), "doubled")
        yield* pass("1 hour")
        assert.strictEqual(yield* stateOf(zone), "retiring")
        assert.deepStrictEqual<unknown>(yield* dsTags(zone), [next])
        assert.deepStrictEqual(yield* tagsOf(zone), [old, next])
        yield* pass("1 day")
        assert.strictEqual(yield* stateOf(zone), "published")
        assert.deepStrictEqual(yield* tagsOf(zone), [next])
        assert.deepStrictEqual<unknown>(yield* dsTags(zone), [next])
      }))

    it.effect("waits for the nameservers, and continues after an outage of the registry", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("rolled-slowly.com")
        const heldUp = yield* HeldUp
        const { faults } = yield* RegistrySimulator
        yield* enable(zone)
        const [old] = yield* tagsOf(zone)
        heldUp.add("one")
        yield* roll(zone)
        yield* pass("5 hours")
        assert.deepStrictEqual([yield* stateOf(zone), yield* dsTags(zone)], ["introducing", [old]])
        heldUp.delete("one")
        yield* faults.inject({ method: "updateDomain", object: zone.domain.name, fault: "temporary", times: 2 })
        yield* pass("2 minutes")
        yield* pass("1 hour")
        assert.strictEqual(yield* stateOf(zone), "doubling")
        yield* pass("20 seconds")
        yield* pass("40 seconds")
        assert.strictEqual(yield* stateOf(zone), "doubled")
      }))

    it.effect("is accepted once, and refused for zones that are unsigned, in transition, or published elsewhere", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("rolled-once.com")
        assert.strictEqual((yield* Effect.flip(roll(zone)))._tag, "DnssecNotPossible")
        yield* enable(zone)
        yield* roll(zone)
        assert.strictEqual((yield* roll(zone)).changeset_id, null)
        assert.lengthOf(yield* keysOf(zone), 2)
        const skipped = yield* hosted("rolled-elsewhere.com", { elsewhere: true })
        yield* enable(skipped)
        assert.strictEqual((yield* Effect.flip(roll(skipped)))._tag, "DnssecNotPossible")
        const deferred = yield* hosted("defer-roll.com")
        yield* enable(deferred)
        assert.strictEqual((yield* Effect.flip(roll(deferred)))._tag, "OperationInProgress")
      }))

    it.effect("ends when signing is disabled, with all DS records removed together", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("rolled-then-off.com")
        yield* enable(zone)
        yield* roll(zone)
        yield* pass("20 seconds")
        yield* pass("1 hour")
        assert.lengthOf(yield* dsTags(zone), 2)
        yield* disable(zone)
        assert.deepStrictEqual<unknown>(yield* dsTags(zone), [])
        assert.lengthOf(yield* keysOf(zone), 2)
        yield* pass("1 day")
        assert.deepStrictEqual([yield* stateOf(zone), yield* tagsOf(zone)], ["unsigned", []])
      }))
  })
}
