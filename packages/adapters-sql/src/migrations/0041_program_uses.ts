import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** When, and from where, a person's connected programs were last used. */
export const programUses = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { instant, key } = dialect(sql)
  yield* sql`CREATE TABLE program_uses (
    user_id ${key} NOT NULL,
    client_id ${key} NOT NULL,
    used_on ${instant} NOT NULL,
    address ${key},
    PRIMARY KEY (user_id, client_id)
  )`
  yield* sql`CREATE INDEX program_uses_used_on ON program_uses (used_on)`
})
