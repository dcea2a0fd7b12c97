import { type FindingStore, type ReconciliationRun, UnfinishedRun } from "@namewright/core/reconciliation"
import type { Instant } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { InstantColumn, IntegerColumn, json, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { rowReads } from "../RowReads.ts"

const RunRow = Schema.Struct({
  day: Schema.String,
  ran_on: InstantColumn,
  payments_due_on: Schema.NullOr(InstantColumn)
})
const UnfinishedRow = Schema.Struct({
  ...UnfinishedRun.fields,
  started_on: InstantColumn,
  run_number: IntegerColumn,
  retry_on: Schema.NullOr(InstantColumn),
  position: json(UnfinishedRun.fields.position)
})

const encodePosition = Schema.encodeSync(UnfinishedRow.fields.position)

const at = Schema.encodeSync(InstantColumn)
const orNull = (instant: Instant.Instant | null) => instant === null ? null : at(instant)

const rowOf = ({ day, payments_due_on, ran_on }: ReconciliationRun) => ({
  day,
  ran_on: at(ran_on),
  payments_due_on: orNull(payments_due_on)
})

/** Records of finished and unfinished runs. */
export const runRecords = (
  sql: SqlClient.SqlClient
): Pick<
  FindingStore["Service"],
  "finish" | "planPayments" | "postponeDuePayments" | "removeUnfinished" | "runsSince" | "save" | "unfinished"
> => {
  const { onlyWriter } = dialect(sql)
  const runs = rowReads(sql, "reconciliation_runs", RunRow)
  const unfinished = rowReads(sql, "reconciliation_unfinished", UnfinishedRow)

  return {
    finish: Effect.fnUntraced(function*(run) {
      yield* sql`INSERT INTO reconciliation_runs ${sql.insert(rowOf(run))}
        ON CONFLICT (day) DO UPDATE SET ran_on = excluded.ran_on, payments_due_on = excluded.payments_due_on`
    }, orDieSql),

    planPayments: Effect.fnUntraced(function*(run) {
      yield* sql`INSERT INTO reconciliation_runs ${sql.insert(rowOf(run))}
        ON CONFLICT (day) DO UPDATE SET payments_due_on = excluded.payments_due_on`
    }, orDieSql),

    postponeDuePayments: Effect.fnUntraced(function*(until) {
      yield* sql`${onlyWriter("reconciliation_runs")}`
      yield* sql`UPDATE reconciliation_runs SET payments_due_on = ${at(until)} WHERE payments_due_on < ${at(until)}`
    }, orDieSql),

    runsSince: (day) => runs.all(sql`day >= ${day}`, sql`ORDER BY day`),

    unfinished: unfinished.all(sql`1 = 1`, sql`ORDER BY day`),

    save: Effect.fnUntraced(function*({ position, retry_on, started_on, ...run }) {
      const row = {
        ...run,
        started_on: at(started_on),
        retry_on: orNull(retry_on),
        position: encodePosition(position)
      }
      yield* sql`INSERT INTO reconciliation_unfinished ${sql.insert(row)} ON CONFLICT (day)
        DO UPDATE SET scope = excluded.scope, started_on = excluded.started_on, run_number = excluded.run_number,
          retry_on = excluded.retry_on, position = excluded.position`
    }, orDieSql),

    removeUnfinished: Effect.fnUntraced(function*(day) {
      yield* sql`DELETE FROM reconciliation_unfinished WHERE day = ${day}`
    }, orDieSql)
  }
}
