import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

/** Usage by hour and model, of each organization and of each payer, and the keys of the records that it counts. */
export const usage = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, byPrimaryKey, instant, key, updatedInPlace } = dialect(sql)

  yield* sql`CREATE TABLE usage_hours (
    account_id ${key} NOT NULL,
    product ${key} NOT NULL,
    hour ${key} NOT NULL,
    model ${key} NOT NULL,
    input_tokens ${bigint} NOT NULL,
    output_tokens ${bigint} NOT NULL,
    cache_read_tokens ${bigint} NOT NULL,
    cache_write_tokens ${bigint} NOT NULL,
    request_count ${bigint} NOT NULL,
    PRIMARY KEY (account_id, product, hour, model)
  ) ${byPrimaryKey} ${updatedInPlace}`

  yield* sql`CREATE TABLE usage_keys (
    usage_key ${key} PRIMARY KEY,
    contents TEXT NOT NULL,
    recorded_on ${instant} NOT NULL
  ) ${byPrimaryKey}`
  yield* sql`CREATE INDEX usage_keys_recorded ON usage_keys (recorded_on)`
})
