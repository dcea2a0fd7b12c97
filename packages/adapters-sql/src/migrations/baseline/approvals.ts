import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

export const approvals = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, boolean, false: isFalse, instant, key, serial } = dialect(sql)

  yield* sql`CREATE TABLE approvals (
    approval_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    user_id ${key} NOT NULL,
    client_id ${key} NOT NULL,
    scopes TEXT NOT NULL,
    operation_id ${key} NOT NULL,
    action_hash ${key} NOT NULL,
    path ${key} NOT NULL CHECK (path IN ('elicitation', 'token')),
    safety TEXT NOT NULL,
    rights TEXT NOT NULL,
    message TEXT NOT NULL,
    summary TEXT NOT NULL,
    changes TEXT NOT NULL,
    contents TEXT,
    cost_amount ${bigint},
    cost_currency ${key},
    note TEXT,
    decision ${key} CHECK (decision IN ('approved', 'declined')),
    decided_by ${key},
    decided_on ${instant},
    created_on ${instant} NOT NULL,
    expires_on ${instant} NOT NULL,
    consumed_on ${instant},
    http_status INTEGER
  )`
  yield* sql`CREATE INDEX approvals_organization ON approvals (organization_id, created_on, approval_id)`

  yield* sql`CREATE TABLE approval_steps (
    step_no ${serial},
    approval_id ${key} NOT NULL,
    step ${key} NOT NULL,
    user_id ${key} NOT NULL,
    note TEXT,
    created_on ${instant} NOT NULL
  )`
  yield* sql`CREATE INDEX approval_steps_approval ON approval_steps (approval_id, step_no)`

  yield* sql`CREATE TABLE agent_policies (
    organization_id ${key} PRIMARY KEY,
    require_web_approval ${boolean} NOT NULL,
    daily_spend_limit ${bigint},
    read_only ${boolean} NOT NULL,
    rest_access ${boolean} NOT NULL DEFAULT ${isFalse},
    show_auth_codes ${boolean},
    require_web_approval_for_risks ${boolean},
    updated_on ${instant} NOT NULL
  )`
  yield* sql`CREATE TABLE agent_spending (
    organization_id ${key} NOT NULL,
    day ${key} NOT NULL,
    currency ${key} NOT NULL,
    amount ${bigint} NOT NULL,
    PRIMARY KEY (organization_id, day, currency)
  )`

  yield* sql`CREATE TABLE approval_keys (
    key_id ${key} PRIMARY KEY,
    environment ${key} NOT NULL CHECK (environment IN ('sandbox', 'production')),
    generation INTEGER NOT NULL,
    secret TEXT NOT NULL,
    created_on ${instant} NOT NULL,
    retired_on ${instant}
  )`
  yield* sql`CREATE UNIQUE INDEX approval_keys_generation ON approval_keys (environment, generation)`
})
