import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"
import { substringIndex } from "../../Substring.ts"

export const domains = Effect.gen(function*() {
  yield* records
  yield* conditions
  yield* dictionary
  yield* index
  yield* search
  yield* counts
  yield* statistics
})

/** The domains, read one by one. */
const records = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { boolean, byPrimaryKey, instant, key, ordinal } = dialect(sql)

  yield* sql`CREATE TABLE domains (
    domain_no ${ordinal},
    domain_id ${key} NOT NULL UNIQUE,
    organization_id ${key} NOT NULL,
    name ${key} NOT NULL UNIQUE,
    sld ${key} NOT NULL,
    tld ${key} NOT NULL,
    roid ${key} NOT NULL,
    registry ${key} NOT NULL,
    registry_account_id ${key} NOT NULL,
    registrar ${key} NOT NULL,
    registrar_credential_id ${key},
    renewal_mode ${key} NOT NULL,
    is_premium ${boolean} NOT NULL,
    read_only ${boolean} NOT NULL,
    registry_statuses TEXT NOT NULL,
    contacts TEXT NOT NULL,
    nameservers TEXT NOT NULL,
    auth_code TEXT,
    auth_code_expires_on ${instant},
    attributes TEXT NOT NULL,
    verification_required TEXT,
    policy_verification TEXT,
    registered_on ${instant},
    expires_on ${instant},
    transferred_on ${instant},
    canceled_on ${instant},
    deleted_on ${instant},
    created_on ${instant} NOT NULL,
    updated_on ${instant} NOT NULL,
    unpaid_renewal_on ${instant},
    next_action_on ${instant},
    grace_charges TEXT NOT NULL DEFAULT '[]'
  )`
  yield* sql`CREATE INDEX domains_due ON domains (next_action_on, domain_id) WHERE next_action_on IS NOT NULL`
  yield* sql`CREATE TABLE domain_contacts (
    contact_id ${key} NOT NULL,
    domain_no INTEGER NOT NULL,
    PRIMARY KEY (contact_id, domain_no)
  ) ${byPrimaryKey}`
})

/** Conditions of orders: the claims notices that were accepted, and prices that were offered. */
const conditions = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { instant, key } = dialect(sql)

  yield* sql`CREATE TABLE claims_notices (
    acceptance_hash ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    claims_key ${key} NOT NULL,
    label ${key} NOT NULL,
    notice_id ${key} NOT NULL,
    validator ${key},
    not_after ${instant} NOT NULL,
    expires_on ${instant} NOT NULL
  )`
  yield* sql`CREATE INDEX claims_notices_key ON claims_notices (organization_id, claims_key, expires_on)`
  yield* sql`CREATE INDEX claims_notices_expiry ON claims_notices (expires_on)`

  yield* sql`CREATE TABLE domain_quotes (
    quote_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    command ${key} NOT NULL CHECK (command IN ('create', 'renew', 'transfer', 'restore')),
    name ${key} NOT NULL,
    order_hash ${key} NOT NULL,
    prices TEXT NOT NULL,
    created_on ${instant} NOT NULL,
    expires_on ${instant} NOT NULL,
    used_on ${instant}
  )`
  yield* sql`CREATE INDEX domain_quotes_expiry ON domain_quotes (expires_on)`
  yield* sql`CREATE INDEX domain_quotes_used ON domain_quotes (used_on) WHERE used_on IS NOT NULL`
})

