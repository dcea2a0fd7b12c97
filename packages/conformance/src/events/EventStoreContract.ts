import { assert, layer } from "@effect/vitest"
import { EventLog, EventStore, type NewEvent, newEventId } from "@namewright/core/events"
import { Instant, newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"

const newEvent = (organization_id: OrganizationId, name: string): NewEvent => ({
  organization_id,
  object_type: "DOMAIN",
  object_id: `domain_of_${name}`,
  object_name: name,
  type: "REGISTRATION",
  subtype: "SUCCESS",
  event_data: { message: `${name} is registered` }
})

const newestFirst = { by: "created_on", order: "desc" } as const
const begin = DateTime.makeUnsafe(0)
const firstPage = { page: 1, page_size: 10 }

/** Contract of storage adapters for events. */
export const eventStoreContract = <E>(name: string, storage: Layer.Layer<EventStore, E>) =>
  layer(EventLog.layer.pipe(Layer.provideMerge(storage)))(`EventStore (${name})`, (it) => {
    it.effect("finds a recorded event as it was recorded", () =>
      Effect.gen(function*() {
        const { record } = yield* EventLog
        const store = yield* EventStore
        const organization = yield* newOrganizationId
        const id = yield* record(newEvent(organization, "a.example"))
        const found = Option.getOrThrow(yield* store.find(organization, id))
        assert.deepStrictEqual(found.event_data, { version: "1.0", message: "a.example is registered" })
        assert.strictEqual(found.acknowledged_on, null)
      }))

    it.effect("hides events of other organizations", () =>
      Effect.gen(function*() {
        const { record } = yield* EventLog
        const store = yield* EventStore
        const owner = yield* newOrganizationId
        const id = yield* record(newEvent(owner, "a.example"))
        const stranger = yield* newOrganizationId
        assert.deepStrictEqual(yield* store.find(stranger, id), Option.none())
        assert.deepStrictEqual(yield* store.ownerOf(id), Option.some(owner))
        assert.deepStrictEqual(yield* store.ownerOf(yield* newEventId), Option.none())
        assert.isTrue(yield* store.isRecorded(id))
        assert.isFalse(yield* store.isRecorded(yield* newEventId))
        assert.deepStrictEqual(yield* store.nameOf(id), Option.some("a.example"))
        assert.deepStrictEqual(yield* store.nameOf(yield* newEventId), Option.none())
        assert.strictEqual((yield* store.list(stranger, {}, newestFirst, firstPage)).total, 0)
      }))

    it.effect("lists by object id or name, newest first, in pages", () =>
      Effect.gen(function*() {
        const { record } = yield* EventLog
        const store = yield* EventStore
        const organization = yield* newOrganizationId
        for (const label of ["a", "b", "c"]) {
          yield* record(newEvent(organization, `${label}.example`))
          yield* TestClock.adjust("1 minute")
        }
        const page = yield* store.list(organization, {}, newestFirst, { page: 1, page_size: 2 })
        assert.deepStrictEqual([page.total, page.items.map((event) => event.object_id)], [
          3,
          ["domain_of_c.example", "domain_of_b.example"]
        ])
        const byName = yield* store.list(organization, { object_id: "A.example" }, newestFirst, firstPage)
        const byId = yield* store.list(organization, { object_id: "domain_of_a.example" }, newestFirst, firstPage)
        assert.deepStrictEqual([byName.total, byId.total], [1, 1])
      }))

    it.effect("keeps the time of the first acknowledgement", () =>
      Effect.gen(function*() {
        const { record } = yield* EventLog
        const store = yield* EventStore
        const organization = yield* newOrganizationId
        const id = yield* record(newEvent(organization, "a.example"))
        const first = Option.getOrThrow(yield* store.find(organization, id)).created_on
        assert.isTrue(yield* store.acknowledge(organization, id, first))
        yield* TestClock.adjust("1 hour")
        const later = Option.getOrThrow(
          yield* store.find(organization, yield* record(newEvent(organization, "b.example")))
        )
        assert.isTrue(yield* store.acknowledge(organization, id, later.created_on))
        assert.deepStrictEqual(Option.getOrThrow(yield* store.find(organization, id)).acknowledged_on, first)
        assert.strictEqual((yield* store.list(organization, { acknowledged: false }, newestFirst, firstPage)).total, 1)
        assert.isFalse(yield* store.acknowledge(yield* newOrganizationId, id, first))
      }))

    it.effect("removes acknowledged and pending events after their retention, a bounded number at a time", () =>
      Effect.gen(function*() {
        const { record } = yield* EventLog
        const store = yield* EventStore
        const organization = yield* newOrganizationId
        const names = ["a.example", "b.example", "c.example"]
        const acknowledged = yield* Effect.forEach(names, (object) => record(newEvent(organization, object)))
        const waiting = yield* record(newEvent(organization, "waiting.example"))
        yield* TestClock.adjust("1 day")
        const now = yield* Instant.now
        yield* Effect.forEach(acknowledged, (id) => store.acknowledge(organization, id, now))
        yield* TestClock.adjust("1 day")
        const young = yield* record(newEvent(organization, "young.example"))
        const later = yield* Instant.now

        yield* store.removeBefore({ acknowledged: now, pending: begin }, 1000)
        assert.strictEqual(yield* store.removeBefore({ acknowledged: later, pending: begin }, 2), 2)
        assert.isTrue(yield* store.isRecorded(waiting))
        assert.strictEqual((yield* store.list(organization, {}, newestFirst, firstPage)).total, 3)
        assert.isAbove(yield* store.removeBefore({ acknowledged: later, pending: later }, 1000), 1)
        const left = yield* store.list(organization, {}, newestFirst, firstPage)
        assert.deepStrictEqual(left.items.map(({ event_id }) => event_id), [young])
      }))
  })
