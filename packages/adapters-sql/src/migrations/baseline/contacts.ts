import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"
import { substringIndex } from "../../Substring.ts"

/** Contacts, their tags and claims, sets of additional attributes, and verifications of their addresses. */
export const contacts = Effect.gen(function*() {
  yield* addressBook
  yield* claims
  yield* attributeSets
  yield* verifications
})

const addressBook = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { boolean, byPrimaryKey, instant, key, updatedInPlace, vacuumedOften } = dialect(sql)
  // The full text index of SQLite names rows by a number that must never change.
  const identity = sql.onDialectOrElse({
    pg: () => sql`contact_id ${key} PRIMARY KEY`,
    orElse: () => sql`search_row INTEGER PRIMARY KEY, contact_id ${key} NOT NULL UNIQUE`
  })

  yield* sql`CREATE TABLE contacts (
    ${identity},
    organization_id ${key} NOT NULL,
    first_name ${key} NOT NULL,
    last_name ${key} NOT NULL,
    org TEXT,
    title TEXT,
    email ${key} NOT NULL,
    phone TEXT NOT NULL,
    fax TEXT,
    street TEXT NOT NULL,
    city TEXT NOT NULL,
    state TEXT,
    postal_code TEXT NOT NULL,
    country ${key} NOT NULL,
    disclose ${boolean} NOT NULL,
    search_text ${key} NOT NULL,
    created_on ${instant} NOT NULL,
    updated_on ${instant} NOT NULL
  ) ${vacuumedOften}`
  yield* sql`CREATE INDEX contacts_created ON contacts (organization_id, created_on, contact_id)`
  yield* sql`CREATE INDEX contacts_first_name ON contacts (organization_id, first_name, contact_id)`
  yield* sql`CREATE INDEX contacts_last_name ON contacts (organization_id, last_name, contact_id)`
  yield* sql`CREATE INDEX contacts_email ON contacts (organization_id, email, contact_id)`
  yield* sql`CREATE INDEX contacts_country ON contacts (organization_id, country, created_on, contact_id)`
  yield* substringIndex(sql, { name: "contacts_search", table: "contacts", column: "search_text" })
  yield* sql.onDialectOrElse({
    pg: () => Effect.void,
    orElse: () =>
      sql`CREATE VIRTUAL TABLE contact_search
        USING fts5(search_text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`
  })
  // The number of an organization's contacts is the sum of its rows, so that writers seldom wait for one another.
  yield* sql`CREATE TABLE contact_counts (
    organization_id ${key} NOT NULL,
    shard INTEGER NOT NULL,
    contacts INTEGER NOT NULL,
    PRIMARY KEY (organization_id, shard)
  ) ${byPrimaryKey} ${updatedInPlace}`

  yield* sql`CREATE TABLE contact_tags (
    organization_id ${key} NOT NULL,
    tag_id ${key} NOT NULL,
    contact_id ${key} NOT NULL REFERENCES contacts (contact_id),
    PRIMARY KEY (organization_id, tag_id, contact_id)
  ) ${byPrimaryKey} ${vacuumedOften}`
  yield* sql`CREATE INDEX contact_tags_contact ON contact_tags (contact_id, tag_id)`
  yield* sql`CREATE TABLE contact_status_tags (
    organization_id ${key} NOT NULL,
    tag_type ${key} NOT NULL,
    contact_id ${key} NOT NULL REFERENCES contacts (contact_id),
    PRIMARY KEY (organization_id, tag_type, contact_id)
  ) ${byPrimaryKey}`
  yield* sql`CREATE INDEX contact_status_tags_contact ON contact_status_tags (contact_id, tag_type)`
})

