import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Every line of what a call sends, where its question counts instead. Earlier questions have none. */
export const approvalContents = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE approvals ADD COLUMN contents TEXT`
})
