import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import {
  fillVatChecks,
  unserved,
  vatCheckStatements
} from "../../../adapters-sql/test/organizations/vatCheckStatements.ts"
import { sequentialScans } from "../sequentialScans.ts"

const database = Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url })))

layer(database, { timeout: "60 seconds" })("VAT checks on PostgreSQL", (it) => {
  it.effect("read no table from end to end", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* fillVatChecks
      yield* sql`ANALYZE organization_vat_checks`
      const statements = yield* vatCheckStatements
      const scansOf = (text: string, parameters: ReadonlyArray<unknown> = []) =>
        Effect.map(sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, parameters), sequentialScans)
      assert.deepStrictEqual(yield* scansOf(unserved), ["organization_vat_checks"])
      for (const { list, parameters, text } of statements) {
        assert.deepStrictEqual(yield* scansOf(text, parameters), [], list)
      }
    }), 60_000)
})
