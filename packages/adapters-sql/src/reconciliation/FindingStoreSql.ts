import { Finding, type FindingFilter, FindingKind, FindingStore } from "@namewright/core/reconciliation"
import type { Instant } from "@namewright/core/shared"
import { Array as Arr, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, IntegerColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows, rowReads } from "../RowReads.ts"

const FindingRow = Schema.Struct({
  ...Finding.fields,
  first_seen_on: InstantColumn,
  resolved_on: Schema.NullOr(InstantColumn)
})
const RunRow = Schema.Struct({
  day: Schema.String,
  ran_on: InstantColumn,
  payments_due_on: Schema.NullOr(InstantColumn)
})
const DayRow = Schema.Struct({ day: Schema.String })
const CountRow = Schema.Struct({ kind: FindingKind, n: IntegerColumn })

const rowsPerInsert = 500

const at = Schema.encodeSync(InstantColumn)
const orNull = (instant: Instant.Instant | null) => instant === null ? null : at(instant)

const rowOf = (finding: Finding) => ({
  ...finding,
  first_seen_on: at(finding.first_seen_on),
  resolved_on: orNull(finding.resolved_on)
})

export const layer = Layer.effect(
  FindingStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const findings = rowReads(sql, "reconciliation_findings", FindingRow)
    const runs = rowReads(sql, "reconciliation_runs", RunRow)
    const days = decodedRows(DayRow)
    const counts = decodedRows(CountRow)
    const { count, oneOf } = dialect(sql)

    const conditions = ({ day, kind, open }: FindingFilter) =>
      sql.and([
        sql`1 = 1`,
        ...(day === undefined ? [] : [sql`day = ${day}`]),
        ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
        ...(open === undefined ? [] : [open ? sql`resolved_on IS NULL` : sql`resolved_on IS NOT NULL`])
      ])

    return FindingStore.of({
      begin: Effect.fnUntraced(function*({ day, payments_due_on, ran_on }) {
        const row = { day, ran_on: at(ran_on), payments_due_on: orNull(payments_due_on) }
        yield* sql`INSERT INTO reconciliation_runs ${sql.insert(row)}
          ON CONFLICT (day) DO UPDATE SET ran_on = excluded.ran_on, payments_due_on = excluded.payments_due_on`
      }, orDieSql),

      postponePayments: Effect.fnUntraced(function*({ day, payments_due_on }) {
        yield* sql`UPDATE reconciliation_runs SET payments_due_on = ${orNull(payments_due_on)} WHERE day = ${day}`
      }, orDieSql),

      runsSince: (day) => runs.all(sql`day >= ${day}`, sql`ORDER BY day`),

      openOf: (day) =>
        findings.all(
          sql`resolved_on IS NULL AND (day = ${day} OR kind = 'ledger_balance')`,
          sql`ORDER BY kind, object_id`
        ),

      put: Effect.fnUntraced(function*(found) {
        const rows: ReadonlyArray<Record<string, unknown>> = found.map(rowOf)
        if (!Arr.isReadonlyArrayNonEmpty(rows)) return
        for (const chunk of Arr.chunksOf(rows, rowsPerInsert)) {
          yield* sql`INSERT INTO reconciliation_findings ${sql.insert(chunk)} ON CONFLICT (kind, object_id)
            DO UPDATE SET organization_id = excluded.organization_id, expected = excluded.expected,
              found = excluded.found, resolved_on = NULL`
        }
      }, orDieSql),

      resolve: Effect.fnUntraced(function*(gone, now) {
        for (const [kind, some] of Map.groupBy(gone, (finding) => finding.kind)) {
          yield* sql`UPDATE reconciliation_findings SET resolved_on = ${at(now)}
            WHERE kind = ${kind} AND object_id ${oneOf(some.map(({ object_id }) => object_id))}
              AND resolved_on IS NULL`
        }
      }, orDieSql),

      openDays: (since) =>
        Effect.map(
          days.allOf(
            sql`SELECT DISTINCT day FROM reconciliation_findings
              WHERE resolved_on IS NULL AND day >= ${since} ORDER BY day`
          ),
          (found) => found.map(({ day }) => day)
        ),

      countOpen: Effect.map(
        counts.allOf(
          sql`SELECT kind, ${count} AS n FROM reconciliation_findings WHERE resolved_on IS NULL GROUP BY kind`
        ),
        (found) => new Map(found.map(({ kind, n }) => [kind, n]))
      ),

      page: (filter, page) =>
        findings.page(conditions(filter), sql.literal("day DESC, kind DESC, object_id DESC"), page)
    })
  })
)
