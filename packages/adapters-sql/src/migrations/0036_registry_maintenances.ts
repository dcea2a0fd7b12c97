import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** Maintenances that registries have announced. */
export const registryMaintenances = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { byPrimaryKey, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE registry_maintenances (
    registry ${key} NOT NULL,
    maintenance_id ${key} NOT NULL,
    starts_on ${instant} NOT NULL,
    ends_on ${instant} NOT NULL,
    ended_on ${instant},
    notice TEXT NOT NULL,
    PRIMARY KEY (registry, maintenance_id)
  ) ${byPrimaryKey}`
  yield* sql`CREATE INDEX registry_maintenances_end ON registry_maintenances (ends_on)`
})
