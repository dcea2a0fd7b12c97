import { assert, layer } from "@effect/vitest"
import { RegistryIntents } from "@namewright/core/registry"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { chargesOf, customer, eventsOf, register } from "../../../core/test/domains/DomainsPlatform.ts"
import { onTheWire, WireRegistry } from "./WirePlatform.ts"

const settleDue = Effect.gen(function*() {
  const intents = yield* RegistryIntents
  yield* Effect.forEach(yield* intents.claimDue(100), ({ intent_id }) => intents.settle(intent_id))
})

layer(onTheWire())("A registry that fails a command four times (2400) and then carries it out", (it) => {
  it.effect("has done it once, looked up before each sending, after growing waits that differ", () =>
    Effect.gen(function*() {
      const { carriedOut, sent, server } = yield* WireRegistry
      const owner = yield* customer()
      const names = Array.from({ length: 6 }, (_, index) => `again-${index}.wire`)
      const started = yield* Clock.currentTimeMillis
      for (const object of names) {
        server.faults.inject({ command: "DomainCreate", object, times: 4, fault: failure })
        yield* register(owner, object)
      }
      const at = new Map(names.map((name): [string, Array<number>] => [name, []]))
      for (let second = 0; second <= 3000; second += 5) {
        const from = sent.length
        yield* settleDue
        for (const { command } of sent.slice(from)) {
          if (command._tag === "DomainCreate") at.get(command.name)?.push(second)
        }
        yield* TestClock.adjust("5 seconds")
      }
      assert.isAbove(yield* Clock.currentTimeMillis, started)

      for (const name of names) {
        // The first look-up and the second sending follow the first failure at once.
        const [third = 0, fourth = 0, fifth = 0, ...others] = at.get(name) ?? []
        assert.deepStrictEqual(others, [])
        assert.isTrue(isWithin(third, 30), `third after ${third} s`)
        assert.isTrue(isWithin(fourth - third, 120), `fourth after ${fourth - third} s`)
        assert.isTrue(isWithin(fifth - fourth, 480), `fifth after ${fifth - fourth} s`)
        const about = sent.filter(({ command }) => "name" in command && command.name === name)
          .map(({ command }) => command._tag)
        assert.deepStrictEqual(about.filter((tag) => tag === "DomainCreate").length, 5)
        assert.notInclude(about.join(" "), "DomainCreate DomainCreate")
        assert.lengthOf(carriedOut.filter(({ command, object }) => command === "create" && object === name), 1)
        assert.deepStrictEqual(yield* chargesOf(owner, name), ["create succeeded 24.90"])
      }
      assert.isAbove(new Set(names.map((name) => at.get(name)?.at(-1))).size, 1)
      const registrations = (yield* eventsOf(owner)).filter((event) => event === "REGISTRATION/SUCCESS")
      assert.lengthOf(registrations, names.length)
      const ids = sent.map(({ clTRID }) => clTRID)
      assert.strictEqual(new Set(ids).size, ids.length)
    }))
})

const failure = { _tag: "Fail", code: 2400, when: "before" } as const

/** Up to a quarter shorter than the wait, within the five seconds between two checks. */
const isWithin = (seconds: number, wait: number): boolean => seconds >= wait * 0.75 && seconds <= wait + 5
