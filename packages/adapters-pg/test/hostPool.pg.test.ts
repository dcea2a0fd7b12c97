import { assert, describe, it } from "@effect/vitest"
import { client, migrate, postgres, schemaStatus } from "@namewright/adapters-pg"
import { createPlatform, isPlatformError } from "@namewright/core/embed"
import { ConfigurationError } from "@namewright/core/shared"
import { SpanKind } from "@opentelemetry/api"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type pg from "pg"
import { freshDatabase } from "../../../test/PostgresDatabase.ts"
import { activateContexts, recordingTracer } from "../../core/test/telemetry/hostTelemetry.ts"
import { hostPool } from "./hostPool.ts"

const values = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql`SELECT TRUE AS yes, 7::int2 AS small, 7 AS whole, 7::int8 AS large, 1.5::float8 AS real, 12.50::numeric AS amount,
    '{"a":[1,null]}'::json AS json, '{"a":[1,null]}'::jsonb AS jsonb, '\\x00ff'::bytea AS bytes, 'x'::text AS text,
    NULL::text AS nothing, '2026-01-31T23:59:59.123Z'::timestamptz AS instant, '2026-01-31T23:59:59'::timestamp AS local,
    ARRAY['a', 'b "c",\\d', NULL, ''] AS texts, ARRAY[1, NULL, 3] AS numbers, ARRAY[1, 2]::int8[] AS larges,
    ARRAY['2026-01-31T00:00:00Z']::timestamptz[] AS instants, ${3} AS parameter, ${true} AS flag, ${2 ** 40} AS big`
)

describe("a pool of the host", () => {
  it.effect("returns the values that connections of the platform return", () =>
    Effect.gen(function*() {
      const url = yield* freshDatabase
      const pool = yield* hostPool(url)
      const own = yield* Effect.provide(values, client({ url }))
      for (const options of [{ pool }, { pool, schema: "any" }, { url, pooler: true, schema: "any" }]) {
        assert.deepStrictEqual(yield* Effect.provide(values, client(options)), own)
      }
    }).pipe(Effect.scoped))

  it.effect("keeps its own settings, and names of the host's tables may equal those of the platform", () =>
    Effect.gen(function*() {
      const pool = yield* hostPool(yield* freshDatabase, 3)
      yield* Effect.promise(async () => {
        await pool.query("CREATE TABLE organizations (of_the_host integer)")
        await using platform = createPlatform({ storage: postgres({ pool, schema: "namewright" }) })
        const { organization_id } = await platform.operator.organizations.createParent({ name: "Example" })
        assert.match(organization_id, /^organization_/)
        for (let connection = 0; connection < 3; connection++) {
          const { rows } = await pool.query("SHOW search_path")
          assert.deepStrictEqual(rows, [{ search_path: "\"$user\", public" }])
        }
        const mine = await pool.query("SELECT count(*)::int AS count FROM namewright.organizations")
        assert.deepStrictEqual(mine.rows, [{ count: 1 }])
        assert.lengthOf((await pool.query("SELECT * FROM organizations")).rows, 0)
      })
    }).pipe(Effect.scoped))

  it.effect("has the spans that statements on connections of the platform have, around those of the host", () =>
    Effect.gen(function*() {
      const url = yield* freshDatabase
      const pool = yield* hostPool(url)
      yield* Effect.promise(async () => {
        const deactivate = activateContexts()
        const readNames = async (storage: ReturnType<typeof postgres>) => {
          const recorded = recordingTracer()
          // An instrumentation of pg starts a span for each statement.
          const instrumented =
            ({ query }: { query: (...args: Array<never>) => unknown }) => (...args: Array<never>) => {
              recorded.tracer.startSpan("pg.query").end()
              return query(...args)
            }
          const instrument = (client: pg.PoolClient) =>
            void Object.assign(client, { query: instrumented({ query: client.query.bind(client) as never }) })
          pool.on("connect", instrument)
          await using platform = createPlatform({ storage, tracer: recorded.tracer })
          await platform.operator.organizations.createParent({ name: "Example" })
          pool.off("connect", instrument)
          const call = recorded.named("organizations.createParent").spanContext().traceId
          const ofCall = recorded.spans().filter((span) => span.spanContext().traceId === call)
          return {
            statements: ofCall.filter(({ kind }) => kind === SpanKind.CLIENT)
              .map(({ attributes, name }): typeof attributes => ({
                ...attributes,
                name,
                // Clients declare types of parameters differently.
                "db.query.text": String(attributes["db.query.text"]).replaceAll(/::\w+/g, "")
              })),
            ofHost: ofCall.filter(({ name }) => name === "pg.query").length
          }
        }
        const own = await readNames(postgres({ url }))
        const hosted = await readNames(postgres({ pool }))
        assert.isAbove(own.statements.length, 0)
        assert.strictEqual(own.statements[0]?.["server.address"], new URL(url).hostname)
        assert.deepStrictEqual(hosted.statements, own.statements)
        assert.isAbove(hosted.ofHost, own.statements.length)
        deactivate()
      })
    }).pipe(Effect.scoped))

  it.effect("is not ended by the platform, and has all its connections back", () =>
    Effect.gen(function*() {
      const pool = yield* hostPool(yield* freshDatabase)
      yield* Effect.promise(async () => {
        const platform = createPlatform({ storage: postgres({ pool }) })
        const stop = new AbortController()
        const working = platform.work({ signal: stop.signal })
        await platform.ready()
        stop.abort()
        await working
        await platform.dispose()
        assert.strictEqual(pool.idleCount, pool.totalCount)
        assert.lengthOf((await pool.query("SELECT 1")).rows, 1)
      })
    }).pipe(Effect.scoped))
})

