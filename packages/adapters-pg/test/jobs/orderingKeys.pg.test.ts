import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { JobStore, noDeferredUpdates } from "@namewright/core/jobs"
import { Instant } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"

const organization_id = "organization_1"

/** Jobs of one organization with distinct ordering keys; the last `followed` keys have a second job. */
const crowd = Effect.fnUntraced(function*(from: number, to: number, waiters: number) {
  const sql = yield* SqlClient.SqlClient
  const insert = (prefix: string, waits: boolean, first: number) =>
    sql`INSERT INTO jobs (job_id, organization_id, queue_no, topic, kind, state, order_no, ordering_key, ordering_wait, time_wait,
        attempts, max_attempts, payload, created_on)
      SELECT ${prefix} || n, ${organization_id}, 1, 'crowd', 'crowd', 0, n, 'key ' || n, ${waits}, FALSE, 0, 5, '{}', now()
      FROM generate_series(${first}::int, ${to}::int) AS n`
  yield* insert("head", false, from)
  if (waiters > 0) yield* insert("waiter", true, to - waiters + 1)
})

/** Number of job rows that this connection has read. */
const rowsRead = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly rows: number }>`SELECT (seq_tup_read + idx_tup_fetch)::int AS rows
    FROM pg_stat_xact_user_tables WHERE relname = 'jobs'`
  return row?.rows ?? Number.NaN
})

const database = Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url })))

layer(database, { timeout: "60 seconds" })("Ordering keys on PostgreSQL", (it) => {
  it.effect(
    "are looked up one by one when their heads have ended, however many jobs the organization has",
    () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const store = yield* JobStore
        const heads = 20_000
        const ended = 1000
        yield* crowd(1, 200, 0)
        // The statistics are older than the jobs, as after a large submission.
        yield* sql`ANALYZE jobs`
        yield* crowd(201, heads, 2)
        yield* sql`UPDATE jobs SET state = 4 WHERE NOT ordering_wait AND order_no > ${heads - ended}`
        const ordering_keys = Array.from(
          { length: ended },
          (_, index) => ({ organization_id, ordering_key: `key ${heads - index}` })
        )

        const read = yield* sql.withTransaction(Effect.gen(function*() {
          const before = yield* rowsRead
          yield* store.applyUpdates({ ...noDeferredUpdates, ordering_keys }, yield* Instant.now)
          return (yield* rowsRead) - before
        }))
        const promoted = yield* sql`SELECT ordering_key FROM jobs WHERE state = 1 ORDER BY order_no`
        assert.deepStrictEqual(promoted, [{ ordering_key: `key ${heads - 1}` }, {
          ordering_key: `key ${heads}`
        }])
        assert.isAtMost(read, 20)
      }),
    60_000
  )
})
