import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"

export const registryOperations = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { boolean, byPrimaryKey, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE registry_intents (
    intent_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    registry ${key} NOT NULL,
    kind ${key} NOT NULL,
    object_id ${key} NOT NULL,
    object_name ${key} NOT NULL,
    command_id ${key} NOT NULL,
    payload TEXT NOT NULL,
    billing_transaction_ids TEXT NOT NULL,
    state ${key} NOT NULL CHECK (state IN ('prepared', 'accepted')),
    attempts INTEGER NOT NULL,
    run_after ${instant} NOT NULL,
    created_on ${instant} NOT NULL
  )`
  yield* sql`CREATE UNIQUE INDEX registry_intents_prepared ON registry_intents (object_id) WHERE state = 'prepared'`
  yield* sql`CREATE INDEX registry_intents_object ON registry_intents (object_id, intent_id)`
  yield* sql`CREATE INDEX registry_intents_due ON registry_intents (run_after, intent_id)`

  yield* sql`CREATE TABLE registry_handles (
    registry ${key} NOT NULL,
    contact_id ${key} NOT NULL,
    attributes ${key} NOT NULL,
    handle ${key} NOT NULL,
    confirmed ${boolean} NOT NULL,
    PRIMARY KEY (registry, contact_id, attributes)
  ) ${byPrimaryKey}`

  yield* sql`CREATE TABLE registry_messages (
    registry ${key} NOT NULL,
    message_id ${key} NOT NULL,
    queued_on ${instant} NOT NULL,
    text TEXT NOT NULL,
    payload TEXT NOT NULL,
    received_on ${instant} NOT NULL,
    PRIMARY KEY (registry, message_id, queued_on)
  ) ${byPrimaryKey}`
})
