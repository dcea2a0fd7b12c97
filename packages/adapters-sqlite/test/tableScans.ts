import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Steps of a statement's plan that read a whole table whose name begins with the prefix. */
export const tableScans = (prefix: string) => (text: string, parameters: ReadonlyArray<unknown> = []) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const steps = yield* sql.unsafe<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, parameters)
    return steps.flatMap(({ detail }) => detail.startsWith(`SCAN ${prefix}`) ? [detail] : [])
  })
