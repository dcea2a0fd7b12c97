import { assert, layer } from "@effect/vitest"
import { newCommandId, newIntentId, type RegistryIntent, RegistryIntentStore } from "@namewright/core/registry"
import { Instant, newDomainId, OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"

let registries = 0

/** A key of a registry that no other test uses. */
const newRegistry = () => `registry-${++registries}`

const stored = Effect.fnUntraced(function*(members: Partial<RegistryIntent> = {}) {
  const store = yield* RegistryIntentStore
  const now = yield* Instant.now
  const intent: RegistryIntent = {
    intent_id: yield* newIntentId,
    organization_id: OrganizationId.make("organization_00000000000000000000000000"),
    registry: newRegistry(),
    kind: "domain.create",
    object_id: yield* newDomainId,
    object_name: "example.com",
    command_id: yield* newCommandId,
    payload: { name: "example.com" },
    billing_transaction_ids: [],
    state: "prepared",
    attempts: 0,
    process_id: null,
    lease: 0,
    due_on: DateTime.add(now, { minutes: 2 }),
    conclusive_from: now,
    created_on: now,
    escalated_on: null,
    escalation: null,
    ruling: null,
    found_pending: false,
    ordered_by: { type: "system" },
    job_id: null,
    decision: null,
    ...members
  }
  yield* store.insert(intent)
  return intent
})

/** Contract of the store of intents: escalations. */
export const registryIntentStoreContract = <R, E>(
  name: string,
  storage: Layer.Layer<RegistryIntentStore | R, E>
) => {
  layer(storage)(`RegistryIntentStore (${name})`, (it) => {
    const now = Instant.now

    it.effect("escalates an intent once, and stores the latest description", () =>
      Effect.gen(function*() {
        const store = yield* RegistryIntentStore
        const intent = yield* stored()
        const first = yield* now
        assert.isTrue(yield* store.escalate(intent.intent_id, 0, "shown under A", first))
        yield* TestClock.adjust("1 hour")
        assert.isFalse(yield* store.escalate(intent.intent_id, 0, "shown under B", yield* now))
        assert.deepStrictEqual(
          yield* store.find(intent.intent_id),
          Option.some({ ...intent, escalated_on: first, escalation: "shown under B" })
        )
        yield* store.remove(intent.intent_id)
        assert.isFalse(yield* store.escalate(intent.intent_id, 0, "gone", yield* now))
      }))

    it.effect("stores a decision only for an escalated intent, which is then due at once", () =>
      Effect.gen(function*() {
        const store = yield* RegistryIntentStore
        const intent = yield* stored()
        assert.isFalse(yield* store.rule(intent.intent_id, "done", yield* now))
        yield* store.escalate(intent.intent_id, 0, "shown", yield* now)
        assert.isTrue(yield* store.rule(intent.intent_id, "undone", yield* now))
        assert.isTrue(yield* store.rule(intent.intent_id, "done", yield* now))
        const ruled = Option.getOrThrow(yield* store.find(intent.intent_id))
        assert.deepStrictEqual([ruled.ruling, ruled.due_on], ["done", yield* now])
        const claimed = yield* store.claimDue(yield* now, DateTime.add(yield* now, { minutes: 2 }), 1000)
        assert.deepStrictEqual(
          claimed.filter(({ intent_id }) => intent_id === intent.intent_id).map(({ ruling }) => ruling),
          ["done"]
        )
      }))

    it.effect("lists and counts escalated intents, longest waiting first", () =>
      Effect.gen(function*() {
        const store = yield* RegistryIntentStore
        const registry = newRegistry()
        const [second, first, quiet] = [
          yield* stored({ registry }),
          yield* stored({ registry }),
          yield* stored({ registry })
        ]
        yield* store.escalate(first.intent_id, 0, "shown", yield* now)
        yield* TestClock.adjust("1 second")
        yield* store.escalate(second.intent_id, 0, "shown", yield* now)
        const waiting = (yield* store.escalated(1000)).filter((intent) => intent.registry === registry)
        assert.deepStrictEqual(waiting.map(({ intent_id }) => intent_id), [first.intent_id, second.intent_id])
        assert.lengthOf(yield* store.escalated(1), 1)
        assert.strictEqual((yield* store.countEscalated).get(registry), 2)
        assert.isUndefined((yield* store.countEscalated).get(quiet.object_id))
        assert.strictEqual((yield* store.countOpen).get(registry), 3)
        yield* store.remove(first.intent_id)
        assert.strictEqual((yield* store.countOpen).get(registry), 2)
        yield* store.remove(second.intent_id)
        assert.isUndefined((yield* store.countEscalated).get(registry))
        assert.strictEqual((yield* store.countOpen).get(registry), 1)
      }))
  })
}
