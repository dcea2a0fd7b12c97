import { assert, describe, it } from "@effect/vitest"
import { postgres } from "@namewright/adapters-pg"
import { createPlatform } from "@namewright/core/embed"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import type pg from "pg"
import { freshDatabase } from "../../../test/PostgresDatabase.ts"
import { hostPool } from "./hostPool.ts"

/** One for each list that can be searched. */
const trigramIndexes = 5

/** Schema of the extension, and the trigram indexes by schema of their tables. */
const stateOf = async (pool: pg.Pool) => {
  const extension = await pool.query(
    "SELECT nspname AS schema FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'pg_trgm'"
  )
  const indexes = await pool.query(
    `SELECT schemaname AS schema, count(*)::int AS count FROM pg_indexes WHERE indexdef LIKE '%gin_trgm_ops%'
     GROUP BY schemaname ORDER BY schemaname`
  )
  return {
    extension: extension.rows.map(({ schema }): string => schema),
    indexes: Object.fromEntries(indexes.rows.map(({ count, schema }) => [schema, count]))
  }
}

const storageIn = (url: string, schema: string) => postgres({ url, schema, maxConnections: 2 })

/** Creates a contact and searches for a part of its name. */
const searches = async (storage: ReturnType<typeof postgres>) => {
  await using platform = createPlatform({ storage })
  const { organization_id } = await platform.operator.organizations.createParent({ name: "Example" })
  const caller = platform.as(organization_id, "admin")
  const { contact_id } = await caller.contacts.create({
    first_name: "Ada",
    last_name: "Lovelace",
    email: "ada@example.org",
    phone: "+49.301234567",
    street: "Example Street 1",
    city: "Berlin",
    postal_code: "10115",
    country: "DE"
  })
  const { items } = await caller.contacts.page({ filter: { search: "ovelac" } })
  assert.deepStrictEqual(items.map((contact) => contact.contact_id), [contact_id])
}

/** A role of the test, which may do nothing in the database but connect; the URL of its connections. */
const roleOn = (pool: pg.Pool, url: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const role = `role_${randomUUID().replaceAll("-", "")}`
      await pool.query(`CREATE ROLE ${role} LOGIN PASSWORD 'x'`)
      const address = new URL(url)
      address.username = role
      address.password = "x"
      return { role, url: address.toString() }
    }),
    ({ role }) =>
      Effect.promise(async () => {
        await pool.query(`DROP OWNED BY ${role} CASCADE`)
        await pool.query(`DROP ROLE ${role}`)
      })
  )

describe("the extension pg_trgm", () => {
  it.effect("is created once in public, and dropping the schema of one platform keeps the indexes of the other", () =>
    Effect.gen(function*() {
      const url = yield* freshDatabase
      const pool = yield* hostPool(url)
      yield* Effect.promise(async () => {
        await Promise.all(["one", "two"].map((schema) => searches(storageIn(url, schema))))
        assert.deepStrictEqual(await stateOf(pool), {
          extension: ["public"],
          indexes: { one: trigramIndexes, two: trigramIndexes }
        })
        await pool.query("DROP SCHEMA one CASCADE")
        assert.deepStrictEqual(await stateOf(pool), { extension: ["public"], indexes: { two: trigramIndexes } })
        await searches(storageIn(url, "two"))
      })
    }).pipe(Effect.scoped))

  it.effect("is used where the host has installed it, also on the host's pool", () =>
    Effect.gen(function*() {
      const url = yield* freshDatabase
      const pool = yield* hostPool(url)
      yield* Effect.promise(async () => {
        await pool.query("CREATE SCHEMA extensions")
        await pool.query("CREATE EXTENSION pg_trgm SCHEMA extensions")
        await searches(storageIn(url, "one"))
        await searches(postgres({ pool, schema: "two" }))
        assert.deepStrictEqual(await stateOf(pool), {
          extension: ["extensions"],
          indexes: { one: trigramIndexes, two: trigramIndexes }
        })
      })
    }).pipe(Effect.scoped))

  it.effect("is created in the schema of the platform if there is no public one", () =>
    Effect.gen(function*() {
      const url = yield* freshDatabase
      const pool = yield* hostPool(url)
      yield* Effect.promise(async () => {
        await pool.query("DROP SCHEMA public CASCADE")
        await searches(storageIn(url, "one"))
        assert.deepStrictEqual(await stateOf(pool), { extension: ["one"], indexes: { one: trigramIndexes } })
      })
    }).pipe(Effect.scoped))

  it.effect("is left out, with its indexes, for a role that may create nothing outside of its schema", () =>
    Effect.gen(function*() {
      const url = yield* freshDatabase
      const pool = yield* hostPool(url)
      const limited = yield* roleOn(pool, url)
      yield* Effect.promise(async () => {
        await pool.query("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
        await pool.query(`CREATE SCHEMA shop AUTHORIZATION ${limited.role}`)
        await searches(storageIn(limited.url, "shop"))
        assert.deepStrictEqual(await stateOf(pool), { extension: [], indexes: {} })
      })
    }).pipe(Effect.scoped))

  it.effect("is used by such a role if it is in public, and left out in a schema that the role may not use", () =>
    Effect.gen(function*() {
      const url = yield* freshDatabase
      const pool = yield* hostPool(url)
      const limited = yield* roleOn(pool, url)
      yield* Effect.promise(async () => {
        await pool.query("CREATE SCHEMA extensions")
        await pool.query("CREATE EXTENSION pg_trgm SCHEMA extensions")
        for (const schema of ["one", "two"]) await pool.query(`CREATE SCHEMA ${schema} AUTHORIZATION ${limited.role}`)
        await searches(storageIn(limited.url, "one"))
        assert.deepStrictEqual(await stateOf(pool), { extension: ["extensions"], indexes: {} })
        await pool.query("ALTER EXTENSION pg_trgm SET SCHEMA public")
        await searches(storageIn(limited.url, "two"))
        assert.deepStrictEqual(await stateOf(pool), { extension: ["public"], indexes: { two: trigramIndexes } })
      })
    }).pipe(Effect.scoped))
})
