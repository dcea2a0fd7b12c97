import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { Transaction } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { freshDatabase } from "../../../test/PostgresDatabase.ts"

const database = Layer.unwrap(Effect.map(freshDatabase, (url) => storage({ url, maxConnections: 1 })))

const settings = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly commit: string; readonly plans: string }>`
    SELECT current_setting('synchronous_commit') AS commit, current_setting('plan_cache_mode') AS plans`
  return row
})

layer(database, { timeout: "60 seconds" })("Forgettable work on PostgreSQL", (it) => {
  it.effect("does not wait for the disk, and what comes after it does", () =>
    Effect.gen(function*() {
      const { atomically, forgettable } = yield* Transaction
      assert.deepStrictEqual(yield* forgettable(settings), { commit: "off", plans: "auto" })
      assert.deepStrictEqual(yield* atomically(settings), { commit: "on", plans: "auto" })
      assert.deepStrictEqual(yield* settings, { commit: "on", plans: "force_custom_plan" })
      assert.deepStrictEqual(yield* atomically(forgettable(settings)), { commit: "on", plans: "auto" })
    }))
})
