import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** Checks of the ownership of zones: when the last one began, and how many failed in a row. */
export const ownershipChecks = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { instant } = dialect(sql)
  yield* sql`ALTER TABLE dns_zone_states ADD COLUMN failed_checks INTEGER NOT NULL DEFAULT 0`
  yield* sql`ALTER TABLE dns_zone_states ADD COLUMN check_begun_on ${instant}`
})
