import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** What upkeep needs to remove events and nameserver sets, and to count large organizations in parts. */
export const boundedGrowth = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { instant, key } = dialect(sql)
  yield* sql`CREATE INDEX events_acknowledged ON events (acknowledged_on) WHERE acknowledged_on IS NOT NULL`
  yield* sql`CREATE INDEX events_waiting ON events (created_on) WHERE acknowledged_on IS NULL`
  yield* sql`ALTER TABLE domain_owners ADD COLUMN striped_to ${key} NOT NULL DEFAULT ''`
  yield* sql`ALTER TABLE domain_nameserver_sets ADD COLUMN retired_on ${instant}`
  yield* sql`CREATE INDEX domain_nameserver_sets_retired ON domain_nameserver_sets (retired_on) WHERE retired_on IS NOT NULL`
})
