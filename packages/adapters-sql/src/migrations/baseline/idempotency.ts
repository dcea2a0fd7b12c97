import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

export const idempotency = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { byPrimaryKey, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE idempotency_keys (
    organization_id ${key} NOT NULL,
    idempotency_key ${key} NOT NULL,
    request_hash ${key} NOT NULL,
    attempt_id ${key} NOT NULL,
    request_id ${key},
    process_id ${key},
    begun_on ${instant},
    answer TEXT,
    started_on ${instant} NOT NULL,
    expires_on ${instant} NOT NULL,
    PRIMARY KEY (organization_id, idempotency_key)
  ) ${byPrimaryKey}`
  yield* sql`CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_on)`
})
