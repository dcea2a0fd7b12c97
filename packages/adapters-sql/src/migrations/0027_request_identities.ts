import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** Requests with a key keep their identity from try to try. Those of before get theirs with their next try. */
export const requestIdentities = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { key } = dialect(sql)

  yield* sql`ALTER TABLE idempotency_keys ADD COLUMN request_id ${key}`
})
