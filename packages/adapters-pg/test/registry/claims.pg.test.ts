import { PgClient } from "@effect/sql-pg"
import { layer } from "@namewright/adapters-pg"
import { intentLeaseContract } from "@namewright/conformance"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"

/** A database whose planner joins by loops, which execute an inner subquery once for each outer row. */
const loopingDatabase = Effect.gen(function*() {
  const url = yield* migratedDatabase
  const name = new URL(url).pathname.slice(1)
  yield* Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    for (const setting of ["enable_hashjoin", "enable_mergejoin", "enable_hashagg", "enable_sort", "enable_material"]) {
      yield* sql`ALTER DATABASE ${sql(name)} SET ${sql(setting)} = off`
    }
  }).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })), Effect.orDie)
  return url
})

intentLeaseContract("postgres, joined by loops", Layer.unwrap(Effect.map(loopingDatabase, (url) => layer({ url }))))
