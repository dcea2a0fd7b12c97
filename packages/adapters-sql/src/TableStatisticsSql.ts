import { TableStatistics } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { orDieSql } from "./Codecs.ts"

/** Minimum number of changed rows. PostgreSQL plans smaller tables well without statistics. */
const leastChanges = 1000

export const layer = Layer.effect(
  TableStatistics,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    /**
     * Tables with changes of a fifth of their rows: twice the threshold of autovacuum, which may be late or disabled.
     */
    const outdated = sql<{ readonly name: string }>`SELECT quote_ident(relname) AS name FROM pg_stat_user_tables
      WHERE schemaname = current_schema() AND n_mod_since_analyze >= ${leastChanges}
        AND n_mod_since_analyze * 5 > n_live_tup ORDER BY relname`

    return TableStatistics.of({
      refresh: sql.onDialectOrElse({
        pg: () =>
          orDieSql(Effect.flatMap(
            outdated,
            (tables) =>
              tables.length === 0
                ? Effect.void
                : Effect.asVoid(sql`ANALYZE ${sql.csv(tables.map(({ name }) => sql.literal(name)))}`.unprepared)
          )),
        // Statements for SQLite name their indexes.
        orElse: () => Effect.void
      })
    })
  })
)
