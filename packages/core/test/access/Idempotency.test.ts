import { assert, layer } from "@effect/vitest"
import { Idempotency, IdempotencyStore, systemActor } from "@namewright/core/access"
import { Processes, ProcessStore } from "@namewright/core/processes"
import { CurrentActor, Instant, newOrganizationId, type OrganizationId, Timetable } from "@namewright/core/shared"
import { DateTime, Duration, Effect, Exit, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"

const begin = (organization: OrganizationId, key: string, hash: string) =>
  Effect.flatMap(Idempotency, (idempotency) => idempotency.begin(key, hash)).pipe(
    Effect.provideService(CurrentActor, systemActor(organization))
  )

/** While true, the storage carries out claims without an answer, and does nothing else. */
let isAway = false

const away = Effect.suspend(() => isAway ? Effect.die(new Error("The connection ended")) : Effect.void)

const unreliable = Layer.effect(
  IdempotencyStore,
  Effect.map(IdempotencyStore, (store) =>
    IdempotencyStore.of({
      ...store,
      claim: (...args) => Effect.tap(store.claim(...args), away),
      abandon: (...args) => Effect.andThen(away, store.abandon(...args))
    }))
)

const platform = Idempotency.layer.pipe(
  Layer.provide(unreliable),
  Layer.provideMerge(Layer.merge(Timetable.layer, Processes.layer)),
  Layer.provideMerge(memoryDatabase())
)

layer(platform)("Idempotency", (it) => {
  it.effect("repeats an answer for a day, and refuses another request with its key", () =>
    Effect.gen(function*() {
      const { complete } = yield* Idempotency
      const organization = yield* newOrganizationId
      const begun = yield* begin(organization, "key", "hash")
      if (begun._tag !== "Claimed") return assert.fail("The key is in use")
      const answer = { status: 201, content_type: "application/json", body: "{}" }
      yield* complete(begun.attempt, answer)
      yield* TestClock.adjust("23 hours")
      assert.deepStrictEqual(yield* begin(organization, "key", "hash"), { _tag: "Answered", answer })
      assert.strictEqual((yield* Effect.flip(begin(organization, "key", "other")))._tag, "IdempotencyKeyReused")
      yield* TestClock.adjust("1 hour")
      assert.strictEqual((yield* begin(organization, "key", "other"))._tag, "Claimed")
    }))

  it.effect("frees a key whose claim was stored without an answer, once the storage is back", () =>
    Effect.gen(function*() {
      const organization = yield* newOrganizationId
      isAway = true
      assert.isTrue(Exit.hasDies(yield* Effect.exit(begin(organization, "lost", "hash"))))
      yield* TestClock.adjust("1 second")
      isAway = false
      assert.strictEqual((yield* Effect.flip(begin(organization, "lost", "hash")))._tag, "RequestInProgress")
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* begin(organization, "lost", "hash"))._tag, "Claimed")
    }))

  it.effect("allows another attempt of a request after the end of its process, or after five minutes", () =>
    Effect.gen(function*() {
      const processes = yield* Processes
      const store = yield* ProcessStore
      const organization = yield* newOrganizationId
      yield* begin(organization, "hangs", "hash")
      yield* TestClock.adjust("299 seconds")
      const refused = yield* Effect.flip(begin(organization, "hangs", "hash"))
      assert.deepInclude(refused, { _tag: "RequestInProgress", retry_after: 1 })
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* begin(organization, "hangs", "hash"))._tag, "Claimed")
      yield* begin(organization, "ended", "hash")
      yield* store.remove(yield* processes.latest)
      assert.strictEqual((yield* begin(organization, "ended", "hash"))._tag, "Claimed")
    }))

  it.effect("settles the work of earlier attempts before a request is attempted again", () =>
    Effect.gen(function*() {
      const { abandon, settleBeforeRepeats } = yield* Idempotency
      const settled: Array<string> = []
      let open: Option.Option<Duration.Duration> = Option.some(Duration.millis(2_500))
      yield* settleBeforeRepeats((request) =>
        Effect.sync(() => {
          settled.push(request)
          return open
        })
      )
      const organization = yield* newOrganizationId
      const first = yield* begin(organization, "key", "hash")
      if (first._tag !== "Claimed") return assert.fail("The key is in use")
      assert.deepStrictEqual(first.repeatedSince, Option.none())
      assert.deepStrictEqual(settled, [])
      yield* abandon(first.attempt)
      const refused = yield* Effect.flip(begin(organization, "key", "hash"))
      assert.deepInclude(refused, { _tag: "RequestInProgress", retry_after: 3 })
      open = Option.none()
      const again = yield* begin(organization, "key", "hash")
      assert.deepInclude(again, { _tag: "Claimed", repeatedSince: Option.some(first.attempt.started_on) })
      assert.deepStrictEqual(settled, [first.attempt.request_id, first.attempt.request_id])
    }))

  it.effect("takes the time of the first attempt from the clock, because times in ids may be later", () =>
    Effect.gen(function*() {
      const { abandon } = yield* Idempotency
      const organization = yield* newOrganizationId
      const now = yield* Instant.now
      yield* TestClock.adjust("400 days")
      yield* newOrganizationId
      yield* TestClock.setTime(DateTime.toEpochMillis(now))
      const first = yield* begin(organization, "ahead", "hash")
      if (first._tag !== "Claimed") return assert.fail("The key is in use")
      yield* abandon(first.attempt)
      yield* TestClock.adjust("1 second")
      const again = yield* begin(organization, "ahead", "hash")
      assert.deepInclude(again, { _tag: "Claimed", repeatedSince: Option.some(now) })
    }))

  it.effect("has its expired records removed by the timetable", () =>
    Effect.gen(function*() {
      const works = yield* (yield* Timetable).works
      const work = works.find(({ name }) => name === "access.idempotency")
      yield* begin(yield* newOrganizationId, "key", "hash")
      yield* TestClock.adjust("24 hours")
      assert.isFalse(yield* work?.run ?? Effect.succeed(true))
      const store = yield* IdempotencyStore
      assert.strictEqual(yield* store.removeExpired(yield* Instant.now, 10), 0)
    }))
})
