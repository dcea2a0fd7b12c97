import { assert, describe, it } from "@effect/vitest"
import { layer } from "@namewright/adapters-sqlite"
import { Transaction } from "@namewright/core/shared"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** 1 is `normal`, 2 is `full`. */
const synchronous = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql<{ readonly synchronous: number }>`PRAGMA synchronous`)[0]?.synchronous
})

describe("Forgettable work on SQLite", () => {
  it.effect("does not wait for the disk, and what comes after it does", () =>
    Effect.gen(function*() {
      const { afterCommit, atomically, forgettable } = yield* Transaction
      assert.strictEqual(yield* forgettable(synchronous), 1)
      assert.strictEqual(yield* synchronous, 2)
      assert.strictEqual(yield* Effect.flip(forgettable(Effect.flip(synchronous))), 1)
      assert.strictEqual(yield* atomically(synchronous), 2)
      let later: number | undefined
      const signal = Effect.map(atomically(synchronous), (level) => void (later = level))
      yield* forgettable(afterCommit(Effect.orDie(signal)))
      assert.strictEqual(later, 2)
    }).pipe(Effect.provide(layer({ filename: ":memory:" }))))

  it.effect("waits with the transaction that it is part of", () =>
    Effect.gen(function*() {
      const { atomically, forgettable } = yield* Transaction
      assert.strictEqual(yield* atomically(forgettable(synchronous)), 2)
    }).pipe(Effect.provide(layer({ filename: ":memory:" }))))

  it.effect("waits no more where nothing does", () =>
    Effect.gen(function*() {
      const { atomically, forgettable } = yield* Transaction
      assert.strictEqual(yield* forgettable(synchronous), 1)
      assert.strictEqual(yield* atomically(synchronous), 1)
    }).pipe(Effect.provide(layer({ filename: ":memory:", synchronous: "normal" }))))
})
