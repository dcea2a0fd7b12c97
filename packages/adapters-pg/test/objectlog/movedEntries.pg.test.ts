import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import { newEntries } from "../../../adapters-sql/test/objectlog/newEntries.ts"

const database = Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url })))

layer(database, { timeout: "60 seconds" })("New entries of the object log on PostgreSQL", (it) => {
  it.effect("are moved to the indexed ones when they are many, and before a list is read", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* newEntries, [400, 400, 0, 1, 0])
    }))
})
