import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** Messages of registries that could not be applied, and the text of those that were. */
export const registryMessageFailures = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { byPrimaryKey, instant, key } = dialect(sql)

  yield* sql`ALTER TABLE registry_messages ADD COLUMN raw TEXT`
  yield* sql`CREATE TABLE registry_message_failures (
    registry ${key} NOT NULL,
    message_id ${key} NOT NULL,
    queued_on ${instant} NOT NULL,
    state ${key} NOT NULL CHECK (state IN ('failing', 'parked', 'retrying')),
    text TEXT NOT NULL,
    content TEXT NOT NULL,
    problem TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    first_failed_on ${instant} NOT NULL,
    last_failed_on ${instant} NOT NULL,
    PRIMARY KEY (registry, message_id, queued_on)
  ) ${byPrimaryKey}`
  yield* sql`CREATE INDEX registry_message_failures_state ON registry_message_failures
    (state, registry, first_failed_on, message_id)`
})
