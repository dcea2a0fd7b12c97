import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import { fillWaitlist, unserved, waitlistStatements } from "../../../adapters-sql/test/waitlist/waitlistStatements.ts"
import { sequentialScans } from "../sequentialScans.ts"

const database = Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url })))

layer(database, { timeout: "60 seconds" })("The waitlist on PostgreSQL", (it) => {
  it.effect("reads no table from end to end", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* fillWaitlist
      yield* sql`ANALYZE waitlist_applications, waitlist_invitations`
      const statements = yield* waitlistStatements
      assert.lengthOf(statements, 8)
      yield* sql.withTransaction(Effect.gen(function*() {
        // The table of products has one row, so its index would not be used.
        yield* sql`SET LOCAL enable_seqscan = off`
        const scansOf = (text: string, parameters: ReadonlyArray<unknown> = []) =>
          Effect.map(sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, parameters), sequentialScans)
        assert.deepStrictEqual(yield* scansOf(unserved), ["waitlist_applications"])
        for (const { list, parameters, text } of statements) {
          assert.deepStrictEqual(yield* scansOf(text, parameters), [], list)
        }
      }))
    }), 60_000)
})
