import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import {
  fillWhitelabels,
  unserved,
  whitelabelStatements
} from "../../../adapters-sql/test/branding/whitelabelStatements.ts"
import { tableScans } from "../tableScans.ts"

const scansOf = tableScans("whitelabel_")

layer(memoryDatabase())("White-label configurations on SQLite", (it) => {
  it.effect("reads no table from end to end", () =>
    Effect.gen(function*() {
      yield* fillWhitelabels
      assert.lengthOf(yield* scansOf(unserved), 1)
      const statements = yield* whitelabelStatements
      assert.isAtLeast(statements.length, 18)
      for (const { list, parameters, text } of statements) {
        assert.deepStrictEqual(yield* scansOf(text, parameters), [], list)
      }
    }))
})
