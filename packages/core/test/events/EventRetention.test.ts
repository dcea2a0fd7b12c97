import { assert, describe, it } from "@effect/vitest"
import { EventLog, EventRetention, EventStore } from "@namewright/core/events"
import { Instant, newOrganizationId, type OrganizationId, Timetable, Transaction } from "@namewright/core/shared"
import { Duration, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"

const platform = Layer.fresh(
  Layer.merge(EventLog.layer, EventRetention).pipe(
    Layer.provideMerge(Timetable.layer),
    Layer.provideMerge(memoryDatabase())
  )
)

const recorded = (organization_id: OrganizationId, object_name: string) =>
  EventLog.use(({ record }) =>
    record({
      organization_id,
      object_type: "DOMAIN",
      object_id: object_name,
      object_name,
      type: "REGISTRATION",
      subtype: "SUCCESS",
      event_data: { message: "registered" }
    })
  )

/** Object ids of the organization's events on the first page, and the number of all events. */
const left = Effect.fnUntraced(function*(organization: OrganizationId) {
  const store = yield* EventStore
  const sort = { by: "created_on", order: "asc" } as const
  const { items, total } = yield* store.list(organization, {}, sort, { page: 1, page_size: 3 })
  return { objects: items.map(({ object_id }) => object_id).toSorted(), total }
})

/** One round of the retention; true if there is more to remove. */
const round = Effect.gen(function*() {
  const { works } = yield* Timetable
  const work = (yield* works).find(({ name }) => name === "events.retention")
  return work === undefined ? yield* Effect.die(new Error("Nothing removes events")) : yield* work.run
})

describe("EventRetention", () => {
  it.effect("removes events 90 days after their acknowledgement, and pending ones after two years", () =>
    Effect.gen(function*() {
      const store = yield* EventStore
      const organization = yield* newOrganizationId
      const acknowledged = yield* recorded(organization, "acknowledged.example")
      yield* recorded(organization, "pending.example")
      yield* TestClock.adjust("10 days")
      yield* store.acknowledge(organization, acknowledged, yield* Instant.now)
      yield* TestClock.adjust("90 days")
      assert.isFalse(yield* round)
      assert.deepStrictEqual((yield* left(organization)).objects, ["acknowledged.example", "pending.example"])
      yield* TestClock.adjust("1 second")
      assert.isFalse(yield* round)
      assert.deepStrictEqual((yield* left(organization)).objects, ["pending.example"])
      yield* TestClock.adjust(Duration.subtract(Duration.days(630), Duration.seconds(1)))
      assert.isFalse(yield* round)
      assert.deepStrictEqual((yield* left(organization)).objects, ["pending.example"])
      yield* TestClock.adjust("1 second")
      assert.isFalse(yield* round)
      assert.deepStrictEqual((yield* left(organization)).objects, [])
    }).pipe(Effect.provide(platform)))

  it.effect("removes 1,000 events at a time, until none is left", () =>
    Effect.gen(function*() {
      const { atomically } = yield* Transaction
      const organization = yield* newOrganizationId
      const names = Array.from({ length: 1001 }, (_, index) => `name-${index}.example`)
      yield* atomically(Effect.forEach(names, (name) => recorded(organization, name), { discard: true }))
      yield* TestClock.adjust("731 days")
      assert.isTrue(yield* round)
      assert.strictEqual((yield* left(organization)).total, 1)
      assert.isFalse(yield* round)
      assert.strictEqual((yield* left(organization)).total, 0)
    }).pipe(Effect.provide(platform)))
})
