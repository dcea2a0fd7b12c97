import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** What registries have shown and said about their decisions on accepted commands. */
export const intentReviews = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { boolean, false: isFalse, key } = dialect(sql)
  yield* sql`ALTER TABLE registry_intents ADD COLUMN shown_pending ${boolean} NOT NULL DEFAULT ${isFalse}`
  yield* sql`ALTER TABLE registry_intents ADD COLUMN decision ${key} CHECK (decision IN ('approved', 'rejected'))`
})
