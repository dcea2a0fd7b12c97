import { assert, describe, it } from "@effect/vitest"
import { SqliteClient } from "@namewright/adapters-sqlite"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtemp, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

const mebibyte = 1024 * 1024

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

const sizeOf = (path: string) => Effect.promise(() => stat(path).then(({ size }) => size, () => 0))

/** Inserts rows of one kilobyte each in one transaction. */
const write = (rows: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql.withTransaction(
        sql`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${rows})
      INSERT INTO notes SELECT hex(randomblob(500)) FROM numbers`
      )
  )

const count = Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ readonly n: number }>`SELECT count(*) AS n FROM notes`)

describe("a large transaction", () => {
  it.effect("is checkpointed after its commit, while others write", () =>
    Effect.gen(function*() {
      const path = yield* folder
      const filename = join(path, "data.sqlite")
      const layer = SqliteClient.layer({ filename })
      yield* Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE notes (text TEXT)`
        yield* write(30_000)
        // The log is complete while the checkpoint runs.
        assert.isAbove(yield* sizeOf(`${filename}-wal`), 25 * mebibyte)
        yield* write(10)
        while ((yield* sizeOf(filename)) < 25 * mebibyte) yield* Effect.promise(() => new Promise(setImmediate))
        yield* write(10)
        assert.strictEqual((yield* count)[0]?.n, 30_020)
      }).pipe(Effect.provide(layer))
      // The checkpoint is complete, and the file is closed.
      assert.strictEqual(yield* sizeOf(`${filename}-wal`), 0)
      assert.strictEqual((yield* Effect.provide(count, layer))[0]?.n, 30_020)
    }))

  it.effect("is checkpointed before the database is closed", () =>
    Effect.gen(function*() {
      const path = yield* folder
      const filename = join(path, "data.sqlite")
      yield* Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE notes (text TEXT)`
        yield* write(30_000)
      }).pipe(Effect.provide(SqliteClient.layer({ filename })))
      assert.isAbove(yield* sizeOf(filename), 25 * mebibyte)
      assert.strictEqual(yield* sizeOf(`${filename}-wal`), 0)
    }))
})
