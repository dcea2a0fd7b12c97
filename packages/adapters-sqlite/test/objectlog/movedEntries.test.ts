import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { newEntries } from "../../../adapters-sql/test/objectlog/newEntries.ts"

layer(memoryDatabase())("New entries of the object log on SQLite", (it) => {
  it.effect("are moved to the indexed ones when they are many, and before a list is read", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* newEntries, [400, 400, 0, 1, 0])
    }))
})
