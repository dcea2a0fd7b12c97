import type { JobCounts, JobStatus, WaitingJobs } from "@namewright/core/jobs"
import { jobStatuses, noJobs } from "@namewright/core/jobs"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { dialect } from "../Dialect.ts"
import { recordset } from "../Recordset.ts"
import { code, jobCode, statusOfCode } from "./JobCodes.ts"

/** Change of the number of jobs of a batch in one state. */
export interface JobCountChange {
  readonly batch_no: number
  readonly status: JobStatus
  readonly n: number
}

/**
 * Stored counts include only paused and ended jobs. Queued and running jobs are counted by a query; blocked jobs are
 * the rest.
 */
const isCounted = (status: JobStatus): boolean => jobCode[status] >= jobCode.paused

/** Numbers of jobs of batches by state. */
export const jobCounts = (sql: SqlClient.SqlClient) => {
  const { count, shard, whole } = dialect(sql)

  /** Adds to the counts, in the transaction that changes the jobs. */
  const add = Effect.fnUntraced(function*(changes: ReadonlyArray<JobCountChange>) {
    const counted = changes.filter(({ n, status }) => n !== 0 && isCounted(status))
    if (counted.length === 0) return
    const rows = counted.map(({ batch_no, n, status }) => ({ batch_no, state: jobCode[status], n }))
    yield* sql`INSERT INTO job_batch_counts (batch_no, state, shard, n)
      SELECT x.batch_no, x.state, ${shard}, x.n
      FROM ${recordset(sql, { batch_no: "integer", state: "integer", n: "integer" }, rows)}
      WHERE ${sql.literal("1 = 1")} ORDER BY x.batch_no, x.state
      ON CONFLICT (batch_no, state, shard) DO UPDATE SET n = job_batch_counts.n + excluded.n`
  })

  /** The counts of batches with these totals, from one snapshot. */
  const read = (
    totals: ReadonlyMap<number, number>
  ): Effect.Effect<ReadonlyMap<number, JobCounts>, SqlError.SqlError> => {
    const batches = [...totals.keys()]
    if (batches.length === 0) return Effect.succeed(new Map())
    return Effect.map(
      sql<{ readonly batch_no: number; readonly state: number; readonly n: number }>`
        SELECT batch_no, state, ${whole("sum(n)")} AS n FROM (
          SELECT batch_no, state, n FROM job_batch_counts WHERE ${sql.in("batch_no", batches)}
          UNION ALL
          SELECT batch_no, state, 1 AS n FROM jobs WHERE ${
        sql.in("batch_no", batches)
      } AND state IN (${code.queued}, ${code.running})) AS parts
        GROUP BY batch_no, state`,
      (rows) => {
        const counts = new Map<number, Record<JobStatus, number>>(batches.map((batch) => [batch, { ...noJobs }]))
        for (const { batch_no, n, state } of rows) {
          const own = counts.get(batch_no)
          if (own !== undefined) own[statusOfCode(state)] = n
        }
        for (const [batch, own] of counts) {
          const others = jobStatuses.reduce((sum, status) => sum + own[status], 0)
          own.blocked = (totals.get(batch) ?? 0) - others
        }
        return counts
      }
    )
  }

  /** The jobs of open batches that are neither paused, queued, running nor ended are blocked. */
  const waiting: Effect.Effect<WaitingJobs, SqlError.SqlError> = Effect.map(
    sql<{ readonly topic: string | null; readonly state: number | null; readonly n: number | null }>`
      SELECT NULL AS topic, NULL AS state, ${whole("sum(total)")} AS n FROM job_batches WHERE finished_at IS NULL
      UNION ALL
      SELECT NULL, c.state, ${whole("sum(c.n)")} FROM job_batches b JOIN job_batch_counts c ON c.batch_no = b.batch_no
        WHERE b.finished_at IS NULL GROUP BY c.state
      UNION ALL
      SELECT NULL, state, ${count} FROM jobs WHERE state IN (${code.queued}, ${code.running}) AND batch_no IS NOT NULL GROUP BY state
      UNION ALL
      SELECT topic, state, ${count} FROM jobs WHERE state = ${code.queued} GROUP BY topic, state`,
    (rows) => {
      const queued = new Map<string, number>()
      let [total, others, paused] = [0, 0, 0]
      for (const { n, state, topic } of rows) {
        if (topic !== null) queued.set(topic, n ?? 0)
        else if (state === null) total += n ?? 0
        else others += n ?? 0
        if (topic === null && state === jobCode.paused) paused += n ?? 0
      }
      // A batch that is retried can be marked as ended for a moment, while its jobs are queued.
      return { queued, blocked: Math.max(0, total - others), paused }
    }
  )

  return { add, read, waiting }
}
