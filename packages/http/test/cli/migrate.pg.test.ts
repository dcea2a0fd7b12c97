import { assert, describe, it } from "@effect/vitest"
import { client, postgres, schemaStatus } from "@namewright/adapters-pg"
import { createPlatform } from "@namewright/core/embed"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { freshDatabase } from "../../../../test/PostgresDatabase.ts"
import { hostPool } from "../../../adapters-pg/test/hostPool.ts"
import { run } from "./runCommand.ts"

/** Columns, constraints and indexes of a schema, as text. */
const described = Effect.fnUntraced(function*(schema: string) {
  const sql = yield* SqlClient.SqlClient
  const columns = yield* sql`SELECT table_name, column_name, data_type, collation_name, is_nullable, column_default
    FROM information_schema.columns WHERE table_schema = ${schema} ORDER BY 1, 2`
  const indexes = yield* sql<
    { readonly indexdef: string }
  >`SELECT indexdef FROM pg_indexes WHERE schemaname = ${schema} ORDER BY 1`
  const constraints = yield* sql`SELECT conrelid::regclass::text, pg_get_constraintdef(oid) AS text FROM pg_constraint
    WHERE connamespace = ${schema}::regnamespace ORDER BY 1, 2`
  return [columns, indexes, constraints].flat().map((row) =>
    JSON.stringify(row).replaceAll(/\b(?:reviewed|executed)\./g, "")
  )
    .toSorted()
})

describe("namewright migrate", () => {
  it.live("creates and migrates a schema, once, with --schema", () =>
    Effect.gen(function*() {
      const url = yield* freshDatabase
      const migrate = ["migrate", "--database", url, "--schema", "shop"]
      const first = yield* run(migrate)
      assert.isTrue(first.ok, first.complaint)
      assert.include(first.printed, "0001_baseline")
      assert.match(first.printed, /Ran \d+ migrations?: PostgreSQL, /)
      assert.notInclude(first.printed, new URL(url).password)
      assert.include((yield* run(migrate)).printed, "The schema is up to date")
      assert.strictEqual((yield* Effect.promise(() => schemaStatus({ url, schema: "shop" }))).state, "current")
      assert.strictEqual((yield* Effect.promise(() => schemaStatus({ url }))).stored, 0)
    }).pipe(Effect.scoped), 60_000)

  it.live("refuses a schema on SQLite, an invalid name, and a database that is away", () =>
    Effect.gen(function*() {
      const url = yield* freshDatabase
      const complaintOf = (database: string, schema: string) =>
        Effect.map(run(["migrate", "--database", database, "--schema", schema]), ({ complaint }) => complaint)
      assert.strictEqual(yield* complaintOf("sqlite::memory:", "shop"), "--schema: SQLite has no schemas")
      assert.include(yield* complaintOf(url, "Shop Tables"), "schema: expected a name of lower-case letters")
      const away = yield* complaintOf("postgres://nobody:secret@127.0.0.1:1/none", "shop")
      assert.include(away, "The storage cannot be reached")
      assert.notInclude(away, "secret")
    }).pipe(Effect.scoped), 60_000)

  it.live(
    "prints SQL with --print that makes the same schema, which a platform accepts as migrated",
    () =>
      Effect.gen(function*() {
        const url = yield* freshDatabase
        const on = Effect.provide(client({ url, maxConnections: 1 }))
        const { printed } = yield* run(["migrate", "--print", "pg", "--schema", "reviewed"])
        const pool = yield* hostPool(url, 1)
        yield* Effect.promise(() => pool.query(printed))
        const ran = yield* run(["migrate", "--database", url, "--schema", "executed"])
        assert.isTrue(ran.ok, ran.complaint)
        const [reviewed, executed] = [yield* on(described("reviewed")), yield* on(described("executed"))]
        assert.isNotEmpty(reviewed)
        assert.deepStrictEqual(reviewed, executed)
        const platform = yield* Effect.acquireRelease(
          Effect.sync(() => createPlatform({ storage: postgres({ url, schema: "reviewed", migrate: "check" }) })),
          (opened) => Effect.promise(() => opened.dispose())
        )
        const { organization_id } = yield* Effect.promise(() =>
          platform.operator.organizations.createParent({ name: "Example" })
        )
        assert.match(organization_id, /^organization_/)
        const again = yield* run(["migrate", "--database", url, "--schema", "reviewed"])
        assert.include(again.printed, "The schema is up to date")
      }).pipe(Effect.scoped),
    60_000
  )
})
