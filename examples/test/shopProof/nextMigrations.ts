import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { migrations as published } from "../../../packages/adapters-sql/src/migrations/index.ts"

/** A migration as releases deliver them: additions only, to tables that the previous version writes at the same time. */
const addition = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE next_version (note TEXT NOT NULL)`
  yield* sql`ALTER TABLE jobs ADD COLUMN next_weight INTEGER NOT NULL DEFAULT 1`
  yield* sql`ALTER TABLE domains ADD COLUMN next_note TEXT`
  yield* sql`ALTER TABLE billing_transactions ADD COLUMN next_note TEXT`
  yield* sql`CREATE INDEX domains_next ON domains (next_note) WHERE next_note IS NOT NULL`
})

/** The migrations of this version and one more. */
export const migrations: typeof published = { ...published, "9001_next_version": addition }
