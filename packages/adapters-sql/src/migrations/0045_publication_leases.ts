import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** The process that has leased a publication. Leases from before end by their times. */
export const publicationLeases = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { key } = dialect(sql)
  yield* sql`ALTER TABLE dns_publications ADD COLUMN process_id ${key}`
})
