import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** Whether a person approves on the web page what costs money, destroys data or grants access (null: by the environment). */
export const webApprovalOfRisks = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { boolean } = dialect(sql)
  yield* sql`ALTER TABLE agent_policies ADD COLUMN require_web_approval_for_risks ${boolean}`
})
