import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"
import { substringIndex } from "../Substring.ts"

export const domains = Effect.gen(function*() {
  yield* records
  yield* terms
  yield* index
  yield* counts
})

/** The domains themselves, as they are read one by one. */
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
    registered_on ${instant},
    expires_on ${instant},
    transferred_on ${instant},
    canceled_on ${instant},
    deleted_on ${instant},
    created_on ${instant} NOT NULL,
    updated_on ${instant} NOT NULL,
    registration_transaction_id ${key},
    unpaid_renewal_on ${instant},
    next_action_on ${instant}
  )`
  yield* sql`CREATE INDEX domains_due ON domains (next_action_on, domain_id) WHERE next_action_on IS NOT NULL`
  yield* sql`CREATE TABLE domain_contacts (
    contact_id ${key} NOT NULL,
    domain_no INTEGER NOT NULL,
    PRIMARY KEY (contact_id, domain_no)
  ) ${byPrimaryKey}`
})

/** Texts and combinations that many domains share, each under a small number that stands for it everywhere else. */
const terms = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { anyLength, boolean, byPrimaryKey, key, ordinal } = dialect(sql)

  yield* sql`CREATE TABLE domain_owners (
    owner_no ${ordinal},
    organization_id ${key} NOT NULL UNIQUE,
    striped ${boolean} NOT NULL
  )`
  yield* sql`CREATE TABLE domain_terms (
    term_no ${ordinal},
    kind ${key} NOT NULL,
    term ${key} NOT NULL,
    UNIQUE (kind, term)
  )`
  yield* sql`CREATE TABLE domain_states (
    state_no ${ordinal},
    owner_no INTEGER NOT NULL,
    tld_no INTEGER NOT NULL,
    state INTEGER NOT NULL,
    UNIQUE (owner_no, tld_no, state)
  )`
  yield* sql`CREATE TABLE domain_traits (
    trait_no ${ordinal},
    owner_no INTEGER NOT NULL,
    traits INTEGER NOT NULL,
    credential_no INTEGER NOT NULL,
    UNIQUE (owner_no, traits, credential_no)
  )`
  yield* sql`CREATE TABLE domain_kinds (
    kind_no ${ordinal},
    state_no INTEGER NOT NULL,
    trait_no INTEGER NOT NULL,
    UNIQUE (state_no, trait_no)
  )`
  yield* sql`CREATE TABLE domain_nameserver_sets (
    nameserver_set_no ${ordinal},
    hostnames ${key} NOT NULL
  )`
  yield* sql`CREATE INDEX domain_nameserver_sets_whole ON domain_nameserver_sets ${anyLength("hostnames")}`
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

/** What lists filter and sort by, narrow and in numbers; instants in seconds since 1970. */
const index = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, covering, isPostgres, key, vacuumedOften } = dialect(sql)

  yield* sql`CREATE TABLE domain_index (
    domain_no INTEGER PRIMARY KEY,
    domain_id ${key} NOT NULL,
    owner_no INTEGER NOT NULL,
    name ${key} NOT NULL,
    name_start ${key} NOT NULL,
    sld ${key} NOT NULL,
    kind_no INTEGER NOT NULL,
    state_no INTEGER NOT NULL,
    trait_no INTEGER NOT NULL,
    tld_no INTEGER NOT NULL,
    state INTEGER NOT NULL,
    traits INTEGER NOT NULL,
    credential_no INTEGER NOT NULL,
    nameserver_set_no INTEGER NOT NULL,
    tag_set_no INTEGER NOT NULL,
    created_on ${bigint} NOT NULL,
    updated_on ${bigint} NOT NULL,
    expires_on ${bigint},
    registered_on ${bigint},
    transferred_on ${bigint}
  ) ${vacuumedOften}`
  const dates = ["created_on", "updated_on", "expires_on", "registered_on", "transferred_on"]
  const others = ["name_start", "tld_no", "state", "traits", "credential_no", "nameserver_set_no", "tag_set_no"]
  yield* sql`CREATE UNIQUE INDEX domain_index_name ON domain_index
    ${covering(["owner_no", "name"], ["domain_id", ...others, ...dates])}`
  for (const date of dates) {
    const payload = [...others, ...dates.filter((other) => other !== date)]
    yield* sql`CREATE INDEX ${sql(`domain_index_${date}`)} ON domain_index
      ${covering(["owner_no", isPostgres ? `${date} NULLS FIRST` : date, "domain_id"], payload)}`
  }
  yield* sql`CREATE INDEX domain_index_sld ON domain_index (owner_no, sld)`
  yield* sql`CREATE INDEX domain_index_state ON domain_index (state_no)`
  yield* sql`CREATE INDEX domain_index_trait ON domain_index (trait_no)`
  yield* sql`CREATE INDEX domain_index_nameservers ON domain_index (nameserver_set_no, owner_no)`
  yield* sql`CREATE INDEX domain_index_tags ON domain_index (tag_set_no) WHERE tag_set_no > 0`
  yield* substringIndex(sql, { name: "domain_index_search", table: "domain_index", column: "name" })
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
        sql`CREATE VIRTUAL TABLE domain_nameserver_search USING fts5(hostnames, content = '', tokenize = 'trigram')`
      ], { discard: true })
  })
})

/**
 * How many domains are in each state, have each trait and each set, in all and, for large organizations, by stripes of
 * each order. Several rows may hold parts of one number, so that writers do not wait for each other: the sum counts.
 */
const counts = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { byPrimaryKey, updatedInPlace } = dialect(sql)

  yield* sql`CREATE TABLE domain_counts (
    owner_no INTEGER NOT NULL,
    dimension SMALLINT NOT NULL,
    sort SMALLINT NOT NULL,
    member_no INTEGER NOT NULL,
    stripe INTEGER NOT NULL,
    shard SMALLINT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (owner_no, dimension, sort, member_no, stripe, shard)
  ) ${byPrimaryKey} ${updatedInPlace}`
})
