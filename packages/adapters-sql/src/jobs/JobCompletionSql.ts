import {
  type DeferredUpdates,
  hasEnded,
  type JobFailed,
  type JobId,
  type JobOutcome,
  type JobStatus
} from "@namewright/core/jobs"
import type { Instant } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { recordset, type RecordsetColumn, type RecordsetRow } from "../Recordset.ts"
import { code, jobCode, statusOfCode } from "./JobCodes.ts"
import { type JobCountChange, jobCounts } from "./JobCountsSql.ts"
import { nextPositions } from "./JobPositionsSql.ts"

const columns = {
  job_id: "key",
  attempt: "integer",
  state: "integer",
  uncounted: "integer",
  position: "bigint",
  result: "text",
  payload: "text",
  error_class: "key",
  error_code: "key",
  error_message: "text",
  error_details: "text",
  not_before: "instant",
  finished_at: "instant"
} as const satisfies Record<string, RecordsetColumn>

/** A job whose claim has ended. */
interface EndedRow {
  readonly job_id: JobId
  readonly batch_no: number | null
  readonly state: number
  readonly organization_id: string
  readonly ordering_key: string | null
  readonly topic?: string
}

const instant = DateTime.formatIso

/** Storage of the outcomes of claims. */
export const jobCompletion = (sql: SqlClient.SqlClient) => {
  const { false: no, true: yes } = dialect(sql)
  const counts = jobCounts(sql)

  // Only running jobs have a worker. The statement has no condition on the state, so that it is planned by the ids.
  const update = (worker: number, rows: ReadonlyArray<RecordsetRow>) =>
    sql<EndedRow>`UPDATE jobs SET
        state = x.state, worker_no = NULL, attempts = attempts - x.uncounted, position = x.position,
        result = x.result, payload = COALESCE(x.payload, jobs.payload), error_class = x.error_class, error_code = x.error_code, error_message = x.error_message,
        error_details = x.error_details, finished_at = x.finished_at,
        not_before = COALESCE(x.not_before, jobs.not_before),
        time_wait = CASE WHEN x.state = ${code.blocked} THEN ${yes} ELSE ${no} END,
        open_key = CASE WHEN x.state < ${code.succeeded} THEN open_key END
      FROM ${recordset(sql, columns, rows)}
      WHERE jobs.job_id = x.job_id AND jobs.worker_no = ${worker} AND jobs.attempts = x.attempt
      RETURNING jobs.job_id, jobs.batch_no, jobs.state, jobs.organization_id, jobs.ordering_key`

  /** Removes succeeded system jobs. */
  const remove = (worker: number, rows: ReadonlyArray<RecordsetRow>) =>
    sql<EndedRow>`DELETE FROM jobs WHERE worker_no = ${worker}
      AND (job_id, attempts) IN (SELECT x.job_id, x.attempt
        FROM ${recordset(sql, { job_id: "key", attempt: "integer" }, rows)})
      RETURNING job_id, batch_no, state, organization_id, ordering_key`

  const complete = Effect.fnUntraced(
    function*(worker: number, outcomes: ReadonlyArray<JobOutcome>, now: Instant.Instant) {
      const position = outcomes.some(({ status }) => status === "queued") ? yield* nextPositions(sql) : null
      const [gone, kept] = partition(outcomes, ({ job, status }) => status === "succeeded" && job.batch_no === null)
      // In the order of ids, so that two completions do not deadlock.
      const rows = kept.map((outcome) => rowOf(outcome, now, position)).toSorted((a, b) => a.job_id < b.job_id ? -1 : 1)
      const updated = rows.length === 0 ? [] : yield* update(worker, rows)
      const removed = gone.length === 0
        ? []
        : yield* remove(worker, gone.map(({ job }) => ({ job_id: job.job_id, attempt: job.attempt })))
      yield* counts.add(changesOf(updated))
      const stored = [...updated, ...removed]
      return {
        completed: stored.length,
        skipped: skippedOf(outcomes, stored),
        failed: failedOf(updated),
        updates: updatesOf(stored, removed)
      }
    },
    orDieSql
  )

  /** Requeues the jobs of a lost worker. Jobs without a remaining attempt end. */
  const abandon = Effect.fnUntraced(
    function*(worker: number, topics: ReadonlyArray<string>, now: Instant.Instant, lost: JobFailed) {
      const claimed = sql`state = ${code.running} AND ${sql.in("topic", topics)} AND worker_no = ${worker}`
      const ended = yield* sql<
        EndedRow & { readonly kind: string }
      >`UPDATE jobs SET state = ${code.dead_letter}, worker_no = NULL, position = NULL, open_key = NULL,
          finished_at = ${instant(now)}, error_class = ${lost.error_class}, error_code = ${lost.error_code},
          error_message = ${lost.error_message}
        WHERE ${claimed} AND attempts >= max_attempts
        RETURNING job_id, kind, batch_no, state, organization_id, ordering_key, topic`
      const position = yield* nextPositions(sql)
      const back = yield* sql<EndedRow>`UPDATE jobs SET state = ${code.queued}, worker_no = NULL, position = ${position}
        WHERE ${claimed} RETURNING job_id, batch_no, state, organization_id, ordering_key, topic`
      yield* counts.add(changesOf(ended))
      return {
        jobs: ended.length + back.length,
        topics: back.flatMap(({ topic }) => topic ?? []),
        ended: ended.map(({ kind }) => kind),
        failed: failedOf(ended),
        updates: updatesOf(ended, [])
      }
    },
    orDieSql
  )

  return { complete, abandon }
}

