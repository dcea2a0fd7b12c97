import { assert, it } from "@effect/vitest"
import { Transaction } from "@namewright/core/shared"
import { Effect } from "effect"
import { SqlError } from "effect/sql"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"

const failing = (reason: SqlError.SqlErrorReason) =>
  Effect.gen(function*() {
    const { atomically } = yield* Transaction
    let runs = 0
    yield* Effect.exit(atomically(Effect.suspend(() => {
      runs++
      return Effect.die(new SqlError.SqlError({ reason }))
    })))
    return runs
  }).pipe(Effect.provide(memoryDatabase()))

it.effect("A transaction whose answer was lost is not run again, for it may have committed; one that lost a race is", () =>
  Effect.gen(function*() {
    assert.strictEqual(yield* failing(new SqlError.ConnectionError({ cause: "gone" })), 1)
    assert.isAbove(yield* failing(new SqlError.DeadlockError({ cause: "deadlock" })), 1)
  }))
