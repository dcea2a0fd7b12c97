import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** Commands that wait for an operator, and the ids by which registries name the platform's accounts. */
export const registryEscalations = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { byPrimaryKey, instant, key } = dialect(sql)

  yield* sql`ALTER TABLE registry_intents ADD COLUMN escalated_on ${instant}`
  yield* sql`ALTER TABLE registry_intents ADD COLUMN escalation TEXT`
  yield* sql`ALTER TABLE registry_intents ADD COLUMN ruling ${key} CHECK (ruling IN ('done', 'undone'))`
  yield* sql`CREATE INDEX registry_intents_escalated ON registry_intents (escalated_on, intent_id)
    WHERE escalated_on IS NOT NULL`

  yield* sql`CREATE TABLE registry_registrar_ids (
    account_id ${key} NOT NULL,
    registrar_id ${key} NOT NULL,
    seen_with ${key} NOT NULL,
    seen_on ${instant} NOT NULL,
    PRIMARY KEY (account_id, registrar_id)
  ) ${byPrimaryKey}`
})
