import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

/** Positions of events and ledger entries are columns of their tables. */
export const changes = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, instant, isPostgres, key, updatedInPlace } = dialect(sql)

  // Order in which transactions write changes; positions are assigned after their commits.
  if (isPostgres) yield* sql`CREATE SEQUENCE change_order`
  yield* sql`CREATE TABLE change_feed (
    feed ${bigint} PRIMARY KEY,
    last ${bigint} NOT NULL,
    removed_through ${bigint} NOT NULL
  ) ${updatedInPlace}`
  yield* sql`CREATE TABLE change_consumers (
    name ${key} PRIMARY KEY,
    position ${bigint} NOT NULL,
    run_id ${key} NOT NULL,
    process_id ${key},
    updated_on ${instant}
  ) ${updatedInPlace}`
})
