import { assert, describe, it } from "@effect/vitest"
import { SqliteClient } from "@namewright/adapters-sqlite"
import { HostTransaction } from "@namewright/core/shared"
import { Array, Deferred, Effect, Exit, Fiber, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { testSize } from "../../../test/testSize.ts"

const temporaryFile = Effect.map(
  Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true }))
  ),
  (folder) => join(folder, "data.sqlite")
)

/** A table `notes` in a file, and a second connection to it. */
const opened = Effect.gen(function*() {
  const filename = yield* temporaryFile
  const context = yield* Layer.build(SqliteClient.layer({ filename }))
  const sql = yield* Effect.provide(SqlClient.SqlClient, context)
  yield* sql`CREATE TABLE notes (n INTEGER PRIMARY KEY, parent INTEGER REFERENCES notes (n))`
  const other = yield* Effect.acquireRelease(
    Effect.sync(() => new DatabaseSync(filename, { readOnly: true })),
    (database) => Effect.sync(() => database.close())
  )
  const stored = () => other.prepare("SELECT n FROM notes ORDER BY n").all().map(({ n }) => Number(n))
  const insert = (n: number) => sql`INSERT INTO notes ${sql.insert({ n, parent: null })}`
  return { filename, insert, sql, stored }
})

/** Number of commits in a write-ahead log (https://sqlite.org/fileformat2.html#walformat). */
const commitsIn = (filename: string) =>
  Effect.map(Effect.promise(() => readFile(`${filename}-wal`)), (log) => {
    const pageSize = log.readUInt32BE(8)
    const frames = Array.range(0, Math.floor((log.length - 32) / (pageSize + 24)) - 1)
    return frames.filter((frame) => log.readUInt32BE(32 + frame * (pageSize + 24) + 4) !== 0).length
  })

const numbers = Array.range(1, 16)

