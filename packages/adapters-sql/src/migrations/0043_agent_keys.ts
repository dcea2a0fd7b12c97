import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** By which the keys are found that a program created for a person. */
export const agentKeys = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX api_keys_agent ON api_keys (agent_user_id, agent_client_id) WHERE agent_user_id IS NOT NULL`
})
