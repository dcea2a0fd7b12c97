import { PgClient } from "@effect/sql-pg"
import { migrate } from "@namewright/adapters-pg"
import { Migrations } from "@namewright/adapters-sql"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { inject } from "vitest"

const on = (url: string) => <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>): Effect.Effect<A> =>
  Effect.orDie(Effect.provide(effect, PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })))

const onServer = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.suspend(() => on(inject("postgresUrl"))(effect))

const urlOf = (name: string) => {
  const url = new URL(inject("postgresUrl"))
  url.pathname = `/${name}`
  return url.toString()
}

const newName = () => `${inject("postgresPrefix")}${randomUUID().replaceAll("-", "")}`

const create = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const name = newName()
  yield* sql`CREATE DATABASE ${sql(name)}`
  return urlOf(name)
}).pipe(onServer)

/** Name of a database with the tables of the platform, which is copied. It is dropped with the server, or at the end. */
let template: Promise<string> | undefined

const createTemplate = async (): Promise<string> => {
  const url = await Effect.runPromise(create)
  await migrate({ url })
  return new URL(url).pathname.slice(1)
}

/** Copying the tables takes a tenth of the time in which the migrations create them. */
const copy = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const source = yield* Effect.promise(() => template ??= createTemplate())
  const name = newName()
  yield* sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(source)} STRATEGY FILE_COPY`
  return urlOf(name)
}).pipe(onServer)

const drop = (url: string) =>
  onServer(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`DROP DATABASE IF EXISTS ${sql(new URL(url).pathname.slice(1))} WITH (FORCE)`
    )
  )

/** URL of a new database without tables, which is dropped with the scope. */
export const freshDatabase = Effect.acquireRelease(create, drop)

/** URL of a new database with the tables of the platform in `public`, which is dropped with the scope. */
export const migratedDatabase = Effect.acquireRelease(copy, drop)

const idle = new Map<string, Array<string>>()

const idleOf = (schema: string): Array<string> => {
  const urls = idle.get(schema) ?? []
  idle.set(schema, urls)
  return urls
}

/**
 * URL of a database without rows, whose first user creates the tables of the platform in `schema`. It is reused after the
 * scope, because copying one takes 100 ms. Statistics and index sizes are those of earlier uses.
 */
export const reusedDatabaseOf = (schema: string) =>
  Effect.acquireRelease(
    Effect.suspend(() => {
      const url = idleOf(schema).pop()
      if (url !== undefined) return Effect.succeed(url)
      return schema === "public" ? copy : create
    }),
    (url) => Effect.map(on(url)(removeRows), () => idleOf(schema).push(url))
  )

/** As `reusedDatabaseOf`, for the schema `public`. */
export const reusedDatabase = reusedDatabaseOf("public")

const removeRows = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`
  const tables = yield* sql<{ readonly name: string }>`SELECT schemaname || '.' || tablename AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND tablename <> ${Migrations.table}`
  if (tables.length === 0) return
  const filled = yield* sql.unsafe<{ readonly name: string }>(
    tables.map(({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT 1 FROM ${name})`).join(" UNION ALL ")
  )
  if (filled.length === 0) return
  yield* sql.unsafe(`TRUNCATE ${filled.map(({ name }) => name).join(", ")} RESTART IDENTITY CASCADE`)
})
