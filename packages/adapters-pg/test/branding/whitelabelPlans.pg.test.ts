import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { freshDatabase } from "../../../../test/PostgresDatabase.ts"
import {
  fillWhitelabels,
  unserved,
  whitelabelStatements
} from "../../../adapters-sql/test/branding/whitelabelStatements.ts"
import { sequentialScans } from "../sequentialScans.ts"

const database = Layer.unwrap(Effect.map(freshDatabase, (url) => storage({ url })))

layer(database, { timeout: "60 seconds" })("White-label configurations on PostgreSQL", (it) => {
  it.effect("reads no table from end to end", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* fillWhitelabels
      yield* sql`ANALYZE whitelabel_brandings, whitelabel_hosts, whitelabel_labels`
      const statements = yield* whitelabelStatements
      assert.isAtLeast(statements.length, 18)
      const scansOf = (text: string, parameters: ReadonlyArray<unknown> = []) =>
        Effect.map(sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, parameters), sequentialScans)
      assert.deepStrictEqual(yield* scansOf(unserved), ["whitelabel_brandings"])
      for (const { list, parameters, text } of statements) {
        assert.deepStrictEqual(yield* scansOf(text, parameters), [], list)
      }
    }), 60_000)
})
