import { ObjectLogStore } from "@namewright/core/objectlog"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { fillObjectLogs, filters } from "../../../packages/adapters-sql/test/objectlog/objectLogStatements.ts"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"
import type { Storage } from "../harness/Databases.ts"
import { median } from "../harness/rounds.ts"
import { storageOf } from "../harness/storageOf.ts"
import { traceStatements } from "../harness/traceStatements.ts"

export interface FiltersTask {
  readonly storage: Storage
  readonly entries: number
  readonly rounds: number
}

/** Medians of the statements of one filter, in milliseconds. */
export interface FilterTimes {
  readonly name: string
  readonly page: number
  readonly total: number
}

const { entries, rounds, storage } = taskOf<FiltersTask>()

const newest = { by: "created_on", order: "desc" } as const

/** Definitions of the indexes of the object log, without its primary key. */
const indexes = (sql: SqlClient.SqlClient) =>
  sql.onDialectOrElse({
    pg: () =>
      sql<{ readonly name: string; readonly definition: string }>`SELECT indexname AS name, indexdef AS definition
        FROM pg_indexes WHERE tablename = 'object_logs' AND indexname NOT LIKE '%pkey'`,
    orElse: () =>
      sql<{ readonly name: string; readonly definition: string }>`SELECT name, sql AS definition
        FROM sqlite_master WHERE type = 'index' AND tbl_name = 'object_logs' AND sql IS NOT NULL`
  })

/** Fills the log. Its indexes are created after that, which takes a fraction of the time. */
const fill = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const defined = yield* indexes(sql)
  yield* Effect.forEach(defined, ({ name }) => sql`DROP INDEX ${sql(name)}`, { discard: true })
  const organization = yield* fillObjectLogs(entries)
  yield* Effect.forEach(defined, ({ definition }) => sql.unsafe(definition), { discard: true })
  yield* sql.unsafe(sql.onDialectOrElse({ pg: () => "VACUUM ANALYZE object_logs", orElse: () => "ANALYZE" }))
  return organization
})

const measure = Effect.gen(function*() {
  const { list } = yield* ObjectLogStore
  const organization = yield* fill
  const times = Object.entries(filters).map(([name, filter]) => ({
    name,
    filter,
    page: Array.of<number>(),
    total: Array.of<number>()
  }))
  for (let round = 0; round <= rounds; round++) {
    for (const { filter, page, total } of times) {
      const { statements } = yield* traceStatements(list(organization, filter, newest, { page: 1, page_size: 50 }))
      if (round === 0) continue
      const millis = (pick: (text: string) => boolean) =>
        statements.reduce((sum, statement) => pick(statement.text) ? sum + statement.millis : sum, 0)
      page.push(millis((text) => !text.includes("count(*)")))
      total.push(millis((text) => text.includes("count(*)")))
    }
  }
  return times.map(({ name, page, total }): FilterTimes => ({ name, page: median(page), total: median(total) }))
})

serveParent(await Effect.runPromise(Effect.provide(measure, storageOf(storage))))
