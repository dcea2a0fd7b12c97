import type { DayRecords, TimedRows } from "@namewright/core/reconciliation"
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { InstantColumn } from "../Codecs.ts"
import { decodedRows } from "../RowReads.ts"
import { within } from "./reconciledCharge.ts"

const TimeRow = Schema.Struct({ time: InstantColumn })

/** Table and column of the time of each kind of rows, and the condition of the index. */
const sources: Readonly<Record<TimedRows, { readonly table: string; readonly column: string; readonly only: string }>> =
  {
    transactions: { table: "billing_transactions", column: "completed_on", only: "completed_on IS NOT NULL" },
    events: { table: "events", column: "created_on", only: "counted_tld IS NOT NULL" },
    quotes: { table: "domain_quotes", column: "used_on", only: "used_on IS NOT NULL" },
    payments: { table: "payments", column: "created_on", only: "created_on IS NOT NULL" },
    documents: { table: "invoices", column: "issuing_date", only: "issuing_date IS NOT NULL" }
  }

/** Reads of the times by which a day is divided. */
export const timeReads = (sql: SqlClient.SqlClient): Pick<DayRecords["Service"], "timeAfter"> => {
  const times = decodedRows(TimeRow)
  return {
    timeAfter: (rows, range, count) => {
      const { column, only, table } = sources[rows]
      return Effect.map(
        times.firstOf(
          sql`SELECT ${sql.literal(column)} AS time FROM ${sql.literal(table)}
            WHERE ${within(sql, column, range)} AND ${sql.literal(only)}
            ORDER BY ${sql.literal(column)} LIMIT 1 OFFSET ${count}`
        ),
        (found) => Option.getOrNull(Option.map(found, ({ time }) => time))
      )
    }
  }
}
