import { assert, it } from "@effect/vitest"
import { ObjectLogRetention } from "@namewright/core/archive"
import { makeObjectLog, ObjectLogStore } from "@namewright/core/objectlog"
import { newOrganizationId, Timetable, Transaction } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"

const platform = Layer.fresh(
  ObjectLogRetention.pipe(
    Layer.provideMerge(Timetable.layer),
    Layer.provideMerge(memoryDatabase())
  )
)

it.effect("removes entries after seven years, 1,000 at a time", () =>
  Effect.gen(function*() {
    const { list } = yield* ObjectLogStore
    const { atomically } = yield* Transaction
    const { record } = yield* makeObjectLog
    const organization_id = yield* newOrganizationId
    const work = (yield* (yield* Timetable).works).find(({ name }) => name === "archive.retention")
    const round = work === undefined ? Effect.die(new Error("Nothing removes entries")) : work.run
    const left = Effect.map(
      list(organization_id, {}, { by: "created_on", order: "desc" }, { page: 1, page_size: 1 }),
      ({ total }) => total
    )
    const created = (index: number) =>
      record({
        organization_id,
        object_type: "CONTACT",
        object_id: `contact_${index}`,
        action: "CREATED",
        after: { index }
      })
    yield* atomically(Effect.forEach(Array.from({ length: 1001 }, (_, index) => index), created, { discard: true }))
    yield* TestClock.adjust("2557 days")
    assert.isFalse(yield* round)
    assert.strictEqual(yield* left, 1001)
    yield* TestClock.adjust("1 second")
    assert.isTrue(yield* round)
    assert.strictEqual(yield* left, 1)
    assert.isFalse(yield* round)
    assert.strictEqual(yield* left, 0)
  }).pipe(Effect.provide(platform)))
