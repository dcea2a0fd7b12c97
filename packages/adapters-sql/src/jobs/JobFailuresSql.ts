import type { JobChangeKind } from "@namewright/core/changes"
import type { RecordedFailure } from "@namewright/core/jobs"
import type { Instant } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { changePositions } from "../changes/ChangePositions.ts"
import { orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { recordset } from "../Recordset.ts"
import { jobCode } from "./JobCodes.ts"

const columns = { job_id: "key", event_id: "key", created_on: "instant" } as const

const failed: JobChangeKind = "job.failed"
const deadLetter: JobChangeKind = "job.dead_letter"

/** Records failed jobs as events that are not listed, in one statement that reads them from their rows. */
export const jobFailures = (sql: SqlClient.SqlClient) => {
  const { false: no } = dialect(sql)
  const positions = changePositions(sql)
  const object = sql.onDialectOrElse({
    pg: () => sql.literal("json_build_object"),
    orElse: () => sql.literal("json_object")
  })
  const submitter = sql.onDialectOrElse({
    pg: () => sql`b.submitted_by::json ->> 'principal'`,
    orElse: () => sql`b.submitted_by ->> 'principal'`
  })
  const data = sql`CAST(${object}('message', j.display || ': ' || j.error_message,
    'job_id', j.job_id, 'batch_id', b.batch_id, 'command', j.command,
    'error', ${object}('class', j.error_class, 'code', j.error_code, 'detail', j.error_message)) AS TEXT)`

  return Effect.fnUntraced(function*(failures: ReadonlyArray<RecordedFailure>, now: Instant.Instant) {
    if (failures.length === 0) return
    const created_on = DateTime.formatIso(now)
    // Nobody can acknowledge an event that is not listed; so its retention begins at once.
    yield* sql`INSERT INTO events (event_id, organization_id, object_type, object_id, object_name, event_data, principal,
        created_on, acknowledged_on, kind, is_listed, position)
      SELECT x.event_id, j.organization_id, CASE WHEN j.domain_name IS NULL THEN 'UNKNOWN' ELSE 'DOMAIN' END,
        CASE WHEN j.domain_name IS NULL THEN j.resource_key END, j.domain_name, ${data}, ${submitter},
        x.created_on, x.created_on, CASE j.state WHEN ${sql.literal(String(jobCode.dead_letter))} THEN ${
      sql.literal(`'${deadLetter}'`)
    } ELSE ${sql.literal(`'${failed}'`)} END, ${no}, ${positions.nextOfRows}
      FROM ${recordset(sql, columns, failures.map((failure) => ({ ...failure, created_on })))}
      JOIN jobs j ON j.job_id = x.job_id JOIN job_batches b ON b.batch_no = j.batch_no`
  }, orDieSql)
}
