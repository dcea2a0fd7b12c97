import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

/** The running processes, which hold leases. */
export const processes = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { instant, key } = dialect(sql)

  yield* sql`CREATE TABLE processes (
    process_id ${key} PRIMARY KEY,
    started_on ${instant} NOT NULL,
    seen_on ${instant} NOT NULL
  )`
})
