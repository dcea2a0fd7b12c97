import { assert, describe, it } from "@effect/vitest"
import { backup, SqliteClient } from "@namewright/adapters-sqlite"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

const count = (filename: string) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return (yield* sql<{ readonly n: number }>`SELECT count(*) AS n FROM notes`)[0]?.n
  }).pipe(Effect.provide(SqliteClient.layer({ filename })))

describe("backup", () => {
  it.effect("copies committed data while the database is in use", () =>
    Effect.gen(function*() {
      const path = yield* folder
      const filename = join(path, "data.sqlite")
      const destination = join(path, "copy.sqlite")
      const context = yield* Layer.build(SqliteClient.layer({ filename }))
      yield* Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE notes (text TEXT)`
        yield* sql`INSERT INTO notes VALUES ('first')`
        yield* backup({ filename, destination })
        yield* sql`INSERT INTO notes VALUES ('second')`
        assert.strictEqual(yield* count(destination), 1)
        yield* sql.withTransaction(Effect.gen(function*() {
          yield* sql`INSERT INTO notes VALUES ('not committed')`
          yield* backup({ filename, destination })
        }))
      }).pipe(Effect.provideContext(context))
      assert.strictEqual(yield* count(destination), 2)
    }).pipe(Effect.scoped))

  it.effect("fails without a partial file", () =>
    Effect.gen(function*() {
      const path = yield* folder
      const failed = yield* Effect.flip(
        backup({ filename: join(path, "missing.sqlite"), destination: join(path, "copy.sqlite") })
      )
      assert.include(failed.message, "missing.sqlite could not be copied")
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(path)), [])
    }).pipe(Effect.scoped))
})
