import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"
import { substringIndex } from "../Substring.ts"

const dates = ["created_on", "updated_on", "expires_on", "registered_on", "transferred_on"]

/** Seconds that stand for a date that a domain lacks: before every date, as in the order of lists. */
const undated = -(2 ** 40)

/** One dictionary of combinations with one count each replaces the counts by sort key, expiry and provider. */
export const domainLists = Effect.gen(function*() {
  yield* combinations
  yield* index
  yield* removals
})

const combinations = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { byPrimaryKey, key, ordinal, updatedInPlace } = dialect(sql)

  yield* sql`CREATE TABLE domain_combinations (
    combination_no ${ordinal},
    owner_no INTEGER NOT NULL,
    tld ${key} NOT NULL,
    state INTEGER NOT NULL,
    flags INTEGER NOT NULL,
    registrar_credential_id ${key} NOT NULL,
    UNIQUE (owner_no, tld, state, flags, registrar_credential_id)
  )`
  yield* sql`INSERT INTO domain_combinations (owner_no, tld, state, flags, registrar_credential_id)
    SELECT DISTINCT i.owner_no, t.term, i.state, i.traits, COALESCE(c.term, '') FROM domain_index i
    JOIN domain_terms t ON t.term_no = i.tld_no LEFT JOIN domain_terms c ON c.term_no = i.credential_no`
  yield* sql`DROP TABLE domain_counts`
  yield* sql`CREATE TABLE domain_counts (
    owner_no INTEGER NOT NULL,
    dimension SMALLINT NOT NULL,
    member_no INTEGER NOT NULL,
    shard SMALLINT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (owner_no, dimension, member_no, shard)
  ) ${byPrimaryKey} ${updatedInPlace}`
})

/** The sort keys and filtered columns of domains, narrow and in numbers; instants in seconds since 1970. */
const index = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, covering, isPostgres, key, vacuumedOften } = dialect(sql)

  yield* sql`ALTER TABLE domain_index RENAME TO domain_index_before`
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
  const dated = sql.literal(dates.map((date) => `COALESCE(i.${date}, ${undated})`).join(", "))
  yield* sql`INSERT INTO domain_keys SELECT i.domain_no, i.domain_id, i.owner_no, i.name, i.sld, c.combination_no,
    i.traits, i.nameserver_set_no, i.tag_set_no, ${dated}
    FROM domain_index_before i JOIN domain_terms t ON t.term_no = i.tld_no
    LEFT JOIN domain_terms r ON r.term_no = i.credential_no
    JOIN domain_combinations c ON c.owner_no = i.owner_no AND c.tld = t.term AND c.state = i.state
      AND c.flags = i.traits AND c.registrar_credential_id = COALESCE(r.term, '')`
  yield* sql`DROP TABLE domain_index_before`
  yield* sql`INSERT INTO domain_counts SELECT owner_no, 0, 0, 0, count(*) FROM domain_keys GROUP BY owner_no`
  yield* sql`INSERT INTO domain_counts SELECT owner_no, 1, combination_no, 0, count(*) FROM domain_keys
    GROUP BY owner_no, combination_no`
  yield* sql`INSERT INTO domain_counts SELECT owner_no, 2, tag_set_no, 0, count(*) FROM domain_keys
    WHERE tag_set_no > 0 GROUP BY owner_no, tag_set_no`

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
  yield* substringIndex(sql, { name: "domain_keys_search", table: "domain_keys", column: "name" })
})

const removals = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  for (const table of ["domain_kinds", "domain_states", "domain_traits", "domain_terms"]) {
    yield* sql`DROP TABLE ${sql(table)}`
  }
  yield* sql`ALTER TABLE domain_owners DROP COLUMN striped`
  yield* sql`ALTER TABLE domain_owners DROP COLUMN striped_to`
  yield* sql`ALTER TABLE domain_nameserver_sets DROP COLUMN provider_no`
})
