import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** Zones of several organizations may have one name; at most one of them is served. */
export const zoneOwnership = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { boolean, byPrimaryKey, covering, false: isFalse, instant, key, true: isTrue } = dialect(sql)

  // SQLite cannot drop the uniqueness of a column, so the table is copied; no row may refer to it meanwhile.
  const withoutUniqueNames = Effect.gen(function*() {
    yield* sql`CREATE TABLE dns_zones_copy (
      search_row INTEGER PRIMARY KEY,
      dns_zone_id TEXT NOT NULL UNIQUE,
      organization_id TEXT NOT NULL,
      name TEXT NOT NULL,
      suffix TEXT,
      dnssec_status TEXT NOT NULL CHECK (dnssec_status IN ('enabled', 'disabled')),
      vanity_nameserver_set_id TEXT,
      created_on TEXT NOT NULL
    )`
    yield* sql`INSERT INTO dns_zones_copy SELECT search_row, dns_zone_id, organization_id, name, suffix, dnssec_status,
      vanity_nameserver_set_id, created_on FROM dns_zones`
    yield* sql`CREATE TABLE dns_zone_tags_copy AS SELECT * FROM dns_zone_tags`
    yield* sql`DELETE FROM dns_zone_tags`
    yield* sql`DROP TABLE dns_zones`
    yield* sql`ALTER TABLE dns_zones_copy RENAME TO dns_zones`
    yield* sql`INSERT INTO dns_zone_tags SELECT * FROM dns_zone_tags_copy`
    yield* sql`DROP TABLE dns_zone_tags_copy`
    yield* sql`CREATE INDEX dns_zones_name ON dns_zones
      ${covering(["organization_id", "name", "dns_zone_id"], ["suffix", "dnssec_status"])}`
    yield* sql`CREATE INDEX dns_zones_created ON dns_zones
      ${covering(["organization_id", "created_on", "dns_zone_id"], ["suffix", "dnssec_status", "name"])}`
    yield* sql`CREATE INDEX dns_zones_suffix ON dns_zones (organization_id, suffix, created_on, dns_zone_id)`
    yield* sql`CREATE INDEX dns_zones_suffix_name ON dns_zones (organization_id, suffix, name, dns_zone_id)`
    yield* sql`CREATE INDEX dns_zones_dnssec ON dns_zones
      ${covering(["organization_id", "dnssec_status", "dns_zone_id"], ["suffix", "name"])}`
    yield* sql`CREATE INDEX dns_zones_vanity ON dns_zones (vanity_nameserver_set_id, name)
      WHERE vanity_nameserver_set_id IS NOT NULL`
  })
  yield* sql.onDialectOrElse({
    pg: () => Effect.asVoid(sql`ALTER TABLE dns_zones DROP CONSTRAINT dns_zones_name_key`),
    orElse: () => withoutUniqueNames
  })

  // A place is the labels of a name from the last one on, so that a zone and all zones below it are one stretch.
  yield* sql`ALTER TABLE dns_zones ADD COLUMN place ${key} NOT NULL DEFAULT ''`
  yield* sql`ALTER TABLE dns_zones ADD COLUMN is_served ${boolean} NOT NULL DEFAULT ${isTrue}`
  yield* sql`ALTER TABLE dns_zones ADD COLUMN displaced_on ${instant}`
  const firstDot = sql.onDialectOrElse({
    pg: () => sql.literal("strpos(rest, '.')"),
    orElse: () => sql.literal("instr(rest, '.')")
  })
  yield* sql`UPDATE dns_zones SET place = (
    WITH RECURSIVE labels (rest, place) AS (
      SELECT name, substr(name, 1, 0)
      UNION ALL
      SELECT substr(rest, ${firstDot} + 1), substr(rest, 1, ${firstDot} - 1) || ' ' || place FROM labels WHERE rest <> ''
    )
    SELECT trim(place) FROM labels WHERE rest = '')`
  yield* sql`CREATE INDEX dns_zones_place ON dns_zones (place)`
  yield* sql`CREATE UNIQUE INDEX dns_zones_served ON dns_zones (name) WHERE is_served = ${isTrue}`
  yield* sql`CREATE UNIQUE INDEX dns_zones_own ON dns_zones (organization_id, name) WHERE displaced_on IS NULL`
  yield* sql`CREATE INDEX dns_zones_displaced ON dns_zones (displaced_on, dns_zone_id) WHERE displaced_on IS NOT NULL`

  // Zones of before are served as those of former holders are, and checked soon.
  yield* sql`ALTER TABLE dns_zone_states ADD COLUMN ownership ${key} NOT NULL DEFAULT 'unproven'
    CHECK (ownership IN ('held', 'proven', 'unproven'))`
  yield* sql`ALTER TABLE dns_zone_states ADD COLUMN proof ${key}`
  yield* sql`ALTER TABLE dns_zone_states ADD COLUMN was_held ${boolean} NOT NULL DEFAULT ${isFalse}`
  yield* sql`ALTER TABLE dns_zone_states ADD COLUMN is_served ${boolean} NOT NULL DEFAULT ${isTrue}`
  yield* sql`ALTER TABLE dns_zone_states ADD COLUMN displaced_on ${instant}`
  yield* sql`ALTER TABLE dns_zone_states ADD COLUMN checked_on ${instant}`
  yield* sql`ALTER TABLE dns_zone_states ADD COLUMN check_due_on ${instant}`
  yield* sql`ALTER TABLE dns_zone_states ADD COLUMN missing TEXT NOT NULL DEFAULT '[]'`
  yield* sql`UPDATE dns_zone_states SET was_held = ${isTrue}, check_due_on = created_on`
  yield* sql`CREATE INDEX dns_zone_states_check ON dns_zone_states (check_due_on) WHERE check_due_on IS NOT NULL`

  yield* sql`CREATE TABLE dns_trusted_organizations (
    organization_id ${key} PRIMARY KEY,
    trusted_on ${instant} NOT NULL
  ) ${byPrimaryKey}`
  // One row: the secret that challenges are made with.
  yield* sql`CREATE TABLE dns_challenge_secret (
    secret_no INTEGER PRIMARY KEY CHECK (secret_no = 1),
    secret TEXT NOT NULL
  )`

  yield* sql`ALTER TABLE vanity_nameservers ADD COLUMN dns_zone_id ${key}`
  yield* sql`UPDATE vanity_nameservers SET dns_zone_id = (
    SELECT z.dns_zone_id FROM dns_zones z WHERE z.name = vanity_nameservers.zone_name)`
  yield* sql`DROP INDEX vanity_nameservers_zone`
  yield* sql`ALTER TABLE vanity_nameservers DROP COLUMN zone_name`
  yield* sql`CREATE INDEX vanity_nameservers_zone ON vanity_nameservers (dns_zone_id) WHERE dns_zone_id IS NOT NULL`
})