const partition = <A>(items: ReadonlyArray<A>, test: (item: A) => boolean): readonly [Array<A>, Array<A>] => {
  const yes: Array<A> = []
  const no: Array<A> = []
  for (const item of items) (test(item) ? yes : no).push(item)
  return [yes, no]
}

const rowOf = (outcome: JobOutcome, now: Instant.Instant, position: number | null) => {
  const { job, status } = outcome
  const error = "error" in outcome ? outcome.error : null
  const isCounted = outcome.status === "blocked" ? outcome.error !== null : outcome.status !== "queued" || outcome.begun
  return {
    job_id: job.job_id,
    attempt: job.attempt,
    state: jobCode[status],
    uncounted: isCounted ? 0 : 1,
    position: status === "queued" ? position : null,
    result: outcome.status === "succeeded" && outcome.result !== null ? JSON.stringify(outcome.result) : null,
    payload: outcome.status === "succeeded" && outcome.payload !== null ? JSON.stringify(outcome.payload) : null,
    error_class: error?.error_class ?? null,
    error_code: error?.error_code ?? null,
    error_message: error?.error_message ?? null,
    error_details: error === null || error.error_details === null ? null : JSON.stringify(error.error_details),
    not_before: outcome.status === "blocked" ? instant(outcome.not_before) : null,
    finished_at: hasEnded(status) ? instant(now) : null
  }
}

const skippedOf = (outcomes: ReadonlyArray<JobOutcome>, stored: ReadonlyArray<EndedRow>): ReadonlyArray<JobId> => {
  if (stored.length === outcomes.length) return []
  const ids = new Set(stored.map(({ job_id }) => job_id))
  return outcomes.flatMap(({ job }) => ids.has(job.job_id) ? [] : job.job_id)
}

/** Jobs of batches that have ended without success. */
const failedOf = (rows: ReadonlyArray<EndedRow>): ReadonlyArray<JobId> =>
  rows.flatMap(({ batch_no, job_id, state }) =>
    batch_no !== null && (state === jobCode.failed || state === jobCode.dead_letter) ? job_id : []
  )

/** Changes of the counts that result from these rows. */
const changesOf = (rows: ReadonlyArray<EndedRow>): ReadonlyArray<JobCountChange> => {
  const tally = new Map<string, { readonly batch_no: number; readonly status: JobStatus; n: number }>()
  for (const { batch_no, state } of rows) {
    if (batch_no === null) continue
    const key = `${batch_no} ${state}`
    const entry = tally.get(key)
    if (entry === undefined) tally.set(key, { batch_no, status: statusOfCode(state), n: 1 })
    else entry.n++
  }
  return [...tally.values()]
}

const updatesOf = (rows: ReadonlyArray<EndedRow>, removed: ReadonlyArray<EndedRow>): DeferredUpdates => {
  const over = [...rows.filter(({ state }) => state >= jobCode.succeeded), ...removed]
  return {
    queues: [],
    organizations: [],
    ordering_keys: over.flatMap(({ ordering_key, organization_id }) =>
      ordering_key === null ? [] : [{ organization_id, ordering_key }]
    ),
    batches: [...new Set(over.flatMap(({ batch_no }) => batch_no ?? []))]
  }
}
