import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { brandingStatements, fillBranding, unserved } from "../../../adapters-sql/test/branding/brandingStatements.ts"
import { tableScans } from "../tableScans.ts"

const scansOf = tableScans("branding_")

layer(memoryDatabase())("Branding on SQLite", (it) => {
  it.effect("reads no table from end to end", () =>
    Effect.gen(function*() {
      yield* fillBranding
      assert.lengthOf(yield* scansOf(unserved), 1)
      const statements = yield* brandingStatements
      assert.lengthOf(statements, 23)
      for (const { list, parameters, text } of statements) {
        assert.deepStrictEqual(yield* scansOf(text, parameters), [], list)
      }
    }))
})
