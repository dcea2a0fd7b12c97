import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import { fillRequests, requestStatements, unserved } from "../../../adapters-sql/test/archive/requestStatements.ts"

const database = Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url })))

layer(database, { timeout: "60 seconds" })("Plans of the request history on PostgreSQL", (it) => {
  it.effect("read no table from end to end, and sort few rows", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const planOf = (text: string, parameters: ReadonlyArray<unknown> = []) =>
        Effect.map(sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, parameters), (plan) => JSON.stringify(plan))
      const organization = yield* fillRequests(50_000)
      yield* sql`VACUUM ANALYZE requests`
      const statements = yield* requestStatements(organization)
      assert.match(yield* planOf(unserved), /"Seq Scan"/)
      for (const { list, parameters, text } of statements) {
        const plan = yield* planOf(text, parameters)
        // Nine of ten requests are the organization's, so a count of all of them may read the table.
        if (/count\(\*\)/.test(text) && /request_started|asc|desc/.test(list)) continue
        assert.notMatch(plan, /"Seq Scan"/, `${list}: ${text}`)
      }
    }))
})
