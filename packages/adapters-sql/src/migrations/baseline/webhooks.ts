import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

export const webhooks = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { boolean, instant, key, true: isTrue } = dialect(sql)

  yield* sql`CREATE TABLE webhook_endpoints (
    webhook_endpoint_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    url TEXT NOT NULL,
    description TEXT,
    object_types TEXT NOT NULL,
    event_types TEXT NOT NULL,
    event_subtypes TEXT NOT NULL,
    enabled ${boolean} NOT NULL,
    disabled_on ${instant},
    disabled_reason ${key} CHECK (disabled_reason IN ('requested', 'gone', 'failing')),
    failing_since ${instant},
    failed_deliveries INTEGER NOT NULL,
    secret TEXT NOT NULL,
    previous_secret TEXT,
    previous_secret_expires_on ${instant},
    created_on ${instant} NOT NULL,
    updated_on ${instant} NOT NULL
  )`
  yield* sql`CREATE INDEX webhook_endpoints_organization ON webhook_endpoints (organization_id, webhook_endpoint_id)`
  yield* sql`CREATE INDEX webhook_endpoints_enabled ON webhook_endpoints (organization_id) WHERE enabled = ${isTrue}`

  yield* sql`CREATE TABLE webhook_deliveries (
    webhook_delivery_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    webhook_endpoint_id ${key} NOT NULL,
    event_id ${key} NOT NULL,
    object_id ${key} NOT NULL,
    type ${key} NOT NULL,
    trigger_kind ${key} NOT NULL CHECK (trigger_kind IN ('event', 'replay', 'test')),
    status ${key} NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'canceled')),
    attempts INTEGER NOT NULL,
    next_attempt_on ${instant},
    last_attempt_on ${instant},
    response_status INTEGER,
    duration INTEGER,
    response_body TEXT,
    error_kind ${key},
    error_message TEXT,
    payload TEXT NOT NULL,
    created_on ${instant} NOT NULL
  )`
  yield* sql`CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_endpoint_id, webhook_delivery_id)`
  yield* sql`CREATE INDEX webhook_deliveries_status
    ON webhook_deliveries (webhook_endpoint_id, status, webhook_delivery_id)`
  yield* sql`CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id, webhook_endpoint_id)`
  yield* sql`CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_on)`
})
