import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import {
  certificateStatements,
  fillCertificates,
  unserved
} from "../../../adapters-sql/test/certificates/certificateStatements.ts"
import { sequentialScans } from "../sequentialScans.ts"

const database = Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url })))

layer(database, { timeout: "60 seconds" })("Certificates on PostgreSQL", (it) => {
  it.effect("reads no table from end to end", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* fillCertificates
      yield* sql`ANALYZE certificates, certificate_names, certificate_owners, certificate_issues`
      const statements = yield* certificateStatements
      assert.lengthOf(statements, 24)
      const scansOf = (text: string, parameters: ReadonlyArray<unknown> = []) =>
        Effect.map(sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, parameters), sequentialScans)
      assert.deepStrictEqual(yield* scansOf(unserved), ["certificates"])
      for (const { list, parameters, text } of statements) {
        assert.deepStrictEqual(yield* scansOf(text, parameters), [], list)
      }
    }), 60_000)
})
