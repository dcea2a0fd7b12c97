import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** Zones are counted by suffix as well, and lists tell from their index alone whether a name has the text that is searched. */
export const dnsLists = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { byPrimaryKey, covering, key, updatedInPlace } = dialect(sql)

  yield* sql`DROP TABLE dns_zone_counts`
  // The number of an organization's zones is the sum of its rows; those of names without a suffix have the empty one.
  yield* sql`CREATE TABLE dns_zone_counts (
    organization_id ${key} NOT NULL,
    suffix ${key} NOT NULL,
    dnssec_status ${key} NOT NULL,
    shard INTEGER NOT NULL,
    zones INTEGER NOT NULL,
    PRIMARY KEY (organization_id, suffix, dnssec_status, shard)
  ) ${byPrimaryKey} ${updatedInPlace}`
  yield* sql`INSERT INTO dns_zone_counts SELECT organization_id, COALESCE(suffix, ''), dnssec_status, 0, count(*)
    FROM dns_zones GROUP BY organization_id, COALESCE(suffix, ''), dnssec_status`

  for (const index of ["dns_zones_created", "dns_zones_dnssec", "dns_zone_states_updated"]) {
    yield* sql`DROP INDEX ${sql(index)}`
  }
  yield* sql`CREATE INDEX dns_zones_created ON dns_zones
    ${covering(["organization_id", "created_on", "dns_zone_id"], ["suffix", "dnssec_status", "name"])}`
  yield* sql`CREATE INDEX dns_zones_dnssec ON dns_zones
    ${covering(["organization_id", "dnssec_status", "dns_zone_id"], ["suffix", "name"])}`
  yield* sql`CREATE INDEX dns_zones_suffix_name ON dns_zones (organization_id, suffix, name, dns_zone_id)`
  yield* sql`CREATE INDEX dns_zone_states_updated ON dns_zone_states
    ${covering(["organization_id", "updated_on", "dns_zone_id"], ["suffix", "dnssec_status", "name"])}`
})
