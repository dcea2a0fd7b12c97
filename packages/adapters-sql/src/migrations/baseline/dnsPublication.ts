import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

export const dnsPublication = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, instant, key, ordinal, vacuumedOften } = dialect(sql)

  yield* sql`CREATE TABLE dns_nameservers (
    nameserver_no ${ordinal},
    nameserver ${key} NOT NULL UNIQUE,
    registered_on ${instant} NOT NULL,
    seen_on ${instant} NOT NULL,
    fill_round INTEGER NOT NULL,
    filled_to ${key} NOT NULL
  )`
  // By name and not by id: a zone that is created again replaces the one to be removed.
  yield* sql`CREATE TABLE dns_publications (
    zone_name ${key} NOT NULL,
    nameserver_no INTEGER NOT NULL,
    dns_zone_id ${key} NOT NULL,
    serial_wanted ${bigint},
    serial_served ${bigint},
    wanted_on ${instant} NOT NULL,
    served_on ${instant},
    behind_since ${instant},
    due_on ${instant},
    process_id ${key},
    attempts INTEGER NOT NULL,
    problem TEXT,
    PRIMARY KEY (zone_name, nameserver_no)
  ) ${vacuumedOften}`
  // Few rows are due at a time, however many there are.
  yield* sql`CREATE INDEX dns_publications_due ON dns_publications (nameserver_no, due_on) WHERE due_on IS NOT NULL`
  yield* sql`CREATE INDEX dns_publications_nameserver ON dns_publications (nameserver_no, zone_name)`

  yield* sql`CREATE TABLE dns_aliases (
    dns_zone_id ${key} NOT NULL,
    zone_name ${key} NOT NULL,
    name ${key} NOT NULL,
    target ${key} NOT NULL,
    ipv4 TEXT NOT NULL,
    ipv6 TEXT NOT NULL,
    ttl INTEGER NOT NULL,
    due_on ${instant} NOT NULL,
    PRIMARY KEY (dns_zone_id, name)
  )`
  yield* sql`CREATE INDEX dns_aliases_due ON dns_aliases (due_on)`
})
