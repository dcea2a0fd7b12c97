import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** Sessions of the accounts at registries, counted over all processes. */
export const registrySessionSlots = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { boolean, byPrimaryKey, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE registry_session_slots (
    account ${key} NOT NULL,
    slot INTEGER NOT NULL,
    holder ${key} NOT NULL,
    held_until ${instant} NOT NULL,
    wanted ${boolean} NOT NULL,
    PRIMARY KEY (account, slot)
  ) ${byPrimaryKey}`
})
