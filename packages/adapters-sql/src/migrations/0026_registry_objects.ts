import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** Simulated registries keep whole contacts and hosts, transfers of contacts, and what registrars have on account. */
export const registryObjects = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, byPrimaryKey, instant, key } = dialect(sql)

  yield* sql`ALTER TABLE sim_contacts ADD COLUMN state TEXT`
  yield* sql`ALTER TABLE sim_contacts ADD COLUMN due_on ${instant}`
  yield* sql`CREATE INDEX sim_contacts_due ON sim_contacts (registry, due_on, handle) WHERE due_on IS NOT NULL`
  yield* sql`ALTER TABLE sim_hosts ADD COLUMN state TEXT`

  yield* sql`CREATE TABLE sim_balances (
    registry ${key} NOT NULL,
    registrar ${key} NOT NULL,
    balance ${bigint} NOT NULL,
    PRIMARY KEY (registry, registrar)
  ) ${byPrimaryKey}`
})
