import type { SqlClient } from "effect/sql"

/** Query of the numbers `n` from 0 to below `count`. */
export const numbersBelow = (sql: SqlClient.SqlClient, count: number): string =>
  sql.onDialectOrElse({
    pg: () => `SELECT n FROM generate_series(0, ${count - 1}) AS n`,
    orElse: () =>
      `WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${
        count - 1
      }) SELECT n FROM numbers`
  })

/** Expression of the instant `n` seconds after the start of 2026. */
export const secondsOf2026 = (sql: SqlClient.SqlClient): string =>
  sql.onDialectOrElse({
    pg: () => "timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second'",
    orElse: () => "strftime('%Y-%m-%dT%H:%M:%S.000Z', 1767225600 + n, 'unixepoch')"
  })
