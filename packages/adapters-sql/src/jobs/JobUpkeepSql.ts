import type { DeferredUpdates, JobFailed } from "@namewright/core/jobs"
import type { ProcessId } from "@namewright/core/processes"
import type { Instant } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { affected } from "../Affected.ts"
import { InstantColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { code } from "./JobCodes.ts"
import { jobCompletion } from "./JobCompletionSql.ts"
import { jobCounts } from "./JobCountsSql.ts"
import { jobOrdering } from "./JobOrderingSql.ts"
import { hasReady } from "./JobReleaseSql.ts"

/** Maximum number of batches that one removal reads, and of jobs that it removes. */
const batchesPerRemoval = 10
const jobsPerRemoval = 1000

const instant = Schema.encodeSync(InstantColumn)

/** Workers, deferred updates, and removal of old rows. */
export const jobUpkeep = (sql: SqlClient.SqlClient) => {
  const { false: no, skipLocked, true: yes } = dialect(sql)
  const ordering = jobOrdering(sql)
  const { abandon } = jobCompletion(sql)

  const addWorker = Effect.fnUntraced(function*(now: Instant.Instant, process: ProcessId) {
    const [row] = yield* sql<{ readonly worker_no: number | bigint }>`INSERT INTO job_workers (seen_at, process_id)
      VALUES (${instant(now)}, ${process}) RETURNING worker_no`
    return Number(row?.worker_no)
  }, orDieSql)

  const beat = Effect.fnUntraced(function*(worker: number, now: Instant.Instant) {
    const rows = yield* sql`UPDATE job_workers SET seen_at = ${instant(now)} WHERE worker_no = ${worker}
      RETURNING worker_no`
    return rows.length > 0
  }, orDieSql)

  const removeWorker = (worker: number) =>
    Effect.asVoid(orDieSql(sql`DELETE FROM job_workers WHERE worker_no = ${worker}`))

  const takeOver = Effect.fnUntraced(
    function*(topics: ReadonlyArray<string>, silentSince: Instant.Instant, now: Instant.Instant, lost: JobFailed) {
      const silent = yield* sql<{ readonly worker_no: number | bigint }>`SELECT worker_no FROM job_workers w
        WHERE seen_at < ${instant(silentSince)} OR (process_id IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM processes p WHERE p.process_id = w.process_id))
        ORDER BY worker_no ${skipLocked}`
      // A lost worker may claim once more before it detects its loss, and then end.
      const gone = yield* sql<{ readonly worker_no: number | bigint }>`SELECT DISTINCT worker_no FROM jobs
        WHERE state = ${code.running} AND ${sql.in("topic", topics)}
          AND NOT EXISTS (SELECT 1 FROM job_workers w WHERE w.worker_no = jobs.worker_no) ORDER BY worker_no`
      const taken = []
      for (const { worker_no } of [...silent, ...gone]) {
        taken.push(yield* abandon(Number(worker_no), topics, now, lost))
        // Workers that know the topics of its other jobs take these over.
        yield* sql`DELETE FROM job_workers WHERE worker_no = ${worker_no}
          AND NOT EXISTS (SELECT 1 FROM jobs WHERE state = ${code.running} AND worker_no = ${worker_no})`
      }
      return {
        jobs: taken.reduce((sum, { jobs }) => sum + jobs, 0),
        topics: [...new Set(taken.flatMap((it) => it.topics))],
        ended: taken.flatMap(({ ended }) => ended),
        failed: taken.flatMap(({ failed }) => failed),
        updates: {
          queues: [],
          organizations: [],
          ordering_keys: taken.flatMap(({ updates }) => updates.ordering_keys),
          batches: [...new Set(taken.flatMap(({ updates }) => updates.batches))]
        } satisfies DeferredUpdates
      }
    },
    orDieSql
  )

  const ended = sql`(SELECT sum(n) FROM job_batch_counts c
    WHERE c.batch_no = job_batches.batch_no AND c.state >= ${code.succeeded})`

  const finish = Effect.fnUntraced(function*(batches: ReadonlyArray<number>, now: Instant.Instant) {
    if (batches.length === 0) return
    const over = yield* sql<{ readonly batch_no: number }>`UPDATE job_batches SET finished_at = ${instant(now)}
      WHERE ${sql.in("batch_no", batches)} AND finished_at IS NULL AND total = ${ended} RETURNING batch_no`
    if (over.length === 0) return
    // A concurrent retry locks the batch's row, but the counts above are from before the retry.
    yield* sql`UPDATE job_batches SET finished_at = NULL
      WHERE ${sql.in("batch_no", over.map(({ batch_no }) => batch_no))} AND total <> ${ended}`
  })

  const applyUpdates = Effect.fnUntraced(function*(updates: DeferredUpdates, now: Instant.Instant) {
    if (updates.queues.length > 0) {
      yield* sql`UPDATE job_queues SET waiting = ${yes} WHERE waiting = ${no} AND ${sql.in("queue_no", updates.queues)}
        AND ${hasReady(sql)}`
    }
    yield* finish(updates.batches, now)
    const found = []
    for (const organization of updates.organizations) found.push(...(yield* ordering.headlessOf(organization)))
    return [
      ...new Set([
        ...(yield* ordering.promoteIntoSlot(updates.ordering_keys)),
        ...(yield* ordering.promoteWithoutSlot(found))
      ])
    ]
  }, orDieSql)

  /** Queues with ready jobs that are not marked as waiting, found by skipping from one queue number to the next. */
  const unmarkedQueues = sql<{ readonly queue_no: number }>`WITH RECURSIVE ready(queue_no) AS (
      SELECT (SELECT min(queue_no) FROM jobs WHERE state = ${code.blocked} AND ordering_wait = ${no} AND time_wait = ${no})
      UNION ALL
      SELECT (SELECT min(j.queue_no) FROM jobs j WHERE j.state = ${code.blocked} AND j.ordering_wait = ${no} AND j.time_wait = ${no}
        AND j.queue_no > r.queue_no) FROM ready r WHERE r.queue_no IS NOT NULL)
    SELECT r.queue_no FROM ready r JOIN job_queues f ON f.queue_no = r.queue_no WHERE f.waiting = ${no} LIMIT 1000`

  const findMissedUpdates = orDieSql(Effect.gen(function*() {
    const queues = yield* unmarkedQueues
    const over = yield* sql<{ readonly batch_no: number }>`SELECT b.batch_no FROM job_batches b
      WHERE b.finished_at IS NULL AND b.total = (SELECT sum(n) FROM job_batch_counts c
        WHERE c.batch_no = b.batch_no AND c.state >= ${code.succeeded}) LIMIT 1000`
    return {
      queues: queues.map(({ queue_no }) => queue_no),
      ordering_keys: yield* ordering.headless,
      organizations: [],
      batches: over.map(({ batch_no }) => batch_no)
    } satisfies DeferredUpdates
  }))

  const removeEnded = Effect.fnUntraced(function*(endedBefore: Instant.Instant) {
    const batches = (yield* sql<{ readonly batch_no: number }>`SELECT batch_no FROM job_batches
      WHERE finished_at < ${instant(endedBefore)} ORDER BY finished_at LIMIT ${batchesPerRemoval}`)
      .map(({ batch_no }) => batch_no)
    const ofBatches = batches.length === 0 ? 0 : yield* affected(
      sql`DELETE FROM jobs WHERE job_id IN (SELECT job_id FROM jobs WHERE ${sql.in("batch_no", batches)}
        LIMIT ${jobsPerRemoval})`
    )
    if (batches.length > 0 && ofBatches < jobsPerRemoval) {
      for (const table of ["job_queues", "job_batch_counts", "job_batches"]) {
        yield* sql`DELETE FROM ${sql(table)} WHERE ${sql.in("batch_no", batches)}`
      }
    }
    const alone = yield* affected(
      sql`DELETE FROM jobs WHERE job_id IN (SELECT job_id FROM jobs
        WHERE batch_no IS NULL AND state >= ${code.succeeded} AND finished_at < ${instant(endedBefore)}
        ORDER BY finished_at LIMIT ${jobsPerRemoval})`
    )
    return batches.length === batchesPerRemoval || ofBatches === jobsPerRemoval || alone === jobsPerRemoval
  }, orDieSql)

  return {
    addWorker,
    beat,
    removeWorker,
    takeOver,
    applyUpdates,
    countWaiting: orDieSql(jobCounts(sql).waiting),
    findMissedUpdates,
    removeEnded
  }
}
