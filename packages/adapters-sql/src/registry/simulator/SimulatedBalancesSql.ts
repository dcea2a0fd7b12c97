import type { SimulatorStore } from "@namewright/core/registry"
import { Array, Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { orDieSql } from "../../Codecs.ts"
import { dialect } from "../../Dialect.ts"

/** Balances of registrars at a simulated registry. */
export const simulatedBalances = (sql: SqlClient.SqlClient): Pick<SimulatorStore["Service"], "changeBalance"> => {
  const { exact } = dialect(sql)
  return {
    changeBalance: Effect.fnUntraced(function*(registry, registrar, { by, opening, overdraws }) {
      yield* sql`INSERT INTO sim_balances ${sql.insert({ registry, registrar, balance: opening })}
        ON CONFLICT (registry, registrar) DO NOTHING`
      const covered = overdraws ? sql`1 = 1` : sql`balance + ${by} >= 0`
      const rows = yield* sql<{ readonly balance: number }>`UPDATE sim_balances SET balance = balance + ${by}
        WHERE registry = ${registry} AND registrar = ${registrar} AND ${covered} RETURNING ${
        exact("balance")
      } AS balance`
      return Option.map(Array.head(rows), ({ balance }) => balance)
    }, orDieSql)
  }
}
