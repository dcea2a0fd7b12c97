import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { inject } from "vitest"

/** The address of a database that only the calling test file uses; it is dropped with the scope. */
export const freshDatabase = Effect.gen(function*() {
  const server = inject("postgresUrl")
  const name = `test_${randomUUID().replaceAll("-", "")}`
  const admin = yield* Layer.build(PgClient.layer({ url: Redacted.make(server), maxConnections: 1 }))
  const run = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) => Effect.orDie(Effect.provide(effect, admin))
  yield* Effect.acquireRelease(
    run(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`CREATE DATABASE ${sql(name)}`)
    ),
    () => run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DROP DATABASE IF EXISTS ${sql(name)} WITH (FORCE)`))
  )
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.toString()
})
