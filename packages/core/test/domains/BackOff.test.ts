import { assert, layer } from "@effect/vitest"
import { RegistryIntents, RegistryIntentStore, RegistrySimulator } from "@namewright/core/registry"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { customer, onSqlite, register } from "./DomainsPlatform.ts"

layer(onSqlite)("The back-off of a command whose answers are lost", (it) => {
  it.effect("has each of its waits once, with and without another sending", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const { faults } = yield* RegistrySimulator
      const intents = yield* RegistryIntents
      const store = yield* RegistryIntentStore
      yield* faults.inject({ method: "createDomain", fault: "cutBefore", times: 3 })
      const { domain_id } = yield* register(owner, "back-off.com")

      for (const longest of [30, 120, 480]) {
        const [open] = yield* store.ofObject(domain_id)
        assert.isDefined(open)
        const now = yield* DateTime.now
        const wait = open === undefined ? 0 : (open.due_on.epochMilliseconds - now.epochMilliseconds) / 1000
        assert.isAtMost(wait, longest)
        assert.isAtLeast(wait, longest * 0.75)
        yield* TestClock.adjust(`${longest} seconds`)
        // The second round sends again; the third one cannot look.
        if (longest === 120) yield* faults.inject({ method: "infoDomain", fault: "temporary" })
        const taken = yield* intents.claimDue(10)
        yield* Effect.forEach(taken, ({ intent_id }) => intents.settle(intent_id))
      }
    }))

  it.effect("does not count attempts that end with their process", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const { faults } = yield* RegistrySimulator
      const intents = yield* RegistryIntents
      const store = yield* RegistryIntentStore
      yield* faults.inject({ method: "createDomain", fault: "cutBefore", times: 2 })
      const { domain_id } = yield* register(owner, "back-off-of-killed.com")
      // Three processes claim the intent, and are killed before they look its outcome up.
      for (const _ of [1, 2, 3]) {
        yield* TestClock.adjust("2 minutes")
        const taken = yield* intents.claimDue(10)
        assert.include(taken.map(({ object_id }) => object_id), domain_id)
      }
      yield* faults.inject({ method: "infoDomain", fault: "temporary" })
      const [open] = yield* store.ofObject(domain_id)
      assert.isDefined(open)
      if (open === undefined) return
      yield* intents.settle(open.intent_id)
      const [waiting] = yield* store.ofObject(domain_id)
      const now = yield* DateTime.now
      assert.isAtMost((waiting?.due_on.epochMilliseconds ?? Infinity) - now.epochMilliseconds, 120_000)
    }))
})
