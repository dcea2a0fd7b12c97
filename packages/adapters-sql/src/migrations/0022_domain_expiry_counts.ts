import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** Domains are counted by expiry as well, and those without a date in other stripes: upkeep counts them again. */
export const domainExpiryCounts = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { false: no } = dialect(sql)

  yield* sql`DELETE FROM domain_counts WHERE sort > 0`
  yield* sql`UPDATE domain_owners SET striped = ${no}`
})
