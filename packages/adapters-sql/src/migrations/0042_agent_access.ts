import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"

/**
 * Whether programs may use the REST interface, and whether agents are shown auth codes (null: by the environment). Keys
 * name the program that created them, and its person.
 */
export const agentAccess = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { boolean, false: isFalse } = dialect(sql)
  yield* sql`ALTER TABLE agent_policies ADD COLUMN rest_access ${boolean} NOT NULL DEFAULT ${isFalse}`
  yield* sql`ALTER TABLE agent_policies ADD COLUMN show_auth_codes ${boolean}`
  yield* sql`ALTER TABLE api_keys ADD COLUMN agent_client_id TEXT`
  yield* sql`ALTER TABLE api_keys ADD COLUMN agent_user_id TEXT`
})
