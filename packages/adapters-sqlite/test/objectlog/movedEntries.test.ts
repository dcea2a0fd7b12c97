import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-sqlite"
import { Effect } from "effect"
import { newEntries } from "../../../adapters-sql/test/objectlog/newEntries.ts"

layer(storage({ filename: ":memory:" }))("New entries of the object log on SQLite", (it) => {
  it.effect("are moved to the indexed ones when they are many, and before a list is read", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* newEntries, [400, 400, 0, 1, 0])
    }))
})
