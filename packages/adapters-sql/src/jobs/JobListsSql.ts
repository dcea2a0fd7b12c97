import {
  Backoff,
  type BatchFilter,
  type BatchId,
  type BatchSortField,
  type BatchSummary,
  Job,
  type JobCounts,
  type JobFilter,
  type JobId,
  type JobSortField,
  type JobStatus,
  jobStatuses,
  noJobs,
  standardBackoff,
  SubmittedBy
} from "@namewright/core/jobs"
import { offset, type OrganizationId, type PageRequest, type Sort } from "@namewright/core/shared"
import { Effect, Option, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { InstantColumn, json, orDieSql } from "../Codecs.ts"
import { ownerIn } from "../ownerIn.ts"
import { decodedRows, rowReads } from "../RowReads.ts"
import { jobCode, statusOfCode } from "./JobCodes.ts"
import { jobCounts } from "./JobCountsSql.ts"

const BatchRow = Schema.Struct({
  batch_no: Schema.Int,
  batch_id: Schema.String,
  label: Schema.NullOr(Schema.String),
  total: Schema.Int,
  created_on: InstantColumn,
  started_at: Schema.NullOr(InstantColumn),
  finished_at: Schema.NullOr(InstantColumn)
})
type BatchRow = typeof BatchRow.Type

const { correlation_id: _, status: __, ...stored } = Job.fields
const JobRow = Schema.Struct({
  ...stored,
  batch_id: Job.fields.correlation_id,
  state: Schema.Int,
  payload: json(Job.fields.payload),
  result: Schema.NullOr(json(Schema.JsonObject)),
  backoff: Schema.NullOr(json(Backoff)),
  error_details: Schema.NullOr(json(Schema.JsonObject)),
  created_on: InstantColumn,
  not_before: Schema.NullOr(InstantColumn),
  started_at: Schema.NullOr(InstantColumn),
  finished_at: Schema.NullOr(InstantColumn),
  paused_at: Schema.NullOr(InstantColumn)
})
const jobColumns = Object.keys(JobRow.fields)
  .map((name) => name === "batch_id" ? "b.batch_id" : `j.${name}`).join(", ")

const decodeSubmitter = Schema.decodeSync(json(SubmittedBy))

/** Lists and details of batches and jobs. */
export const jobLists = (sql: SqlClient.SqlClient) => {
  const counts = jobCounts(sql)
  const batches = rowReads(sql, "job_batches", BatchRow)
  const jobs = decodedRows(JobRow).map(jobOf)

  const countsOf = (rows: ReadonlyArray<BatchRow>) =>
    counts.read(new Map(rows.map(({ batch_no, total }) => [batch_no, total])))

  const findBatch = Effect.fnUntraced(function*(organization: OrganizationId, id: BatchId) {
    const rows = yield* batches.all(sql`batch_id = ${id} AND organization_id = ${organization}`)
    const ofBatches = yield* countsOf(rows)
    return Option.map(Option.fromUndefinedOr(rows[0]), (row) => ({
      batch_no: row.batch_no,
      summary: summaryOf(row, ofBatches.get(row.batch_no) ?? noJobs)
    }))
  }, orDieSql)

  const submitterOf = Effect.fnUntraced(function*(organization: OrganizationId, id: BatchId) {
    const [row] = yield* sql<{ readonly submitted_by: string }>`SELECT submitted_by FROM job_batches
      WHERE batch_id = ${id} AND organization_id = ${organization}`
    return Option.map(Option.fromUndefinedOr(row), ({ submitted_by }) => decodeSubmitter(submitted_by))
  }, orDieSql)

  const listBatches = Effect.fnUntraced(function*(
    organization: OrganizationId,
    { status }: BatchFilter,
    { by, order }: Sort<BatchSortField>,
    page: PageRequest
  ) {
    const where = sql.and([
      sql`organization_id = ${organization}`,
      ...(status === undefined ? [] : [status === "complete" ? sql`finished_at IS NOT NULL` : sql`finished_at IS NULL`])
    ])
    const found = yield* batches.page(where, sql`${ordered(sql, by, order)}, batch_id ${sql.literal(order)}`, page)
    const ofBatches = yield* countsOf(found.items)
    return { ...found, items: found.items.map((row) => summaryOf(row, ofBatches.get(row.batch_no) ?? noJobs)) }
  }, orDieSql)

  const select = (where: Statement.Fragment) =>
    sql`SELECT ${sql.literal(jobColumns)} FROM jobs j JOIN job_batches b ON b.batch_no = j.batch_no
      WHERE ${where}`

  const findJob = (organization: OrganizationId, id: JobId) =>
    jobs.firstOf(select(sql`j.job_id = ${id} AND j.organization_id = ${organization}`))

  /** Page of job ids: merges the first ids of each state, which the index returns in order. */
  const pageById = (batch: number, states: ReadonlyArray<number>, order: Statement.Fragment, page: PageRequest) => {
    const end = offset(page) + page.page_size
    const parts = states.map((state) =>
      sql`SELECT job_id FROM (SELECT job_id FROM jobs
        WHERE batch_no = ${batch} AND state = ${state} ORDER BY job_id ${order} LIMIT ${end}) AS part`
    )
    const [first, ...others] = parts
    const all = others.reduce((sum, part) => sql`${sum} UNION ALL ${part}`, first ?? sql`SELECT NULL AS job_id`)
    return sql<{ readonly job_id: string }>`SELECT job_id FROM (${all}) AS parts
      ORDER BY job_id ${order} LIMIT ${page.page_size} OFFSET ${offset(page)}`
  }

  const pageByTime = (
    batch: number,
    states: ReadonlyArray<number>,
    { by, order }: Sort<JobSortField>,
    page: PageRequest
  ) =>
    sql<{ readonly job_id: string }>`SELECT job_id FROM jobs
      WHERE batch_no = ${batch} AND ${sql.in("state", states)}
      ORDER BY ${ordered(sql, by, order)}, job_id ${sql.literal(order)}
      LIMIT ${page.page_size} OFFSET ${offset(page)}`

  const listJobs = Effect.fnUntraced(
    function*(batch: number, { status }: JobFilter, sort: Sort<JobSortField>, page: PageRequest) {
      const [row] = yield* sql<{ readonly total: number }>`SELECT total FROM job_batches WHERE batch_no = ${batch}`
      const numbers = (yield* counts.read(new Map([[batch, row?.total ?? 0]]))).get(batch) ?? noJobs
      const wanted: ReadonlyArray<JobStatus> = status === undefined || status.length === 0
        ? jobStatuses
        : jobStatuses.filter((it) => status.includes(it))
      const present = wanted.filter((it) => numbers[it] > 0).map((it) => jobCode[it])
      const total = wanted.reduce((sum, it) => sum + numbers[it], 0)
      if (present.length === 0) return { items: [], total, ...page }
      const direction = sql.literal(sort.order)
      const ids = yield* (sort.by === "created_on"
        ? pageById(batch, present, direction, page)
        : pageByTime(batch, present, sort, page))
      if (ids.length === 0) return { items: [], total, ...page }
      const found = yield* jobs.allOf(select(sql.in("j.job_id", ids.map(({ job_id }) => job_id))))
      const byId = new Map(found.map((job) => [job.job_id, job]))
      return { items: ids.flatMap(({ job_id }) => byId.get(job_id as JobId) ?? []), total, ...page }
    },
    orDieSql
  )

  return {
    ownerOfBatch: ownerIn(sql, "job_batches", "batch_id"),
    ownerOfJob: ownerIn(sql, "jobs", "job_id"),
    findBatch,
    submitterOf,
    listBatches,
    findJob,
    listJobs
  }
}

/** Order in which rows without the time are first if ascending and last if descending, on every database. */
const ordered = (sql: SqlClient.SqlClient, by: string, order: "asc" | "desc") =>
  by === "created_on"
    ? sql`${sql(by)} ${sql.literal(order)}`
    : sql`${sql(by)} ${
      sql.onDialectOrElse({
        pg: () => sql.literal(order === "asc" ? "ASC NULLS FIRST" : "DESC NULLS LAST"),
        orElse: () => sql.literal(order)
      })
    }`

const summaryOf = (row: BatchRow, job_counts: JobCounts): BatchSummary => {
  const ended = job_counts.succeeded + job_counts.failed + job_counts.canceled + job_counts.dead_letter
  return {
    batch_id: row.batch_id as BatchId,
    label: row.label,
    status: ended >= row.total ? "complete" : "pending",
    total_jobs: row.total,
    job_counts,
    created_on: row.created_on,
    started_at: row.started_at,
    finished_at: row.finished_at
  }
}

const jobOf = ({ backoff, batch_id, state, ...row }: typeof JobRow.Type): Job => ({
  ...row,
  correlation_id: batch_id,
  status: statusOfCode(state),
  backoff: backoff ?? standardBackoff
})
