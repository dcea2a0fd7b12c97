import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** Number of positions per value of the sequence. */
const positionsPerNumber = 1_048_576

/**
 * First of `count` consecutive positions after all positions that were assigned before, across ordering keys, batches
 * and slots. The positions stay below 2^53 for 8,000,000,000 submissions.
 */
export const nextPositions = (sql: SqlClient.SqlClient, count = 1): Effect.Effect<number, SqlError.SqlError> => {
  const { exact } = dialect(sql)
  const numbers = Math.ceil(count / positionsPerNumber)
  const number = sql.onDialectOrElse({
    pg: () =>
      sql<{ readonly number: number }>`SELECT min(${exact("nextval('job_order')")}) AS number
        FROM generate_series(1, ${numbers}::int)`,
    orElse: () =>
      sql<{ readonly number: number }>`UPDATE job_order SET value = value + ${numbers}
        RETURNING value - ${numbers} + 1 AS number`
  })
  return Effect.map(number, ([row]) => (row?.number ?? 0) * positionsPerNumber)
}
