import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { JobStore, newBatchId, type NewJob, newJobId, submittedBy } from "@namewright/core/jobs"
import { Instant, newOrganizationId } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import { administrator } from "../../../conformance/src/Actors.ts"

const organization_id = Effect.runSync(newOrganizationId)

const keyed = Effect.fnUntraced(function*(key: string) {
  const job: NewJob = {
    job_id: yield* newJobId,
    kind: "sample",
    topic: "keys",
    capacity: 10,
    organization_id,
    ordering_key: null,
    payload: "{}",
    max_attempts: 5,
    backoff: null,
    not_before: null,
    created_on: yield* Instant.now,
    summary: null,
    idempotency_key: key,
    open_key: null,
    paused: false
  }
  return job
})

const submit = Effect.fnUntraced(function*(keys: ReadonlyArray<string>) {
  const store = yield* JobStore
  const sql = yield* SqlClient.SqlClient
  const batch = {
    batch_id: yield* newBatchId,
    organization_id,
    label: null,
    submitted_by: submittedBy(administrator(organization_id)),
    traceparent: null,
    created_on: yield* Instant.now
  }
  return yield* sql.withTransaction(store.insertBatch(batch, yield* Effect.forEach(keys, keyed)))
})

/** Number of job rows that this connection has read. */
const rowsRead = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly rows: number }>`SELECT (seq_tup_read + idx_tup_fetch)::int AS rows
    FROM pg_stat_xact_user_tables WHERE relname = 'jobs'`
  return row?.rows ?? Number.NaN
})

const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `key ${from + n}`)

const database = Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url })))

layer(database, { timeout: "60 seconds" })("Idempotency keys on PostgreSQL", (it) => {
  it.effect("are looked up by an index with any number of jobs", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* submit(numbered(0, 200))
      // The statistics are older than the jobs, as after a large submission.
      yield* sql`ANALYZE jobs`
      yield* submit(numbered(200, 20_000))
      for (const [statistics, first] of [["of before", 30_000], ["of now", 40_000]] as const) {
        if (statistics === "of now") yield* sql`ANALYZE jobs`
        const read = yield* sql.withTransaction(Effect.gen(function*() {
          const before = yield* rowsRead
          const { duplicates } = yield* submit([...numbered(1990, 2000), ...numbered(first, first + 990)])
          assert.strictEqual(duplicates.size, 10)
          return (yield* rowsRead) - before
        }))
        assert.isAtMost(read, 100, statistics)
      }
    }), 60_000)

  it.effect("of open system jobs are looked up by an index", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const store = yield* JobStore
      const enqueue = Effect.fnUntraced(function*(keys: ReadonlyArray<string>) {
        const jobs = yield* Effect.forEach(keys, keyed)
        yield* sql.withTransaction(
          store.enqueue(jobs.map((job) => ({ ...job, open_key: job.idempotency_key, idempotency_key: null })))
        )
      })
      yield* enqueue(numbered(0, 5000))
      yield* sql`ANALYZE jobs`
      const [before] = yield* sql<{ readonly n: number }>`SELECT count(*)::int AS n FROM jobs`
      const read = yield* sql.withTransaction(Effect.gen(function*() {
        const first = yield* rowsRead
        yield* enqueue(numbered(4000, 4040))
        return (yield* rowsRead) - first
      }))
      assert.isAtMost(read, 40)
      assert.deepStrictEqual([...yield* sql<{ readonly n: number }>`SELECT count(*)::int AS n FROM jobs`], [before])
    }), 60_000)
})
