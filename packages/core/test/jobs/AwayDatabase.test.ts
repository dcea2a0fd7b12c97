import { assert, describe, it } from "@effect/vitest"
import { enterTimetable, type JobKind, JobKinds, Jobs, JobStore, JobWorker } from "@namewright/core/jobs"
import { Processes } from "@namewright/core/processes"
import { Instant, Timetable, Transaction } from "@namewright/core/shared"
import { DateTime, Effect, Fiber, Layer, Metric } from "effect"
import { SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { caller, greet, greetBulk, jobsOn, timetableOnSqlite } from "./JobsPlatform.ts"

type Store = JobStore["Service"]

/** Job engine on a database with injected failures. */
const troubledBy = (trouble: (store: Store) => Partial<Store>) =>
  jobsOn(
    Layer.effect(JobStore, Effect.map(JobStore, (store) => JobStore.of({ ...store, ...trouble(store) }))).pipe(
      Layer.provideMerge(memoryDatabase())
    )
  )

const lost = { error_class: "InternalError", error_code: null, error_message: "Lost", error_details: null } as const

const away = Effect.die(new Error("The database is away"))

const lostConnection = Effect.die(
  new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause: new Error("Connection reset") }) })
)

/** Submits names and works for a minute. Returns the states of the jobs. */
const worked = (...names: ReadonlyArray<string>) => workedBy(() => Effect.succeed(null), names)

const workedBy = Effect.fnUntraced(function*(run: JobKind["run"], names: ReadonlyArray<string>) {
  const kinds = yield* JobKinds
  yield* kinds.registerCommand(greetBulk)
  yield* kinds.registerKind({ kind: "greet", topic: "greetings", run })
  const jobs = yield* Jobs
  const { act } = yield* caller
  const { batch_id } = yield* act(jobs.submit(greet(...names)))
  const worker = yield* JobWorker
  const running = yield* Effect.forkChild(worker.run)
  for (let second = 0; second < 60; second++) yield* TestClock.adjust("1 second")
  yield* Fiber.interrupt(running)
  const sort = { by: "created_on", order: "asc" } as const
  const { items } = yield* act(jobs.listJobs(batch_id, {}, sort, { page: 1, page_size: 100 }))
  return items.map(({ error_code, resource_key, status }) => [resource_key, status, error_code])
})

describe("JobWorker without its database", () => {
  it.effect("stores a success as such, once the database is back", () => {
    let calls = 0
    return worked("ada").pipe(
      Effect.map((jobs) => assert.deepStrictEqual(jobs, [["ada", "succeeded", null]])),
      Effect.provide(troubledBy(({ complete }) => ({
        complete: (...ends) => Effect.suspend(() => ++calls <= 2 ? away : complete(...ends))
      })))
    )
  })

  it.effect("stores as a failure what cannot be stored, and the others as they ended", () =>
    worked("bad", "good").pipe(
      Effect.map((jobs) =>
        assert.deepStrictEqual(jobs, [["bad", "failed", "ERROR_INTERNAL"], ["good", "succeeded", null]])
      ),
      Effect.provide(troubledBy(({ complete }) => ({
        complete: (worker, ends, now) =>
          ends.some(({ job, status }) => job.resource_key === "bad" && status === "succeeded")
            ? away
            : complete(worker, ends, now)
      })))
    ))

  it.effect("begins again until the database lets it", () => {
    let calls = 0
    return worked("ada").pipe(
      Effect.map((jobs) => assert.deepStrictEqual(jobs, [["ada", "succeeded", null]])),
      Effect.provide(troubledBy(({ addWorker }) => ({
        addWorker: (now, process) => Effect.suspend(() => ++calls <= 2 ? away : addWorker(now, process))
      })))
    )
  })

  it.effect("carries out what a claim took whose answer was lost", () => {
    let calls = 0
    return worked("ada").pipe(
      Effect.map((jobs) => assert.deepStrictEqual(jobs, [["ada", "succeeded", null]])),
      Effect.provide(troubledBy(({ claim }) => ({
        claim: (...wanted) => Effect.tap(claim(...wanted), () => ++calls === 1 ? away : Effect.void)
      })))
    )
  })

  it.effect("requeues jobs at once that failed without a database, and gives up those that fail each time", () => {
    const calls: Array<string> = []
    const run: JobKind["run"] = ({ resource_key }) =>
      Effect.suspend(() => {
        const isFirst = !calls.includes(resource_key)
        calls.push(resource_key)
        return isFirst || resource_key === "bad" ? lostConnection : Effect.succeed(null)
      })
    return workedBy(run, ["bad", "good"]).pipe(
      Effect.map((jobs) => {
        assert.deepStrictEqual(jobs, [["bad", "dead_letter", "ERROR_INTERNAL"], ["good", "succeeded", null]])
        assert.deepStrictEqual(calls.toSorted(), [...Array(5).fill("bad"), "good", "good"])
      }),
      Effect.provide(troubledBy(() => ({})))
    )
  })

  it.effect("counts the outcome of a job once that another worker took over before it was stored", () => {
    let calls = 0
    const counted = Effect.map(
      Metric.snapshot,
      (metrics) =>
        metrics.reduce(
          (sum, { attributes, id, state }) =>
            id === "jobs_total" && attributes?.["kind"] === "greet" && "count" in state
              ? sum + Number(state.count)
              : sum,
          0
        )
    )
    return Effect.gen(function*() {
      const before = yield* counted
      assert.deepStrictEqual(yield* worked("ada"), [["ada", "succeeded", null]])
      assert.strictEqual((yield* counted) - before, 1)
      assert.isAbove(calls, 1)
    }).pipe(Effect.provide(troubledBy(({ complete, takeOver }) => ({
      complete: (worker, ends, now) =>
        Effect.suspend(() =>
          ++calls === 1
            ? Effect.andThen(
              takeOver(["greetings"], DateTime.add(now, { seconds: 1 }), now, lost),
              complete(worker, ends, now)
            )
            : complete(worker, ends, now)
        )
    }))))
  })

  it.effect("goes on with what recurs, however many workers were lost in a round", () =>
    Effect.gen(function*() {
      const timetable = yield* Timetable
      yield* timetable.add({ name: "test.round", every: "1 minute", run: Effect.succeed(false) })
      yield* enterTimetable
      const store = yield* JobStore
      const transaction = yield* Transaction
      for (let loss = 0; loss < 10; loss++) {
        const processes = yield* Processes
        const number = yield* store.addWorker(yield* Instant.now, yield* processes.current)
        const claimed = yield* store.claim("timetable", number, 100, yield* Instant.now)
        assert.include(claimed.map(({ payload }) => payload["name"]), "test.round")
        yield* TestClock.adjust("1 minute")
        const now = yield* Instant.now
        const silentSince = DateTime.subtract(now, { seconds: 30 })
        yield* transaction.atomically(store.takeOver(["timetable"], silentSince, now, lost))
      }
    }).pipe(Effect.provide(timetableOnSqlite)))
})