/** Values and combinations that many domains share, each under a small number. */
const dictionary = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { anyLength, byPrimaryKey, instant, key, ordinal } = dialect(sql)

  yield* sql`CREATE TABLE domain_owners (
    owner_no ${ordinal},
    organization_id ${key} NOT NULL UNIQUE
  )`
  yield* sql`CREATE TABLE domain_combinations (
    combination_no ${ordinal},
    owner_no INTEGER NOT NULL,
    tld ${key} NOT NULL,
    state INTEGER NOT NULL,
    flags INTEGER NOT NULL,
    registrar_credential_id ${key} NOT NULL,
    UNIQUE (owner_no, tld, state, flags, registrar_credential_id)
  )`
  yield* sql`CREATE TABLE domain_nameserver_sets (
    nameserver_set_no ${ordinal},
    hostnames ${key} NOT NULL,
    retired_on ${instant}
  )`
  yield* sql`CREATE INDEX domain_nameserver_sets_whole ON domain_nameserver_sets ${anyLength("hostnames")}`
  yield* sql`CREATE INDEX domain_nameserver_sets_retired ON domain_nameserver_sets (retired_on) WHERE retired_on IS NOT NULL`
  yield* sql`CREATE TABLE domain_tag_sets (
    tag_set_no ${ordinal},
    owner_no INTEGER NOT NULL,
    tags ${key} NOT NULL
  )`
  yield* sql`CREATE INDEX domain_tag_sets_whole ON domain_tag_sets ${anyLength("tags")}`
  yield* sql`CREATE TABLE domain_tag_set_members (
    owner_no INTEGER NOT NULL,
    tag_id ${key} NOT NULL,
    tag_set_no INTEGER NOT NULL,
    PRIMARY KEY (owner_no, tag_id, tag_set_no)
  ) ${byPrimaryKey}`
})

const dates = ["created_on", "updated_on", "expires_on", "registered_on", "transferred_on"]

/** The sort keys and filtered columns of domains, narrow and in numbers; instants in seconds since 1970. */
const index = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, covering, isPostgres, key, vacuumedOften } = dialect(sql)

  yield* sql`CREATE TABLE domain_keys (
    domain_no INTEGER PRIMARY KEY,
    domain_id ${key} NOT NULL,
    owner_no INTEGER NOT NULL,
    name ${key} NOT NULL,
    sld ${key} NOT NULL,
    combination_no INTEGER NOT NULL,
    flags INTEGER NOT NULL,
    nameserver_set_no INTEGER NOT NULL,
    tag_set_no INTEGER NOT NULL,
    created_on ${bigint} NOT NULL,
    updated_on ${bigint} NOT NULL,
    expires_on ${bigint} NOT NULL,
    registered_on ${bigint} NOT NULL,
    transferred_on ${bigint} NOT NULL
  ) ${vacuumedOften}`
  // SQLite has the row's number in every index.
  const others = [...(isPostgres ? ["domain_no"] : []), "combination_no", "nameserver_set_no", "tag_set_no"]
  yield* sql`CREATE UNIQUE INDEX domain_keys_name ON domain_keys ${
    covering(["owner_no", "name"], [...others, ...dates])
  }`
  for (const date of dates) {
    yield* sql`CREATE INDEX ${sql(`domain_keys_${date}`)} ON domain_keys
      ${covering(["owner_no", date, "domain_id"], ["name", ...others, ...dates.filter((other) => other !== date)])}`
  }
  yield* sql`CREATE INDEX domain_keys_sld ON domain_keys (owner_no, sld)`
  yield* sql`CREATE INDEX domain_keys_combination ON domain_keys (combination_no, tag_set_no, nameserver_set_no)`
  yield* sql`CREATE INDEX domain_keys_nameservers ON domain_keys
    (nameserver_set_no, owner_no, combination_no, tag_set_no)`
  yield* sql`CREATE INDEX domain_keys_tags ON domain_keys (tag_set_no, combination_no, nameserver_set_no)
    WHERE tag_set_no > 0`
})

/** Indexes of substrings: trigrams on PostgreSQL, full text tables on SQLite. */
const search = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* substringIndex(sql, { name: "domain_keys_search", table: "domain_keys", column: "name" })
  yield* substringIndex(sql, {
    name: "domain_nameserver_sets_search",
    table: "domain_nameserver_sets",
    column: "hostnames"
  })
  yield* sql.onDialectOrElse({
    pg: () => Effect.void,
    orElse: () =>
      Effect.all([
        sql`CREATE VIRTUAL TABLE domain_name_search
          USING fts5(name, content = '', contentless_delete = 1, tokenize = 'trigram')`,
        sql`CREATE TRIGGER domain_keys_searched AFTER INSERT ON domain_keys BEGIN
          INSERT INTO domain_name_search (rowid, name) VALUES (NEW.domain_no, NEW.name); END`,
        sql`CREATE TRIGGER domain_keys_removed AFTER DELETE ON domain_keys BEGIN
          DELETE FROM domain_name_search WHERE rowid = OLD.domain_no; END`,
        sql`CREATE VIRTUAL TABLE domain_nameserver_search USING fts5(hostnames, content = '', tokenize = 'trigram')`
      ], { discard: true })
  })
})

