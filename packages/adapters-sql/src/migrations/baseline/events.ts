import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

export const events = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, boolean, changedOften, instant, key, true: yes } = dialect(sql)

  yield* sql`CREATE TABLE events (
    event_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    object_type ${key} NOT NULL,
    object_id ${key},
    object_name ${key},
    type ${key},
    subtype ${key},
    event_data TEXT NOT NULL,
    principal TEXT NOT NULL,
    created_on ${instant} NOT NULL,
    acknowledged_on ${instant},
    kind ${key},
    is_listed ${boolean} NOT NULL DEFAULT ${yes},
    counted_tld ${key},
    position ${bigint}
  ) ${changedOften}`
  yield* sql`CREATE INDEX events_pending ON events (organization_id, created_on, event_id) WHERE acknowledged_on IS NULL`
  yield* sql`CREATE INDEX events_created ON events (organization_id, created_on, event_id)`
  yield* sql`CREATE INDEX events_object ON events (organization_id, object_id, event_id)`
  yield* sql`CREATE INDEX events_object_name ON events (organization_id, object_name)`
  yield* sql`CREATE INDEX events_acknowledged ON events (acknowledged_on) WHERE acknowledged_on IS NOT NULL`
  yield* sql`CREATE INDEX events_waiting ON events (created_on) WHERE acknowledged_on IS NULL`
  yield* sql`CREATE INDEX events_counted_on ON events (created_on) WHERE counted_tld IS NOT NULL`
  yield* sql`CREATE UNIQUE INDEX events_position ON events (position) WHERE position IS NOT NULL`
})
