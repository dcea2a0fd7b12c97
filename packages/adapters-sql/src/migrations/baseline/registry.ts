import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

/** Commands with unknown outcomes, and the names of objects at registries. */
const commands = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { boolean, byPrimaryKey, false: isFalse, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE registry_intents (
    intent_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    ordered_by TEXT NOT NULL,
    registry ${key} NOT NULL,
    kind ${key} NOT NULL,
    object_id ${key} NOT NULL,
    object_name ${key} NOT NULL,
    command_id ${key} NOT NULL,
    payload TEXT NOT NULL,
    billing_transaction_ids TEXT NOT NULL,
    state ${key} NOT NULL CHECK (state IN ('prepared', 'accepted')),
    attempts INTEGER NOT NULL,
    due_on ${instant} NOT NULL,
    created_on ${instant} NOT NULL,
    escalated_on ${instant},
    escalation TEXT,
    ruling ${key} CHECK (ruling IN ('done', 'undone')),
    process_id ${key},
    lease INTEGER NOT NULL DEFAULT 0,
    conclusive_from ${instant} NOT NULL,
    found_pending ${boolean} NOT NULL DEFAULT ${isFalse},
    decision ${key} CHECK (decision IN ('approved', 'rejected')),
    job_id ${key}
  )`
  yield* sql`CREATE UNIQUE INDEX registry_intents_prepared ON registry_intents (object_id) WHERE state = 'prepared'`
  yield* sql`CREATE INDEX registry_intents_object ON registry_intents (object_id, intent_id)`
  yield* sql`CREATE INDEX registry_intents_due ON registry_intents (due_on, intent_id)`
  yield* sql`CREATE INDEX registry_intents_escalated ON registry_intents (escalated_on, intent_id)
    WHERE escalated_on IS NOT NULL`
  yield* sql`CREATE INDEX registry_intents_process ON registry_intents (process_id) WHERE process_id IS NOT NULL`

  yield* sql`CREATE TABLE registry_handles (
    registry ${key} NOT NULL,
    contact_id ${key} NOT NULL,
    attributes ${key} NOT NULL,
    handle ${key} NOT NULL,
    confirmed ${boolean} NOT NULL,
    PRIMARY KEY (registry, contact_id, attributes)
  ) ${byPrimaryKey}`
  yield* sql`CREATE INDEX registry_handles_handle ON registry_handles (registry, handle)`
})

const messages = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { byPrimaryKey, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE registry_messages (
    registry ${key} NOT NULL,
    message_id ${key} NOT NULL,
    queued_on ${instant} NOT NULL,
    text TEXT NOT NULL,
    payload TEXT NOT NULL,
    received_on ${instant} NOT NULL,
    raw TEXT,
    PRIMARY KEY (registry, message_id, queued_on)
  ) ${byPrimaryKey}`

  // Messages that could not be applied.
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

/** Registry accounts, their sessions, and announced maintenances. */
const accounts = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { boolean, byPrimaryKey, instant, key } = dialect(sql)

  // Ids by which registries name the platform's accounts.
  yield* sql`CREATE TABLE registry_registrar_ids (
    account_id ${key} NOT NULL,
    registrar_id ${key} NOT NULL,
    seen_with ${key} NOT NULL,
    seen_on ${instant} NOT NULL,
    PRIMARY KEY (account_id, registrar_id)
  ) ${byPrimaryKey}`

  // Sessions of an account, counted over all processes.
  yield* sql`CREATE TABLE registry_session_slots (
    account ${key} NOT NULL,
    slot INTEGER NOT NULL,
    pool_id ${key} NOT NULL,
    expires_on ${instant} NOT NULL,
    wanted ${boolean} NOT NULL,
    process_id ${key},
    PRIMARY KEY (account, slot)
  ) ${byPrimaryKey}`

  yield* sql`CREATE TABLE registry_maintenances (
    registry ${key} NOT NULL,
    maintenance_id ${key} NOT NULL,
    starts_on ${instant} NOT NULL,
    ends_on ${instant} NOT NULL,
    ended_on ${instant},
    notice TEXT NOT NULL,
    PRIMARY KEY (registry, maintenance_id)
  ) ${byPrimaryKey}`
  yield* sql`CREATE INDEX registry_maintenances_end ON registry_maintenances (ends_on)`
})

export const registry = Effect.all([commands, messages, accounts], { discard: true })
