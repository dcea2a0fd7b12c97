import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Domains keep the charges that a deletion in their grace periods refunds. */
export const graceCharges = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE domains ADD COLUMN grace_charges TEXT NOT NULL DEFAULT '[]'`
})