describe("concurrent transactions", () => {
  it.effect("share commits, and each returns after its own is stored", () =>
    Effect.gen(function*() {
      const { filename, insert, sql, stored } = yield* opened
      const before = yield* commitsIn(filename)
      yield* Effect.forEach(
        numbers,
        (n) => Effect.map(sql.withTransaction(insert(n)), () => assert.include(stored(), n)),
        { concurrency: "unbounded", discard: true }
      )
      assert.deepStrictEqual(stored(), numbers)
      assert.strictEqual((yield* commitsIn(filename)) - before, 1)
    }))

  it.effect("are committed in groups of at most 32", () =>
    Effect.gen(function*() {
      const { filename, insert, sql, stored } = yield* opened
      const before = yield* commitsIn(filename)
      const many = Array.range(1, 100)
      yield* Effect.forEach(many, (n) => sql.withTransaction(insert(n)), { concurrency: "unbounded", discard: true })
      assert.deepStrictEqual(stored(), many)
      assert.strictEqual((yield* commitsIn(filename)) - before, 4)
    }))

  it.effect("return before a transaction of the host begins", () =>
    Effect.gen(function*() {
      const { insert, sql, stored } = yield* opened
      const reached = yield* Deferred.make<void>()
      const finished = yield* Deferred.make<void>()
      const [, earlier, host] = yield* Effect.all([
        Effect.forkChild(sql.withTransaction(insert(1))),
        Effect.forkChild(sql.withTransaction(insert(2))),
        Effect.forkChild(
          sql.withTransaction(
            insert(3).pipe(
              Effect.andThen(Deferred.succeed(reached, undefined)),
              Effect.andThen(Deferred.await(finished))
            )
          ).pipe(Effect.provideService(HostTransaction, true))
        )
      ])
      yield* Deferred.await(reached)
      assert.deepStrictEqual(stored(), [1, 2])
      yield* Fiber.join(earlier)
      yield* Deferred.succeed(finished, undefined)
      yield* Fiber.join(host)
      assert.deepStrictEqual(stored(), [1, 2, 3])
    }))

  it.effect("are rolled back alone", () =>
    Effect.gen(function*() {
      const { insert, sql, stored } = yield* opened
      const isEven = (n: number) => n % 2 === 0
      const exits = yield* Effect.forEach(
        numbers,
        (n) => Effect.exit(sql.withTransaction(Effect.andThen(insert(n), isEven(n) ? Effect.fail("no") : Effect.void))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(exits.map(Exit.isFailure), numbers.map(isEven))
      assert.deepStrictEqual(stored(), numbers.filter((n) => !isEven(n)))
    }))

  it.effect("roll back a nested transaction alone", () =>
    Effect.gen(function*() {
      const { insert, sql, stored } = yield* opened
      yield* Effect.forEach(
        numbers,
        (n) =>
          sql.withTransaction(Effect.andThen(
            insert(n),
            Effect.exit(sql.withTransaction(Effect.andThen(insert(100 + n), Effect.fail("no"))))
          )),
        { concurrency: "unbounded", discard: true }
      )
      assert.deepStrictEqual(stored(), numbers)
    }))

  it.effect("fail together if their commit fails, and the next one is stored", () =>
    Effect.gen(function*() {
      const { insert, sql, stored } = yield* opened
      const orphan = Effect.andThen(
        sql`PRAGMA defer_foreign_keys = ON`,
        sql`INSERT INTO notes ${sql.insert({ n: 100, parent: 999 })}`
      )
      const exits = yield* Effect.forEach(
        [insert(1), orphan, insert(2)],
        (work) => Effect.exit(sql.withTransaction(work)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(exits.map(Exit.isFailure), [true, true, true])
      assert.deepStrictEqual(stored(), [])
      yield* sql.withTransaction(insert(3))
      assert.deepStrictEqual(stored(), [3])
    }))

  it.effect("fail if SQLite rolls back the transaction of a later one", () =>
    Effect.gen(function*() {
      const { insert, sql, stored } = yield* opened
      const exits = yield* Effect.forEach(
        [insert(1), sql`INSERT OR ROLLBACK INTO notes (n) VALUES (1)`, insert(2)],
        (work) => Effect.exit(sql.withTransaction(work)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(exits.map(Exit.isFailure), [true, true, false])
      assert.deepStrictEqual(stored(), [2])
    }))

  it.effect("leave no trace if they are interrupted", () =>
    Effect.gen(function*() {
      const { insert, sql, stored } = yield* opened
      const reached = yield* Deferred.make<void>()
      const waiting = yield* Effect.forkChild(
        sql.withTransaction(
          Effect.andThen(insert(100), Effect.andThen(Deferred.succeed(reached, undefined), Effect.never))
        )
      )
      yield* Deferred.await(reached)
      const queued = yield* Effect.forkChild(sql.withTransaction(insert(101)))
      const others = yield* Effect.forkChild(
        Effect.forEach(numbers, (n) => sql.withTransaction(insert(n)), { concurrency: "unbounded", discard: true })
      )
      yield* Effect.yieldNow
      yield* Fiber.interrupt(queued)
      yield* Fiber.interrupt(waiting)
      yield* Fiber.join(others)
      assert.deepStrictEqual(stored(), numbers)
    }))
})

describe("a statement outside transactions", () => {
  it.effect("returns only what is stored", () =>
    Effect.gen(function*() {
      const { insert, sql, stored } = yield* opened
      const read = Effect.map(
        sql<{ readonly n: number }>`SELECT n FROM notes ORDER BY n`,
        (rows) => assert.includeMembers(stored(), rows.map(({ n }) => n))
      )
      yield* Effect.forEach(
        numbers,
        (n) =>
          Effect.all([sql.withTransaction(insert(n)), read, Effect.andThen(insert(100 + n), read)], { concurrency: 3 }),
        { concurrency: "unbounded", discard: true }
      )
      assert.lengthOf(stored(), 2 * numbers.length)
    }))
})

const Step = Schema.Struct({
  yields: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 })),
  outcome: Schema.Literals(["commit", "fail", "duplicate", "interrupt", "statement"])
})

const Steps = Schema.Array(Step).check(Schema.isMinLength(1), Schema.isMaxLength(40))

it.effect.prop(
  "any mixture of transactions and statements stores what its successful ones wrote",
  [Steps],
  ([steps]) =>
    Effect.gen(function*() {
      const { insert, sql, stored } = yield* opened
      yield* insert(0)
      const execute = ({ outcome, yields }: typeof Step.Type, n: number): Effect.Effect<unknown, unknown> => {
        const write = Effect.andThen(insert(n), Effect.repeat(Effect.yieldNow, { times: yields }))
        if (outcome === "statement") return insert(n)
        if (outcome === "duplicate") return sql.withTransaction(Effect.andThen(write, insert(0)))
        if (outcome === "fail") return sql.withTransaction(Effect.andThen(write, Effect.fail("no")))
        if (outcome === "interrupt") return sql.withTransaction(Effect.andThen(write, Effect.interrupt))
        return sql.withTransaction(write)
      }
      const exits = yield* Effect.forEach(
        steps,
        (step, index) => Effect.exit(execute(step, index + 1)),
        { concurrency: 8 }
      )
      const isStored = steps.map(({ outcome }) => outcome === "commit" || outcome === "statement")
      assert.deepStrictEqual(exits.map(Exit.isSuccess), isStored)
      assert.deepStrictEqual(stored(), [0, ...isStored.flatMap((is, index) => is ? [index + 1] : [])])
    }),
  { timeout: 60_000, arbitrary: { runs: testSize(30, 100) } }
)