/** Claims of contacts, and the demands of registries that they be verified. */
const claims = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { byPrimaryKey, covering, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE contact_claims (
    contact_id ${key} NOT NULL REFERENCES contacts (contact_id),
    claim ${key} NOT NULL,
    organization_id ${key} NOT NULL,
    state ${key} NOT NULL CHECK (state IN ('UNVERIFIED', 'VERIFIED', 'IN_PROGRESS')),
    method ${key},
    proof ${key},
    attestation_reference TEXT,
    eid_scheme TEXT,
    level_of_assurance ${key},
    verified_on ${instant},
    expires_on ${instant},
    updated_on ${instant} NOT NULL,
    PRIMARY KEY (contact_id, claim)
  ) ${byPrimaryKey}`
  // Lists of contacts read verified email addresses only.
  yield* sql`CREATE INDEX contact_claims_email ON contact_claims
    ${covering(["organization_id", "contact_id"], ["expires_on"])}
    WHERE claim = 'EMAIL' AND state = 'VERIFIED'`
  yield* sql`CREATE TABLE contact_demands (
    contact_id ${key} NOT NULL REFERENCES contacts (contact_id),
    registry ${key} NOT NULL,
    domain_name ${key} NOT NULL,
    organization_id ${key} NOT NULL,
    handle ${key},
    claims TEXT NOT NULL,
    PRIMARY KEY (contact_id, registry, domain_name)
  ) ${byPrimaryKey}`
})

/** Additional data for registries. Numbers of sets and of links are sums of rows, as in `contact_counts`. */
const attributeSets = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { byPrimaryKey, instant, key, updatedInPlace, vacuumedOften } = dialect(sql)
  const identity = sql.onDialectOrElse({
    pg: () => sql`contact_attribute_set_id ${key} PRIMARY KEY`,
    orElse: () => sql`search_row INTEGER PRIMARY KEY, contact_attribute_set_id ${key} NOT NULL UNIQUE`
  })

  yield* sql`CREATE TABLE contact_attribute_sets (
    ${identity},
    organization_id ${key} NOT NULL,
    tld ${key} NOT NULL,
    label ${key} NOT NULL,
    label_folded ${key} NOT NULL,
    attributes TEXT NOT NULL,
    created_on ${instant} NOT NULL,
    updated_on ${instant} NOT NULL
  ) ${vacuumedOften}`
  yield* sql`CREATE UNIQUE INDEX contact_attribute_sets_tld_label ON contact_attribute_sets
    (organization_id, tld, label)`
  for (const by of ["label", "created_on", "updated_on"]) {
    yield* sql`CREATE INDEX ${sql(`contact_attribute_sets_${by}`)} ON contact_attribute_sets
      (organization_id, ${sql(by)}, contact_attribute_set_id)`
  }
  yield* sql`CREATE INDEX contact_attribute_sets_tld ON contact_attribute_sets
    (organization_id, tld, contact_attribute_set_id)`
  for (const by of ["created_on", "updated_on"]) {
    yield* sql`CREATE INDEX ${sql(`contact_attribute_sets_tld_${by}`)} ON contact_attribute_sets
      (organization_id, tld, ${sql(by)}, contact_attribute_set_id)`
  }
  yield* substringIndex(sql, {
    name: "contact_attribute_sets_search",
    table: "contact_attribute_sets",
    column: "label_folded"
  })
  yield* sql.onDialectOrElse({
    pg: () => Effect.void,
    orElse: () =>
      sql`CREATE VIRTUAL TABLE contact_attribute_set_search
        USING fts5(label_folded, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`
  })
  yield* sql`CREATE TABLE contact_attribute_set_counts (
    organization_id ${key} NOT NULL,
    tld ${key} NOT NULL,
    shard INTEGER NOT NULL,
    sets INTEGER NOT NULL,
    PRIMARY KEY (organization_id, tld, shard)
  ) ${byPrimaryKey} ${updatedInPlace}`

  yield* sql`CREATE TABLE contact_attribute_links (
    contact_attribute_link_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    contact_id ${key} NOT NULL REFERENCES contacts (contact_id),
    contact_attribute_set_id ${key} NOT NULL REFERENCES contact_attribute_sets (contact_attribute_set_id),
    tld ${key} NOT NULL,
    created_on ${instant} NOT NULL
  )`
  yield* sql`CREATE UNIQUE INDEX contact_attribute_links_contact ON contact_attribute_links (contact_id, tld)`
  yield* sql`CREATE INDEX contact_attribute_links_set ON contact_attribute_links (contact_attribute_set_id, contact_id)`
  yield* sql`CREATE TABLE contact_attribute_link_counts (
    contact_attribute_set_id ${key} NOT NULL,
    shard INTEGER NOT NULL,
    links INTEGER NOT NULL,
    PRIMARY KEY (contact_attribute_set_id, shard)
  ) ${byPrimaryKey} ${updatedInPlace}`
})

const verifications = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { instant, key } = dialect(sql)

  yield* sql`CREATE TABLE contact_verifications (
    contact_verification_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    contact_id ${key} NOT NULL REFERENCES contacts (contact_id),
    type ${key} NOT NULL CHECK (type IN ('api', 'email')),
    status ${key} NOT NULL CHECK (status IN ('pending', 'verified', 'canceled')),
    email ${key} NOT NULL,
    token_hash ${key} NOT NULL,
    expires_on ${instant} NOT NULL,
    created_on ${instant} NOT NULL,
    updated_on ${instant} NOT NULL,
    verified_on ${instant},
    canceled_on ${instant}
  )`
  yield* sql`CREATE UNIQUE INDEX contact_verifications_token ON contact_verifications (token_hash)`
  yield* sql`CREATE INDEX contact_verifications_contact ON contact_verifications (contact_id, created_on)`
  yield* sql`CREATE UNIQUE INDEX contact_verifications_pending ON contact_verifications (contact_id)
    WHERE status = 'pending'`
  yield* sql`CREATE INDEX contact_verifications_email ON contact_verifications (organization_id, email, created_on)`
})
