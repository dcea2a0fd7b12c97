import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { DomainListTuning } from "@namewright/adapters-sql"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { freshDatabase } from "../../../test/PostgresDatabase.ts"
import type { SentStatement } from "../../../test/sentStatements.ts"
import { fill } from "../../src/domains-list/fill.ts"
import { large } from "../../src/domains-list/portfolio.ts"
import { distinct, listStatements } from "./listStatements.ts"
import { asAtAMillion } from "./tuning.ts"

/*
 * Among 20,000 rows PostgreSQL rightly reads the whole table for conditions that many rows meet, and more rows would
 * take minutes. So the planner is told to do without such scans wherever it has another way: one that is left proves that
 * no index serves the statement, at any size. Walking through a whole index is no other way: it reads as much. That an
 * index is worth taking among a million rows is for the benchmark to show.
 */

const tables = new Set(["domains", "domain_keys"])

/** The parts of a plan that read a large table from end to end, or an index without an entry to begin at. */
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

const database = Layer.unwrap(Effect.map(freshDatabase, (url) => storage({ url }))).pipe(
  Layer.provide(Layer.succeed(DomainListTuning, asAtAMillion))
)

layer(database, { timeout: "60 seconds" })("Plans of the lists of domains on PostgreSQL", (it) => {
  it.effect("read no large table from end to end", () =>
    Effect.gen(function*() {
      yield* fill(20_000)
      // What no index serves shows that the plans are looked at.
      const unserved = { list: "unserved", text: "SELECT name FROM domain_keys WHERE flags = 1", parameters: [] }
      const [shown] = yield* plansOf([unserved])
      assert.lengthOf(shown?.found ?? [], 1)

      const statements = distinct(yield* listStatements(large))
      assert.isAtLeast(statements.length, 100)
      const plans = yield* plansOf(statements)
      assert.deepStrictEqual(plans.filter(({ found }) => found.length > 0), [])
    }), 60_000)
})
