import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

export const realm = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { instant, key, vacuumedOften } = dialect(sql)

  yield* sql`CREATE TABLE realm_keys (
    key_id ${key} PRIMARY KEY,
    environment ${key} NOT NULL,
    purpose ${key} NOT NULL,
    generation INTEGER NOT NULL,
    secret TEXT NOT NULL,
    created_on ${instant} NOT NULL,
    retired_on ${instant}
  )`
  yield* sql`CREATE UNIQUE INDEX realm_keys_generation ON realm_keys (environment, purpose, generation)`

  yield* sql`CREATE TABLE realm_records (
    record_id ${key} PRIMARY KEY,
    model ${key} NOT NULL,
    payload TEXT NOT NULL,
    grant_id ${key},
    user_code ${key},
    uid ${key},
    user_id ${key},
    created_on ${instant} NOT NULL,
    expires_on ${instant} NOT NULL,
    consumed_on ${instant}
  ) ${vacuumedOften}`
  yield* sql`CREATE INDEX realm_records_grant ON realm_records (grant_id) WHERE grant_id IS NOT NULL`
  yield* sql`CREATE INDEX realm_records_user_code ON realm_records (user_code) WHERE user_code IS NOT NULL`
  yield* sql`CREATE INDEX realm_records_uid ON realm_records (uid) WHERE uid IS NOT NULL`
  yield* sql`CREATE INDEX realm_records_user ON realm_records (user_id, model) WHERE user_id IS NOT NULL`
  yield* sql`CREATE INDEX realm_records_expiry ON realm_records (expires_on)`
})