/**
 * Number of domains of an owner, of each combination and of each set of tags. Several rows (shards) hold parts of one
 * number, so that writers do not wait for each other.
 */
const counts = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { byPrimaryKey, updatedInPlace } = dialect(sql)

  yield* sql`CREATE TABLE domain_counts (
    owner_no INTEGER NOT NULL,
    dimension SMALLINT NOT NULL,
    member_no INTEGER NOT NULL,
    shard SMALLINT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (owner_no, dimension, member_no, shard)
  ) ${byPrimaryKey} ${updatedInPlace}`
})

/**
 * Number of events of each measure, by organization and day: of all TLDs (`scope` 0) and of each TLD (`scope` 1). Several
 * rows (shards) hold parts of one number, as in `domain_counts`; those of past days are added up. SQLite counts in a
 * trigger, because its statements cannot write to two tables; PostgreSQL counts in the statement that inserts the event.
 */
const statistics = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { byPrimaryKey, key, updatedInPlace } = dialect(sql)

  yield* sql`CREATE TABLE domain_statistics (
    organization_id ${key} NOT NULL,
    scope SMALLINT NOT NULL,
    day ${key} NOT NULL,
    tld ${key} NOT NULL,
    shard SMALLINT NOT NULL,
    created INTEGER NOT NULL DEFAULT 0,
    transferred INTEGER NOT NULL DEFAULT 0,
    deleted INTEGER NOT NULL DEFAULT 0,
    transferred_out INTEGER NOT NULL DEFAULT 0,
    renewed INTEGER NOT NULL DEFAULT 0,
    restored INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (organization_id, scope, day, tld, shard)
  ) ${byPrimaryKey} ${updatedInPlace}`
  yield* sql`CREATE INDEX domain_statistics_sharded ON domain_statistics (day) WHERE shard > 0`
  yield* sql.onDialectOrElse({
    pg: () => Effect.void,
    orElse: () =>
      sql`CREATE TRIGGER events_counted AFTER INSERT ON events WHEN NEW.counted_tld IS NOT NULL BEGIN
        INSERT INTO domain_statistics (organization_id, scope, day, tld, shard,
          created, transferred, deleted, transferred_out, renewed, restored)
        SELECT NEW.organization_id, p.scope, substr(NEW.created_on, 1, 10), p.tld, 0,
          NEW.kind = 'domain.registered', NEW.kind = 'domain.transferred_in', NEW.kind = 'domain.purged',
          NEW.kind = 'domain.transferred_out', NEW.kind = 'domain.renewed', NEW.kind = 'domain.restored'
        FROM (SELECT 0 AS scope, '' AS tld UNION ALL SELECT 1, NEW.counted_tld) p
        WHERE NEW.kind NOT IN ('domain.renewed', 'domain.restored') OR NOT EXISTS (
          SELECT 1 FROM events e WHERE e.organization_id = NEW.organization_id AND e.object_id = NEW.object_id
            AND e.event_id <> NEW.event_id AND e.kind = NEW.kind AND e.counted_tld IS NOT NULL
            AND substr(e.created_on, 1, 10) = substr(NEW.created_on, 1, 10))
        ON CONFLICT (organization_id, scope, day, tld, shard) DO UPDATE SET
          created = created + excluded.created, transferred = transferred + excluded.transferred,
          deleted = deleted + excluded.deleted, transferred_out = transferred_out + excluded.transferred_out,
          renewed = renewed + excluded.renewed, restored = restored + excluded.restored; END`
  })
})
