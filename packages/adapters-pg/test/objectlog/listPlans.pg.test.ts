import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import {
  fillObjectLogs,
  objectLogStatements,
  unserved
} from "../../../adapters-sql/test/objectlog/objectLogStatements.ts"

const database = Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url })))

layer(database, { timeout: "60 seconds" })("Plans of the object log on PostgreSQL", (it) => {
  it.effect("read no table from end to end, and sort few rows", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const planOf = (text: string, parameters: ReadonlyArray<unknown> = []) =>
        Effect.map(sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, parameters), (plan) => JSON.stringify(plan))
      const organization = yield* fillObjectLogs(50_000)
      yield* sql`VACUUM ANALYZE object_logs`
      const statements = yield* objectLogStatements(organization)
      assert.match(yield* planOf(unserved), /"Seq Scan"/)
      for (const { list, parameters, text } of statements) {
        const plan = yield* planOf(text, parameters)
        // Nine of ten entries are the organization's, so a count of all of them may read the table.
        if (/count\(\*\)/.test(text) && !(list in { object_id: 1, object_type: 1, action: 1 })) continue
        assert.notMatch(plan, /"Seq Scan"/, `${list}: ${text}`)
      }
    }))
})
