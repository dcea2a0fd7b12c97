import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import { brandingStatements, fillBranding, unserved } from "../../../adapters-sql/test/branding/brandingStatements.ts"
import { sequentialScans } from "../sequentialScans.ts"

const database = Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url })))

layer(database, { timeout: "60 seconds" })("Branding on PostgreSQL", (it) => {
  it.effect("reads no table from end to end", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* fillBranding
      yield* sql`ANALYZE branding_assets, branding_documents, branding_files, branding_versions`
      const statements = yield* brandingStatements
      assert.lengthOf(statements, 23)
      yield* sql.withTransaction(Effect.gen(function*() {
        // The tables are small, so their indexes would not be used.
        yield* sql`SET LOCAL enable_seqscan = off`
        const scansOf = (text: string, parameters: ReadonlyArray<unknown> = []) =>
          Effect.map(sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, parameters), sequentialScans)
        assert.deepStrictEqual(yield* scansOf(unserved), ["branding_versions"])
        for (const { list, parameters, text } of statements) {
          assert.deepStrictEqual(yield* scansOf(text, parameters), [], list)
        }
      }))
    }), 60_000)
})
