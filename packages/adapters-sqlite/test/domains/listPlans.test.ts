import { assert, layer } from "@effect/vitest"
import { DomainListTuning } from "@namewright/adapters-sql"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { fill } from "../../../../benchmarks/src/domains-list/fill.ts"
import { large } from "../../../../benchmarks/src/domains-list/portfolio.ts"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import type { SentStatement } from "../../../../test/sentStatements.ts"
import {
  accessPaths,
  distinct,
  listStatements,
  pageStatement
} from "../../../adapters-sql/test/domains/listStatements.ts"
import { asAtAMillion } from "../../../adapters-sql/test/domains/listTunings.ts"

interface Step {
  readonly detail: string
}

const tables = ["domains", "domain_keys"]

/** Large table that a step of a plan scans, by its name or alias. */
const readThrough = (text: string, steps: ReadonlyArray<Step>): ReadonlyArray<string> =>
  steps.flatMap(({ detail }) => {
    const [, name] = /^SCAN (\w+)/.exec(detail) ?? []
    const isTable = tables.some((table) => name === table || new RegExp(`\\b${table} ${name}\\b`).test(text))
    return name !== undefined && isTable ? [detail] : []
  })

const plansOf = Effect.fnUntraced(function*(statements: ReadonlyArray<SentStatement>) {
  const sql = yield* SqlClient.SqlClient
  return yield* Effect.forEach(statements, ({ list, parameters, text }) =>
    Effect.map(
      sql.unsafe<Step>(`EXPLAIN QUERY PLAN ${text}`, parameters),
      (steps) => ({ list, text, found: readThrough(text, steps) })
    ))
})

const database = memoryDatabase().pipe(Layer.provide(Layer.succeed(DomainListTuning, asAtAMillion)))

layer(database, { timeout: "60 seconds" })("Plans of the lists of domains on SQLite", (it) => {
  it.effect("scan no large table", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* fill(4000)
      // A query without an index proves that the plans are checked.
      const unserved = "SELECT i.name FROM domain_keys i WHERE i.sld = 'nobody'"
      const steps = yield* sql.unsafe<Step>(`EXPLAIN QUERY PLAN ${unserved}`)
      assert.lengthOf(readThrough(unserved, steps), 1)

      const statements = distinct(yield* listStatements(large))
      assert.isAtLeast(statements.length, 100)
      const plans = yield* plansOf(statements)
      assert.deepStrictEqual(plans.filter(({ found }) => found.length > 0), [])
    }), 60_000)

  it.effect("read each access path through its index", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      for (const access of accessPaths) {
        for (const { parameters, text } of yield* pageStatement(large, access)) {
          const steps = yield* sql.unsafe<Step>(`EXPLAIN QUERY PLAN ${text}`, parameters)
          const read = steps.map(({ detail }) => detail)
          assert.isTrue(
            read.some((detail) => detail.includes(`INDEX ${access.index} `)),
            `${access.path}: ${read.join()}`
          )
        }
      }
    }))
})
