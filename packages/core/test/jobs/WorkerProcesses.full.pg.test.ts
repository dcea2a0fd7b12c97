import { assert, describe, it } from "@effect/vitest"
import { layer as postgres } from "@namewright/adapters-pg"
import { type BatchId, JobAnnouncements, Jobs, JobStore } from "@namewright/core/jobs"
import { Transaction } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import { testSize } from "../../../../test/testSize.ts"
import { caller, greet, jobsOn } from "./JobsPlatform.ts"
import { noteTables, notingJobs } from "./notingJobs.ts"
import { workerProcesses } from "./WorkerProcesses.ts"

/** Jobs of each of the batches whose processes are killed. */
const size = testSize(200, 500)
/** Jobs of each of the batches that processes share. */
const sharedSize = testSize(200, 400)

const script = join(import.meta.dirname, "workingProcess.ts")

/** Runs a test on a database that other processes work on as well. */
const onDatabase = <A, E>(test: (url: string) => Effect.Effect<A, E, any>) =>
  Effect.gen(function*() {
    const url = yield* migratedDatabase
    const storage = postgres({ url, maxConnections: 4 })
    const prepared = Effect.andThen(noteTables, notingJobs(0))
    return yield* Effect.provide(Effect.andThen(prepared, test(url)), jobsOn(storage).pipe(Layer.provideMerge(storage)))
  }).pipe(Effect.scoped)

/** The work of `jobs.missed_updates`: applies updates whose process ended between a commit and `applyUpdates`. */
const applyMissed = Effect.gen(function*() {
  const store = yield* JobStore
  const transaction = yield* Transaction
  const { announce } = yield* JobAnnouncements
  yield* transaction.atomically(Effect.flatMap(store.findMissedUpdates, (updates) => announce(updates, [])))
})

/** Batches of a new organization; every tenth job has the ordering key of the one before. */
const submitted = Effect.fnUntraced(function*(sizes: ReadonlyArray<number>) {
  const jobs = yield* Jobs
  const { act } = yield* caller
  const batches: Array<BatchId> = []
  for (const [batch, size] of sizes.entries()) {
    const names = Array.from({ length: size }, (_, n) => `b${batch}n${n % 10 === 9 ? n - 1 : n}`)
    batches.push((yield* act(jobs.submit(greet(...names)))).batch_id)
  }
  const progress = Effect.forEach(batches, (id) => act(jobs.getBatch(id)))
  const complete: Effect.Effect<void, unknown, JobStore | Transaction | JobAnnouncements> = Effect.flatMap(
    progress,
    (all) =>
      all.every(({ status }) => status === "complete")
        ? Effect.void
        : Effect.andThen(Effect.andThen(Effect.sleep("250 millis"), applyMissed), complete)
  )
  return { progress, complete }
})

const count = Effect.fnUntraced(function*(query: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql.unsafe<{ readonly n: number }>(query)
  return row?.n ?? 0
})

describe("Workers in several processes", () => {
  it.live("share the work, and run each job once", () =>
    onDatabase(Effect.fnUntraced(function*(url) {
      const processes = yield* workerProcesses(script, url)
      yield* Effect.all([processes.start, processes.start], { concurrency: 2 })
      const { complete, progress } = yield* submitted([sharedSize, sharedSize])
      yield* complete
      assert.deepStrictEqual((yield* progress).map(({ succeeded }) => succeeded), [sharedSize, sharedSize])
      assert.strictEqual(yield* count("SELECT count(*)::int AS n FROM noted_runs"), 2 * sharedSize)
      assert.strictEqual(yield* count("SELECT count(DISTINCT process)::int AS n FROM noted_runs"), 2)
      assert.deepStrictEqual(yield* processes.stop, [0, 0])
      assert.strictEqual(yield* count("SELECT count(*)::int AS n FROM job_workers"), 0)
    })), 300_000)

  it.live("end every job once, in whatever moment they are killed", () =>
    onDatabase(Effect.fnUntraced(function*(url) {
      const processes = yield* workerProcesses(script, url)
      yield* Effect.all([processes.start, processes.start, processes.start], { concurrency: 3 })
      const { complete, progress } = yield* submitted([size, size, size])
      const deaths = Effect.repeat(Effect.andThen(Effect.sleep("150 millis"), processes.replaceOne), { times: 8 })
      yield* Effect.race(complete, Effect.asVoid(deaths))
      yield* complete
      assert.isAbove(processes.killed(), 0)
      for (const batch of yield* progress) {
        assert.deepInclude(batch, { total: size, succeeded: size, dead_letter: 0, progress_percentage: 100 })
      }
      assert.strictEqual(yield* count("SELECT count(*)::int AS n FROM noted_effects"), 3 * size)
      assert.strictEqual(yield* count("SELECT count(*)::int AS n FROM jobs WHERE state < 4"), 0)
      // The second of an ordering key came after the first.
      const outOfOrder =
        `SELECT count(*)::int AS n FROM noted_effects a JOIN noted_effects b ON a.ordering_key = b.ordering_key
        AND a.job_id < b.job_id AND a.n > b.n`
      assert.strictEqual(yield* count(outOfOrder), 0)
      yield* processes.stop
    })), 600_000)
})
