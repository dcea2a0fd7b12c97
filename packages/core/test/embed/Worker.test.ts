import { assert, describe, it } from "@effect/vitest"
import { ZonePublications } from "@namewright/core/dns"
import { Worker } from "@namewright/core/embed"
import { Timetable } from "@namewright/core/shared"
import { Deferred, Duration, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { timetableOnSqlite } from "../jobs/JobsPlatform.ts"

const layer = Layer.fresh(
  Worker.layer.pipe(Layer.provideMerge(timetableOnSqlite), Layer.provide(ZonePublications.layerNone))
)

/** A work that writes its rounds down; `waiting` rounds leave more behind. */
const counted = (name: string, every: Duration.Input, rounds: Array<string>, waiting = 0) => {
  let left = waiting
  return { name, every, run: Effect.sync(() => (rounds.push(name), left-- > 0)) }
}

/** Lets everything go on that waits for nothing but its turn. */
const settled = Effect.forEach(Array.from({ length: 500 }), () => Effect.yieldNow, { discard: true })

/** Lets minutes pass, with time for what each of them brings. */
const pass = Effect.fnUntraced(function*(minutes: number) {
  for (let minute = 0; minute < minutes; minute++) {
    yield* TestClock.adjust("1 minute")
    yield* settled
  }
})

describe("Worker", () => {
  it.effect("repeats each work after its own pause, and at once while more is waiting", () =>
    Effect.gen(function*() {
      const rounds: Array<string> = []
      const timetable = yield* Timetable
      yield* timetable.add(counted("slow", "9 minutes", rounds))
      yield* timetable.add(counted("busy", "2 minutes", rounds, 2))
      const worker = yield* Worker
      const fiber = yield* Effect.forkChild(worker.work)
      yield* settled
      assert.deepStrictEqual(rounds.toSorted(), ["busy", "busy", "busy", "slow"])
      yield* pass(10)
      assert.strictEqual(rounds.filter((name) => name === "busy").length, 3 + 5)
      assert.strictEqual(rounds.filter((name) => name === "slow").length, 2)
      yield* Fiber.interrupt(fiber)
    }).pipe(Effect.provide(layer)))

  it.effect("goes on with a work that has failed, after its pause", () =>
    Effect.gen(function*() {
      let rounds = 0
      yield* Effect.flatMap(Timetable, (timetable) =>
        timetable.add({
          name: "broken",
          every: "1 minute",
          run: Effect.suspend(() => ++rounds === 1 ? Effect.die(new Error("no connection")) : Effect.succeed(false))
        }))
      const fiber = yield* Effect.forkChild(Effect.flatMap(Worker, (worker) => worker.work))
      yield* settled
      yield* TestClock.adjust("30 seconds")
      yield* settled
      assert.strictEqual(rounds, 1)
      yield* TestClock.adjust("30 seconds")
      yield* settled
      assert.strictEqual(rounds, 2)
      yield* Fiber.interrupt(fiber)
    }).pipe(Effect.provide(layer)))

  it.effect("finishes the current round when it is stopped", () =>
    Effect.gen(function*() {
      const begun = yield* Deferred.make<void>()
      const may = yield* Deferred.make<void>()
      let finished = false
      yield* Effect.flatMap(Timetable, (timetable) =>
        timetable.add({
          name: "careful",
          every: "1 minute",
          run: Effect.gen(function*() {
            yield* Deferred.succeed(begun, undefined)
            yield* Deferred.await(may)
            finished = true
            return false
          })
        }))
      const fiber = yield* Effect.forkChild(Effect.flatMap(Worker, (worker) => worker.work))
      yield* Deferred.await(begun)
      const stopped = yield* Effect.forkChild(Fiber.interrupt(fiber))
      yield* Effect.yieldNow
      assert.isFalse(finished)
      yield* Deferred.succeed(may, undefined)
      yield* Fiber.join(stopped)
      assert.isTrue(finished)
    }).pipe(Effect.provide(layer)))

  it.effect("ticks through what is due, and through nothing before it is due again", () =>
    Effect.gen(function*() {
      const rounds: Array<string> = []
      const timetable = yield* Timetable
      yield* timetable.add(counted("a", "1 hour", rounds, 1))
      yield* timetable.add(counted("b", "1 minute", rounds))
      const worker = yield* Worker
      // Four of the engine's own among them.
      assert.deepStrictEqual(yield* worker.tick(Duration.seconds(10)), { rounds: 3 + 4, more: false })
      assert.deepStrictEqual(rounds.toSorted(), ["a", "a", "b"])
      assert.deepStrictEqual(yield* worker.tick(Duration.seconds(10)), { rounds: 0, more: false })
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* worker.tick(Duration.seconds(10)), { rounds: 1 + 3, more: false })
      assert.strictEqual(rounds.at(-1), "b")
    }).pipe(Effect.provide(layer)))

  it.effect("ends a tick when its budget is spent, and says that more is waiting", () =>
    Effect.gen(function*() {
      let rounds = 0
      yield* Effect.flatMap(Timetable, (timetable) =>
        timetable.add({
          name: "endless",
          every: "1 hour",
          run: Effect.as(Effect.tap(TestClock.adjust("1 second"), () => Effect.sync(() => void rounds++)), true)
        }))
      const worker = yield* Worker
      assert.isTrue((yield* worker.tick(Duration.seconds(3))).more)
      assert.strictEqual(rounds, 3)
    }).pipe(Effect.provide(layer)))

  it.effect("runs a work once, however far the clock jumps and however many work", () =>
    Effect.gen(function*() {
      const rounds: Array<string> = []
      const timetable = yield* Timetable
      yield* timetable.add(counted("often", "1 minute", rounds))
      const worker = yield* Worker
      const work = Effect.gen(function*() {
        const fibers = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(worker.work))
        yield* settled
        yield* Effect.forEach(fibers, Fiber.interrupt)
      })
      yield* work
      assert.strictEqual(rounds.length, 1)
      yield* TestClock.adjust("1 day")
      yield* work
      yield* work
      assert.strictEqual(rounds.length, 2)
    }).pipe(Effect.provide(layer)))

  it.effect("publishes zones in a tick, and goes on with the jobs that wait for it", () =>
    Effect.gen(function*() {
      const rounds: Array<string> = []
      const due = [2, 0]
      const publications = ZonePublications.of({
        announce: () => Effect.void,
        due: () => Effect.succeed(undefined),
        ofZone: () => Effect.succeed([]),
        run: Effect.never,
        drain: Effect.sync(() => (rounds.push("publications"), due.shift() ?? 0))
      })
      const worker = Layer.fresh(Worker.layer.pipe(
        Layer.provideMerge(timetableOnSqlite),
        Layer.provide(Layer.succeed(ZonePublications, publications))
      ))
      const report = yield* Effect.provide(
        Effect.gen(function*() {
          yield* (yield* Timetable).add(counted("round", "1 hour", rounds))
          return yield* (yield* Worker).tick(Duration.seconds(10))
        }),
        worker
      )
      assert.deepStrictEqual(report, { rounds: report.rounds, more: false })
      assert.deepStrictEqual(rounds, ["round", "publications", "publications"])
    }))
})