describe("migrate and schemaStatus", () => {
  it.effect("create a schema, migrate it once, and show what is pending", () =>
    Effect.gen(function*() {
      const url = yield* freshDatabase
      yield* Effect.promise(async () => {
        const at = { url, schema: "shop" }
        const before = await schemaStatus(at)
        assert.deepStrictEqual([before.state, before.stored], ["outdated", 0])
        assert.deepStrictEqual(await migrate(at), before.pending)
        assert.deepStrictEqual(await migrate(at), [])
        assert.strictEqual((await schemaStatus(at)).state, "current")
        await using platform = createPlatform({ storage: postgres({ ...at, migrate: "check" }) })
        await platform.ready()
      })
    }).pipe(Effect.scoped))

  it("reject with every problem of the location, and with StorageUnavailable", async () => {
    const invalid = await migrate({ url: "mysql://x", schema: "Drop Table" }).catch((error: unknown) => error)
    assert.instanceOf(invalid, ConfigurationError)
    assert.lengthOf(invalid instanceof ConfigurationError ? invalid.problems : [], 2)
    const away = await schemaStatus({ url: "postgres://nobody:x@127.0.0.1:1/none" }).catch((error: unknown) => error)
    assert.isTrue(isPlatformError(away, "ERROR_STORAGE_UNAVAILABLE"))
  })
})

describe("a migration that fails", () => {
  it.effect("rejects with its name and the SQLSTATE, and succeeds once its cause is removed", () =>
    Effect.gen(function*() {
      const url = yield* freshDatabase
      const pool = yield* hostPool(url)
      yield* Effect.promise(async () => {
        await pool.query("CREATE TABLE organizations (id text)")
        await using platform = createPlatform({ storage: postgres({ pool }) })
        const error = await platform.ready().catch((failure: unknown) => failure)
        assert.isTrue(isPlatformError(error, "ERROR_MIGRATION_FAILED"), String(error))
        if (!isPlatformError(error, "ERROR_MIGRATION_FAILED")) return
        assert.deepStrictEqual([error.migration, error.sqlstate, error.retryable], ["0001_baseline", "42P07", false])
        await pool.query("DROP TABLE organizations")
        await platform.ready()
      })
    }).pipe(Effect.scoped))
})

describe("the options of postgres", () => {
  it("are checked with those of the platform", () => {
    const storage = postgres({ url: "x", maxConnections: -1, migrate: "maybe" as never, schema: "a\"b" })
    assert.throws(
      () => createPlatform({ storage }),
      /storage\.url: .*\n.*storage\.maxConnections: .*\n.*storage\.migrate: .*\n.*storage\.schema: /
    )
  })
})
