import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** The time of the first attempt of a request with a key. Requests begun before count as begun with their next attempt. */
export const requestBegins = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { instant } = dialect(sql)
  yield* sql`ALTER TABLE idempotency_keys ADD COLUMN begun_on ${instant}`
})
