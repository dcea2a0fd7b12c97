import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The index by which a zone is looked up tells when it was changed last, for lists that look up thousands (PostgreSQL). */
export const dnsLastChanges = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql.onDialectOrElse({
    pg: () =>
      sql`ALTER TABLE dns_zone_states DROP CONSTRAINT dns_zone_states_pkey,
        ADD PRIMARY KEY (dns_zone_id) INCLUDE (updated_on)`,
    orElse: () => Effect.void
  })
})
