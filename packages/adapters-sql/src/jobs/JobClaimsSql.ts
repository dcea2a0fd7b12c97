import { Backoff, type BatchId, type ClaimedJob, type JobId, SubmittedBy } from "@namewright/core/jobs"
import type { Instant, OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { InstantColumn, json, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { code } from "./JobCodes.ts"

interface ClaimedRow {
  readonly job_id: JobId
  readonly batch_no: number | null
  readonly organization_id: OrganizationId | ""
  readonly kind: string
  readonly resource_key: string | null
  readonly payload: string
  readonly attempts: number
  readonly max_attempts: number
  readonly backoff: string | null
  readonly created_on: Date | string
  readonly position: number
}

const instant = Schema.encodeSync(InstantColumn)
const decodeBackoff = Schema.decodeSync(json(Backoff))

/**
 * Claims the jobs of a condition for a worker. Returns them in the order of their positions, or of submission without
 * positions.
 */
export const claimWhere = Effect.fnUntraced(
  function*(sql: SqlClient.SqlClient, condition: Statement.Fragment, worker: number, now: Instant.Instant) {
    const { exact } = dialect(sql)
    const rows = yield* sql<ClaimedRow>`UPDATE jobs
      SET state = ${code.running}, worker_no = ${worker}, attempts = attempts + 1, started_at = ${instant(now)}
      WHERE ${condition}
      RETURNING job_id, batch_no, organization_id, kind, resource_key, payload, attempts, max_attempts, backoff,
        created_on, ${exact("COALESCE(position, order_no)")} AS position`
    return rows.toSorted((a, b) => a.position - b.position).map(claimedOf)
  }
)

/** Claims of queued jobs. */
export const jobClaims = (sql: SqlClient.SqlClient) => {
  const { rowsOf, skipLocked } = dialect(sql)

  const claim = Effect.fnUntraced(function*(topic: string, worker: number, limit: number, now: Instant.Instant) {
    const next =
      sql`FROM jobs WHERE topic = ${topic} AND state = ${code.queued} ORDER BY position LIMIT ${limit} ${skipLocked}`
    return yield* claimWhere(sql, rowsOf(next), worker, now)
  }, orDieSql)

  const decodeSubmitter = Schema.decodeSync(json(SubmittedBy))

  const begin = Effect.fnUntraced(function*(batches: ReadonlyArray<number>, now: Instant.Instant) {
    if (batches.length === 0) return []
    const rows = yield* sql<{
      readonly batch_no: number
      readonly batch_id: BatchId
      readonly submitted_by: string
      readonly traceparent: string | null
      readonly started_at: unknown
    }>`SELECT batch_no, batch_id, submitted_by, traceparent, started_at FROM job_batches
      WHERE ${sql.in("batch_no", batches)}`
    const notStarted = rows.filter(({ started_at }) => started_at === null).map(({ batch_no }) => batch_no)
    if (notStarted.length > 0) {
      yield* sql`UPDATE job_batches SET started_at = ${instant(now)}
        WHERE started_at IS NULL AND ${sql.in("batch_no", notStarted)}`
    }
    return rows.map(({ batch_id, batch_no, submitted_by, traceparent }) => ({
      batch_no,
      batch_id,
      submitted_by: decodeSubmitter(submitted_by),
      traceparent
    }))
  }, orDieSql)

  return { claim, begin }
}

/**
 * Decodes a claimed row without a schema: a worker reads tens of thousands per second, and this statement's types are
 * fixed.
 */
const claimedOf = (row: ClaimedRow): ClaimedJob => ({
  job_id: row.job_id,
  batch_no: row.batch_no,
  organization_id: row.organization_id === "" ? null : row.organization_id,
  kind: row.kind,
  resource_key: row.resource_key,
  payload: JSON.parse(row.payload),
  attempt: row.attempts,
  max_attempts: row.max_attempts,
  backoff: row.backoff === null ? null : decodeBackoff(row.backoff),
  created_on: DateTime.makeUnsafe(row.created_on)
})
