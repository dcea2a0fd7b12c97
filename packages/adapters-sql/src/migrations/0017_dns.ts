import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"
import { substringIndex } from "../Substring.ts"

export const dns = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, byPrimaryKey, covering, instant, key, updatedInPlace, vacuumedOften } = dialect(sql)
  // The full text index of SQLite names rows by a number that must never change.
  const identity = sql.onDialectOrElse({
    pg: () => sql`dns_zone_id ${key} PRIMARY KEY`,
    orElse: () => sql`search_row INTEGER PRIMARY KEY, dns_zone_id ${key} NOT NULL UNIQUE`
  })

  // What lists look for, and seldom changes. A list goes by one index, from which it can tell most filters, too.
  yield* sql`CREATE TABLE dns_zones (
    ${identity},
    organization_id ${key} NOT NULL,
    name ${key} NOT NULL UNIQUE,
    suffix ${key},
    dnssec_status ${key} NOT NULL CHECK (dnssec_status IN ('enabled', 'disabled')),
    vanity_nameserver_set_id ${key},
    created_on ${instant} NOT NULL
  ) ${vacuumedOften}`
  const filters = ["suffix", "dnssec_status"]
  yield* sql`CREATE INDEX dns_zones_name ON dns_zones
    ${covering(["organization_id", "name", "dns_zone_id"], filters)}`
  yield* sql`CREATE INDEX dns_zones_created ON dns_zones
    ${covering(["organization_id", "created_on", "dns_zone_id"], filters)}`
  yield* sql`CREATE INDEX dns_zones_suffix ON dns_zones (organization_id, suffix, created_on, dns_zone_id)`
  yield* sql`CREATE INDEX dns_zones_dnssec ON dns_zones
    ${covering(["organization_id", "dnssec_status", "dns_zone_id"], ["suffix"])}`
  yield* sql`CREATE INDEX dns_zones_vanity ON dns_zones (vanity_nameserver_set_id, name)
    WHERE vanity_nameserver_set_id IS NOT NULL`
  yield* substringIndex(sql, { name: "dns_zones_search", table: "dns_zones", column: "name" })
  yield* sql.onDialectOrElse({
    pg: () => Effect.void,
    orElse: () =>
      sql`CREATE VIRTUAL TABLE dns_zone_search
        USING fts5(name, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`
  })
  // The zone itself, which changes with every serial. It repeats what does not change, for lists by the last change.
  yield* sql`CREATE TABLE dns_zone_states (
    dns_zone_id ${key} PRIMARY KEY,
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
    created_on ${instant} NOT NULL,
    updated_on ${instant} NOT NULL
  ) ${vacuumedOften}`
  yield* sql`CREATE INDEX dns_zone_states_updated ON dns_zone_states
    ${covering(["organization_id", "updated_on", "dns_zone_id"], filters)}`
  // The number of an organization's zones is the sum of its rows, so that writers seldom wait for one another.
  yield* sql`CREATE TABLE dns_zone_counts (
    organization_id ${key} NOT NULL,
    dnssec_status ${key} NOT NULL,
    shard INTEGER NOT NULL,
    zones INTEGER NOT NULL,
    PRIMARY KEY (organization_id, dnssec_status, shard)
  ) ${byPrimaryKey} ${updatedInPlace}`
  // Names whose serials must go on should the zone come back on the same day.
  yield* sql`CREATE TABLE dns_removed_zones (
    name ${key} PRIMARY KEY,
    serial ${bigint} NOT NULL
  ) ${byPrimaryKey}`
  yield* sql`CREATE INDEX dns_removed_zones_serial ON dns_removed_zones (serial)`

  // Whoever writes here holds the zone's row. A place is the labels below the apex, from there on, with a space between
  // them: a space sorts before all that names are written with, so what lies below a name is one stretch of the key.
  yield* sql`CREATE TABLE dns_rrsets (
    dns_zone_id ${key} NOT NULL,
    place ${key} NOT NULL,
    type ${key} NOT NULL,
    ttl INTEGER NOT NULL,
    records TEXT NOT NULL,
    protected_reason TEXT,
    PRIMARY KEY (dns_zone_id, place, type)
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
