import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** The end of the last check of a zone's ownership; null while the check that began last is running. */
export const ownershipCheckEnds = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { instant } = dialect(sql)
  yield* sql`ALTER TABLE dns_zone_states ADD COLUMN check_ended_on ${instant}`
})
