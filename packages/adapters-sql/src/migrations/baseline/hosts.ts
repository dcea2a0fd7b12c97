import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

export const hosts = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { instant, key } = dialect(sql)

  yield* sql`CREATE TABLE hosts (
    host_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    hostname ${key} NOT NULL UNIQUE,
    domain_id ${key} NOT NULL,
    registry ${key} NOT NULL,
    ip_addresses TEXT NOT NULL,
    status ${key} NOT NULL,
    created_on ${instant} NOT NULL,
    updated_on ${instant} NOT NULL
  )`
  yield* sql`CREATE INDEX hosts_domain ON hosts (domain_id, hostname)`
  yield* sql`CREATE INDEX hosts_name ON hosts (organization_id, hostname)`
  yield* sql`CREATE INDEX hosts_created ON hosts (organization_id, created_on, host_id)`
  yield* sql`CREATE INDEX hosts_updated ON hosts (organization_id, updated_on, host_id)`
})
