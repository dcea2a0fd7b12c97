import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { DomainListTuning } from "@namewright/adapters-sql"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { fill } from "../../../../benchmarks/src/domains-list/fill.ts"
import { large } from "../../../../benchmarks/src/domains-list/portfolio.ts"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import type { SentStatement } from "../../../../test/sentStatements.ts"
import {
  accessPaths,
  distinct,
  listStatements,
  pageStatement
} from "../../../adapters-sql/test/domains/listStatements.ts"
import { asAtAMillion } from "../../../adapters-sql/test/domains/listTunings.ts"

/*
 * In a table of 20,000 rows a sequential scan is the best plan for common conditions, and more rows would take minutes
 * to insert. Sequential scans are therefore disabled: one that remains proves that no index fits the statement.
 */

const tables = new Set(["domains", "domain_keys"])

/** Nodes of a plan that scan a large table, or an index without a bound. */
const readThrough = (plan: unknown): ReadonlyArray<string> => {
  if (Array.isArray(plan)) return plan.flatMap(readThrough)
  if (typeof plan !== "object" || plan === null) return []
  const node = plan as Record<string, unknown>
  const type = String(node["Node Type"])
  const table = String(node["Relation Name"])
  const isWhole = type === "Seq Scan" || (/^Index (Only )?Scan/.test(type) && node["Index Cond"] === undefined)
  return [
    ...(isWhole && tables.has(table) ? [`${type} on ${table}`] : []),
    ...Object.values(node).flatMap(readThrough)
  ]
}

const plansOf = Effect.fnUntraced(function*(statements: ReadonlyArray<SentStatement>) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.withTransaction(Effect.gen(function*() {
    yield* sql`SET LOCAL enable_seqscan = off`
    return yield* Effect.forEach(statements, ({ list, parameters, text }) =>
      Effect.map(
        sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, parameters),
        (plan) => ({ list, text, found: readThrough(plan) })
      ))
  }))
})

/** Indexes of the plans of statements. */
const indexesOf = Effect.fnUntraced(function*(statements: ReadonlyArray<SentStatement>) {
  const sql = yield* SqlClient.SqlClient
  const plans = yield* Effect.forEach(
    statements,
    ({ parameters, text }) => sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, parameters)
  )
  return [...JSON.stringify(plans).matchAll(/"Index Name":"(\w+)"/g)].map(([, name]) => name)
})

const database = Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url }))).pipe(
  Layer.provide(Layer.succeed(DomainListTuning, asAtAMillion))
)

layer(database, { timeout: "60 seconds" })("Plans of the lists of domains on PostgreSQL", (it) => {
  it.effect("scan no large table", () =>
    Effect.gen(function*() {
      yield* fill(20_000)
      // A query without an index proves that the plans are checked.
      const unserved = { list: "unserved", text: "SELECT name FROM domain_keys WHERE flags = 1", parameters: [] }
      const [shown] = yield* plansOf([unserved])
      assert.lengthOf(shown?.found ?? [], 1)

      const statements = distinct(yield* listStatements(large))
      assert.isAtLeast(statements.length, 100)
      const plans = yield* plansOf(statements)
      assert.deepStrictEqual(plans.filter(({ found }) => found.length > 0), [])
    }), 60_000)

  it.effect("read each access path through its index", () =>
    Effect.gen(function*() {
      for (const access of accessPaths) {
        const indexes = yield* indexesOf(yield* pageStatement(large, access))
        assert.include(indexes, access.index, access.path)
      }
    }))
})

layer(database, { timeout: "60 seconds" })("Plans of the lists of domains without statistics", (it) => {
  it.effect("scan the index of the sort order", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      // PostgreSQL analyzes a table by itself within a minute.
      for (const table of tables) yield* sql.unsafe(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`)
      yield* fill(10_000, { analyzed: false })
      assert.lengthOf(yield* sql`SELECT 1 FROM pg_stats WHERE tablename = 'domain_keys'`, 0)
      for (const access of accessPaths.filter(({ path }) => path.startsWith("scan"))) {
        const [index, ...others] = (yield* indexesOf(yield* pageStatement(large, access)))
          .filter((name) => name?.startsWith("domain_keys"))
        assert.deepStrictEqual([index, new Set(others).size > 1], [access.index, false], access.path)
      }
    }), 60_000)
})
