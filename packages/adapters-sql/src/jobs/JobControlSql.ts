import {
  type DeferredUpdates,
  type JobErrorClass,
  type JobScope,
  type JobStatus,
  noDeferredUpdates
} from "@namewright/core/jobs"
import type { Instant } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { affected } from "../Affected.ts"
import { InstantColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { code, jobCode } from "./JobCodes.ts"
import { jobCounts } from "./JobCountsSql.ts"
import { nextPositions } from "./JobPositionsSql.ts"
import { hasReady, jobRelease } from "./JobReleaseSql.ts"

const instant = Schema.encodeSync(InstantColumn)

/** Pause, resume, cancel and retry of a batch or of one job: one statement for the jobs, and one for the counts. */
export const jobControl = (sql: SqlClient.SqlClient) => {
  const { count, exact, false: no, forUpdate, true: yes } = dialect(sql)
  const counts = jobCounts(sql)
  const { release } = jobRelease(sql)

  const within = (scope: JobScope): Statement.Fragment =>
    "job_id" in scope ? sql`job_id = ${scope.job_id}` : sql`batch_no = ${scope.batch_no}`

  const batchOf = Effect.fnUntraced(function*(scope: JobScope) {
    if ("batch_no" in scope) return scope.batch_no
    const [row] = yield* sql<{ readonly batch_no: number | null }>`SELECT batch_no FROM jobs
      WHERE job_id = ${scope.job_id}`
    return row?.batch_no ?? 0
  })

  const tally = Effect.fnUntraced(function*(scope: JobScope, changes: Partial<Record<JobStatus, number>>) {
    const batch_no = yield* batchOf(scope)
    yield* counts.add(
      Object.entries(changes).map(([status, n]) => ({ batch_no, status: status as JobStatus, n }))
    )
  })

  const pause = Effect.fnUntraced(function*(scope: JobScope, now: Instant.Instant) {
    const n = yield* affected(
      sql`UPDATE jobs SET state = ${code.paused}, position = NULL, paused_at = ${instant(now)}
        WHERE ${within(scope)} AND state IN (${code.blocked}, ${code.queued})`
    )
    yield* tally(scope, { paused: n })
    return n
  }, orDieSql)

  /** Marks the queues with ready jobs as waiting, then queues as many jobs as the capacity of their topics allows. */
  const reopen = Effect.fnUntraced(function*(scope: JobScope, capacityOf: (topic: string) => number) {
    const batch_no = yield* batchOf(scope)
    const queues = yield* sql<{ readonly queue_no: number; readonly topic: string }>`SELECT queue_no, topic
      FROM job_queues WHERE batch_no = ${batch_no} ORDER BY queue_no ${forUpdate}`
    yield* sql`UPDATE job_queues SET waiting = ${yes} WHERE batch_no = ${batch_no} AND ${hasReady(sql)}`
    for (const topic of new Set(queues.map((queue) => queue.topic))) yield* release(topic, capacityOf(topic))
  })

  const resume = Effect.fnUntraced(function*(scope: JobScope, capacityOf: (topic: string) => number) {
    const n = yield* affected(
      sql`UPDATE jobs SET state = ${code.blocked}, paused_at = NULL WHERE ${within(scope)} AND state = ${code.paused}`
    )
    if (n === 0) return 0
    yield* tally(scope, { paused: -n })
    yield* reopen(scope, capacityOf)
    return n
  }, orDieSql)

  /** Ordering keys that may have waiting jobs without a head: the key of one job, or all keys of the organization. */
  const keyUpdates = Effect.fnUntraced(
    function*(scope: JobScope): Effect.fn.Return<DeferredUpdates, SqlError.SqlError> {
      const [own] = yield* sql<{ readonly organization_id: string; readonly ordering_key: string | null }>`
      SELECT organization_id, ordering_key FROM jobs WHERE ${within(scope)} LIMIT 1`
      if (own === undefined) return noDeferredUpdates
      const { ordering_key, organization_id } = own
      return "batch_no" in scope
        ? { ...noDeferredUpdates, organizations: [organization_id] }
        : { ...noDeferredUpdates, ordering_keys: ordering_key === null ? [] : [{ organization_id, ordering_key }] }
    }
  )

  const cancelFrom = (scope: JobScope, states: Statement.Fragment, now: Instant.Instant) =>
    affected(
      sql`UPDATE jobs SET state = ${code.canceled}, position = NULL, open_key = NULL, ordering_wait = ${no}, time_wait = ${no},
          finished_at = ${instant(now)}, paused_at = NULL
        WHERE ${within(scope)} AND state IN (${states})`
    )

  const cancel = Effect.fnUntraced(function*(scope: JobScope, now: Instant.Instant) {
    const before = yield* cancelFrom(scope, sql.literal("3"), now)
    const open = yield* cancelFrom(scope, sql.literal("0, 1"), now)
    // Another transaction may have paused some jobs between the two statements.
    const paused = before + (yield* cancelFrom(scope, sql.literal("3"), now))
    const canceled = paused + open
    if (canceled === 0) return { canceled, updates: noDeferredUpdates }
    yield* tally(scope, { paused: -paused, canceled })
    return { canceled, updates: { ...yield* keyUpdates(scope), batches: [yield* batchOf(scope)] } }
  }, orDieSql)

  /**
   * Repeats an update that conflicts with a concurrently stored job of one of the ordering keys. Each attempt has its
   * own savepoint.
   */
  const inSavepoint = <A>(update: Effect.Effect<A, SqlError.SqlError>) =>
    Effect.retry(sql.withTransaction(update), {
      times: 3,
      while: ({ reason }) => reason._tag === "UniqueViolation"
    })

  /**
   * Orders retried jobs after all submitted jobs, in their original order. A job whose ordering key is in use waits.
   */
  const retryFrom = Effect.fnUntraced(
    function*(scope: JobScope, state: "failed" | "dead_letter", classes: Statement.Fragment, now: Instant.Instant) {
      const eligible = sql`${within(scope)} AND state = ${sql.literal(String(jobCode[state]))} AND ${classes}`
      const [eligibleJobs] = yield* sql<{ readonly n: number }>`SELECT ${count} AS n FROM jobs WHERE ${eligible}`
      if (eligibleJobs === undefined || eligibleJobs.n === 0) return { n: 0, first: 0 }
      const first = yield* nextPositions(sql, eligibleJobs.n)
      const n = yield* inSavepoint(affected(
        sql`UPDATE jobs SET state = ${code.blocked}, attempts = 0, order_no = ${exact(String(first))} + again.rank,
          ordering_wait = again.waits, time_wait = ${no}, not_before = ${instant(now)}, started_at = NULL,
          finished_at = NULL, error_class = NULL, error_code = NULL, error_message = NULL, error_details = NULL
        FROM (SELECT j.job_id, row_number() OVER (ORDER BY j.order_no) AS rank,
            CASE WHEN j.ordering_key IS NULL THEN ${no}
              WHEN row_number() OVER (PARTITION BY j.organization_id, j.ordering_key ORDER BY j.order_no) > 1 THEN ${yes}
              WHEN EXISTS (SELECT 1 FROM jobs h WHERE h.organization_id = j.organization_id AND h.ordering_key = j.ordering_key
                AND h.ordering_key IS NOT NULL AND h.ordering_wait = ${no} AND h.state < ${code.succeeded}) THEN ${yes}
              WHEN EXISTS (SELECT 1 FROM jobs w WHERE w.organization_id = j.organization_id AND w.ordering_key = j.ordering_key
                AND w.ordering_wait = ${yes}) THEN ${yes}
              ELSE ${no} END AS waits
          FROM jobs j WHERE ${eligible}) AS again
        WHERE jobs.job_id = again.job_id AND jobs.state = ${sql.literal(String(jobCode[state]))}`
      ))
      return { n, first }
    }
  )

  const retry = Effect.fnUntraced(
    function*(
      scope: JobScope,
      errorClasses: ReadonlyArray<JobErrorClass>,
      now: Instant.Instant,
      capacityOf: (topic: string) => number
    ) {
      const classes = errorClasses.length === 0 ? sql`1 = 1` : sql.in("error_class", errorClasses)
      const failed = yield* retryFrom(scope, "failed", classes, now)
      const dead = yield* retryFrom(scope, "dead_letter", classes, now)
      const retried = failed.n + dead.n
      if (retried === 0) return { retried, queued: 0, updates: noDeferredUpdates }
      yield* tally(scope, { failed: -failed.n, dead_letter: -dead.n })
      const batch_no = yield* batchOf(scope)
      yield* sql`UPDATE job_batches SET finished_at = NULL WHERE batch_no = ${batch_no}`
      yield* reopen(scope, capacityOf)
      const since = Math.min(...[failed, dead].flatMap(({ first, n }) => n === 0 ? [] : [first]))
      const [queued] = yield* sql<{ readonly n: number }>`SELECT ${count} AS n FROM jobs
        WHERE ${within(scope)} AND state = ${code.queued} AND order_no >= ${exact(String(since))}`
      return { retried, queued: queued?.n ?? 0, updates: yield* keyUpdates(scope) }
    },
    orDieSql
  )

  return { pause, resume, cancel, retry }
}
