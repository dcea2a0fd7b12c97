import { Month, Report, type ReportFilter, ReportStore, type StoredReport } from "@namewright/core/reports"
import type { OrganizationId } from "@namewright/core/shared"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, IntegerColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows, rowReads } from "../RowReads.ts"

const ReportRow = Schema.Struct({
  ...Report.fields,
  file_size_bytes: Schema.NullOr(IntegerColumn),
  generated_on: Schema.NullOr(InstantColumn),
  created_on: InstantColumn,
  updated_on: InstantColumn,
  month: Schema.NullOr(Month),
  attempts: Schema.Int
})

const at = Schema.encodeSync(InstantColumn)

const requests = decodedRows(Schema.Struct({ requested_on: Schema.NullOr(InstantColumn) }))

export const layer = Layer.effect(
  ReportStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { forUpdate } = dialect(sql)
    const encode = Schema.encodeEffect(ReportRow)
    const reports = rowReads(sql, "reports", ReportRow)

    const conditions = (organization: string, filter: ReportFilter) =>
      sql.and([
        sql`organization_id = ${organization}`,
        ...(["report_type", "status"] as const).flatMap((column) => {
          const values = filter[column] ?? []
          return values.length === 0 ? [] : [sql.in(column, values)]
        }),
        ...(filter.trigger_type === undefined ? [] : [sql`trigger_type = ${filter.trigger_type}`]),
        ...(filter.created_after === undefined ? [] : [sql`created_on > ${at(filter.created_after)}`]),
        ...(filter.created_before === undefined ? [] : [sql`created_on < ${at(filter.created_before)}`])
      ])

    return ReportStore.of({
      insert: Effect.fnUntraced(function*(report) {
        const inserted = yield* sql`INSERT INTO reports ${sql.insert(yield* encode(report))}
          ON CONFLICT (organization_id, report_type, month) WHERE month IS NOT NULL DO NOTHING RETURNING report_id`
        return inserted.length > 0
      }, orDieSql),

      find: (organization, id) => reports.first(sql`organization_id = ${organization} AND report_id = ${id}`),

      list: (organization, filter, page) =>
        reports.page(conditions(organization, filter), sql`created_on DESC, report_id DESC`, page),

      lockLastRequest: Effect.fnUntraced(function*(organization_id, report_type) {
        yield* sql`INSERT INTO report_requests ${sql.insert({ organization_id, report_type, requested_on: null })}
          ON CONFLICT DO NOTHING`
        const [row] = yield* requests.allOf(
          sql`SELECT requested_on FROM report_requests
            WHERE organization_id = ${organization_id} AND report_type = ${report_type} ${forUpdate}`
        )
        return row?.requested_on ?? null
      }, orDieSql),

      saveLastRequest: Effect.fnUntraced(function*(organization, type, instant) {
        yield* sql`UPDATE report_requests SET requested_on = ${at(instant)}
          WHERE organization_id = ${organization} AND report_type = ${type}`
      }, orDieSql),

      start: (id, from, to, instant) =>
        reports.firstOf(
          sql`UPDATE reports SET status = ${to}, attempts = attempts + 1, updated_on = ${at(instant)}
            WHERE report_id = ${id} AND ${sql.in("status", from)} RETURNING ${reports.columns}`
        ),

      finish: Effect.fnUntraced(function*(from, { attempts, generated_on, report_id, ...result }, instant) {
        const values = {
          ...result,
          generated_on: generated_on === null ? null : at(generated_on),
          updated_on: at(instant)
        }
        const rows = yield* sql`UPDATE reports SET ${sql.update(values)}
          WHERE report_id = ${report_id} AND attempts = ${attempts} AND ${sql.in("status", from)} RETURNING report_id`
        return rows.length > 0
      }, orDieSql),

      notUpdatedSince: Effect.fnUntraced(function*(statuses, since, limit) {
        const rows = yield* sql<Pick<StoredReport, "report_id">>`SELECT report_id FROM reports
          WHERE status IN ('pending', 'generating') AND ${sql.in("status", statuses)} AND updated_on < ${at(since)}
          ORDER BY updated_on LIMIT ${limit}`
        return rows.map(({ report_id }) => report_id)
      }, orDieSql),

      ofType: (organization, type) =>
        reports.all(
          sql`organization_id = ${organization} AND report_type = ${type}`,
          sql`ORDER BY created_on DESC, report_id DESC`
        ),

      remove: Effect.fnUntraced(function*(id) {
        yield* sql`DELETE FROM reports WHERE report_id = ${id}`
      }, orDieSql),

      organizationsWith: Effect.fnUntraced(function*(organizations, type, month) {
        if (organizations.length === 0) return new Set<OrganizationId>()
        const rows = yield* sql<{ readonly organization_id: OrganizationId }>`SELECT organization_id FROM reports
          WHERE ${sql.in("organization_id", organizations)} AND report_type = ${type} AND month = ${month}`
        return new Set(rows.map(({ organization_id }) => organization_id))
      }, orDieSql)
    })
  })
)
