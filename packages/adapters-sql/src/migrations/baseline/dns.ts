import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"
import { substringIndex } from "../../Substring.ts"

const zones = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { boolean, covering, instant, key, true: isTrue, vacuumedOften } = dialect(sql)

  // The full text index of SQLite names rows by a number that must never change.
  const identity = sql.onDialectOrElse({
    pg: () => sql`dns_zone_id ${key} PRIMARY KEY`,
    orElse: () => sql`search_row INTEGER PRIMARY KEY, dns_zone_id ${key} NOT NULL UNIQUE`
  })

  // Columns by which zones are listed, which seldom change. A list reads one index, which also has the columns of most
  // filters. A sort key has the labels of a name from the last one on, so that a zone and all zones below it are one range.
  yield* sql`CREATE TABLE dns_zones (
    ${identity},
    organization_id ${key} NOT NULL,
    name ${key} NOT NULL,
    sort_key ${key} NOT NULL,
    suffix ${key},
    dnssec_status ${key} NOT NULL CHECK (dnssec_status IN ('enabled', 'disabled')),
    vanity_nameserver_set_id ${key},
    is_served ${boolean} NOT NULL,
    displaced_on ${instant},
    created_on ${instant} NOT NULL
  ) ${vacuumedOften}`
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
  yield* sql`CREATE INDEX dns_zones_sort_key ON dns_zones (sort_key)`
  // Zones of several organizations may have one name; at most one of them is served.
  yield* sql`CREATE UNIQUE INDEX dns_zones_served ON dns_zones (name) WHERE is_served = ${isTrue}`
  yield* sql`CREATE UNIQUE INDEX dns_zones_own ON dns_zones (organization_id, name) WHERE displaced_on IS NULL`
  yield* sql`CREATE INDEX dns_zones_displaced ON dns_zones (displaced_on, dns_zone_id) WHERE displaced_on IS NOT NULL`
  yield* substringIndex(sql, { name: "dns_zones_search", table: "dns_zones", column: "name" })
  yield* sql.onDialectOrElse({
    pg: () => Effect.void,
    orElse: () =>
      sql`CREATE VIRTUAL TABLE dns_zone_search
        USING fts5(name, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`
  })
})

const states = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, boolean, byPrimaryKey, covering, instant, isPostgres, key, updatedInPlace, vacuumedOften } = dialect(
    sql
  )

  // Columns that change with every serial, and those by which lists in the order of the last change are filtered.
  yield* sql`CREATE TABLE dns_zone_states (
    dns_zone_id ${key} NOT NULL,
    organization_id ${key} NOT NULL,
    name ${key} NOT NULL,
    suffix ${key},
    serial ${bigint} NOT NULL,
    nameservers TEXT NOT NULL,
    rname TEXT NOT NULL,
    dnssec_status ${key} NOT NULL,
    dnssec_registry_publish TEXT,
    vanity_nameserver_set_id ${key},
    rrset_count INTEGER NOT NULL,
    record_count INTEGER NOT NULL,
    record_characters INTEGER NOT NULL DEFAULT 0,
    ownership ${key} NOT NULL CHECK (ownership IN ('held', 'proven', 'unproven')),
    proof ${key},
    was_held ${boolean} NOT NULL,
    is_served ${boolean} NOT NULL,
    displaced_on ${instant},
    missing TEXT NOT NULL DEFAULT '[]',
    checked_on ${instant},
    check_due_on ${instant},
    check_begun_on ${instant},
    check_ended_on ${instant},
    failed_checks INTEGER NOT NULL DEFAULT 0,
    created_on ${instant} NOT NULL,
    updated_on ${instant} NOT NULL,
    PRIMARY KEY (dns_zone_id) ${isPostgres ? sql`INCLUDE (updated_on)` : sql``}
  ) ${vacuumedOften}`
  yield* sql`CREATE INDEX dns_zone_states_updated ON dns_zone_states
    ${covering(["organization_id", "updated_on", "dns_zone_id"], ["suffix", "dnssec_status", "name"])}`
  yield* sql`CREATE INDEX dns_zone_states_check ON dns_zone_states (check_due_on) WHERE check_due_on IS NOT NULL`
  // Number of zones by suffix, which is empty for names without one. Several rows (shards) hold parts of one number, so
  // that writers seldom wait for each other.
  yield* sql`CREATE TABLE dns_zone_counts (
    organization_id ${key} NOT NULL,
    suffix ${key} NOT NULL,
    dnssec_status ${key} NOT NULL,
    shard INTEGER NOT NULL,
    zones INTEGER NOT NULL,
    PRIMARY KEY (organization_id, suffix, dnssec_status, shard)
  ) ${byPrimaryKey} ${updatedInPlace}`
  // Last serials of removed zones. A zone that is created again on the same day continues them.
  yield* sql`CREATE TABLE dns_removed_zones (
    name ${key} PRIMARY KEY,
    serial ${bigint} NOT NULL
  ) ${byPrimaryKey}`
  yield* sql`CREATE INDEX dns_removed_zones_serial ON dns_removed_zones (serial)`
})

const contents = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, byPrimaryKey, instant, key, vacuumedOften } = dialect(sql)

  // Writers hold a lock on the zone's row. A sort key has the labels below the apex from the last one on, separated by
  // spaces. A space sorts before every character of a name, so that everything below a name is one range.
  yield* sql`CREATE TABLE dns_rrsets (
    dns_zone_id ${key} NOT NULL,
    sort_key ${key} NOT NULL,
    type ${key} NOT NULL,
    ttl INTEGER NOT NULL,
    records TEXT NOT NULL,
    protected_reason TEXT,
    PRIMARY KEY (dns_zone_id, sort_key, type)
  ) ${byPrimaryKey}`
  yield* sql`CREATE TABLE dns_zone_changes (
    dns_zone_id ${key} NOT NULL,
    serial ${bigint} NOT NULL,
    changeset_id TEXT NOT NULL,
    cause TEXT NOT NULL,
    changed_by TEXT,
    changed_on ${instant} NOT NULL,
    num_changes INTEGER NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (dns_zone_id, serial)
  )`

  yield* sql`CREATE TABLE dns_zone_tags (
    organization_id ${key} NOT NULL,
    tag_id ${key} NOT NULL,
    dns_zone_id ${key} NOT NULL REFERENCES dns_zones (dns_zone_id),
    PRIMARY KEY (organization_id, tag_id, dns_zone_id)
  ) ${byPrimaryKey} ${vacuumedOften}`
  yield* sql`CREATE INDEX dns_zone_tags_zone ON dns_zone_tags (dns_zone_id, tag_id)`
})

const ownership = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { byPrimaryKey, instant, key } = dialect(sql)

  // Organizations whose zones are served without a proof of ownership.
  yield* sql`CREATE TABLE dns_trusted_organizations (
    organization_id ${key} PRIMARY KEY,
    trusted_on ${instant} NOT NULL
  ) ${byPrimaryKey}`
  // One row: the secret from which challenges are derived.
  yield* sql`CREATE TABLE dns_challenge_secret (
    secret_no INTEGER PRIMARY KEY CHECK (secret_no = 1),
    secret TEXT NOT NULL
  )`
})

export const dns = Effect.all([zones, states, contents, ownership], { discard: true })
