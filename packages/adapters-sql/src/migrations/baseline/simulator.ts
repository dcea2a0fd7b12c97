import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

export const simulator = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, byPrimaryKey, instant, key, neverReused } = dialect(sql)

  yield* sql`CREATE TABLE sim_domains (
    registry ${key} NOT NULL,
    name ${key} NOT NULL,
    sponsor ${key} NOT NULL,
    due_on ${instant},
    state TEXT NOT NULL,
    PRIMARY KEY (registry, name)
  )`
  yield* sql`CREATE INDEX sim_domains_due ON sim_domains (registry, due_on, name) WHERE due_on IS NOT NULL`

  yield* sql`CREATE TABLE sim_links (
    registry ${key} NOT NULL,
    name ${key} NOT NULL,
    kind ${key} NOT NULL CHECK (kind IN ('contact', 'host')),
    target ${key} NOT NULL,
    PRIMARY KEY (registry, name, kind, target)
  ) ${byPrimaryKey}`
  yield* sql`CREATE INDEX sim_links_target ON sim_links (registry, kind, target)`

  yield* sql`CREATE TABLE sim_hosts (
    registry ${key} NOT NULL,
    hostname ${key} NOT NULL,
    parent ${key},
    sponsor ${key} NOT NULL,
    ip_addresses TEXT NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (registry, hostname)
  )`
  yield* sql`CREATE INDEX sim_hosts_parent ON sim_hosts (registry, parent) WHERE parent IS NOT NULL`

  yield* sql`CREATE TABLE sim_contacts (
    registry ${key} NOT NULL,
    handle ${key} NOT NULL,
    sponsor ${key} NOT NULL,
    state TEXT NOT NULL,
    due_on ${instant},
    PRIMARY KEY (registry, handle)
  )`
  yield* sql`CREATE INDEX sim_contacts_due ON sim_contacts (registry, due_on, handle) WHERE due_on IS NOT NULL`

  yield* sql`CREATE TABLE sim_balances (
    registry ${key} NOT NULL,
    registrar ${key} NOT NULL,
    balance ${bigint} NOT NULL,
    PRIMARY KEY (registry, registrar)
  ) ${byPrimaryKey}`

  yield* sql`CREATE TABLE sim_messages (
    number ${neverReused},
    registry ${key} NOT NULL,
    registrar ${key} NOT NULL,
    queued_on ${instant} NOT NULL,
    text TEXT NOT NULL,
    payload TEXT NOT NULL
  )`
  yield* sql`CREATE INDEX sim_messages_queue ON sim_messages (registry, registrar, queued_on, number)`
})
