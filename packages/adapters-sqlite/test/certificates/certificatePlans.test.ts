import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import {
  certificateStatements,
  fillCertificates,
  unserved
} from "../../../adapters-sql/test/certificates/certificateStatements.ts"
import { tableScans } from "../tableScans.ts"

const scansOf = tableScans("certificate")

layer(memoryDatabase())("Certificates on SQLite", (it) => {
  it.effect("reads no table from end to end", () =>
    Effect.gen(function*() {
      yield* fillCertificates
      assert.lengthOf(yield* scansOf(unserved), 1)
      const statements = yield* certificateStatements
      assert.lengthOf(statements, 24)
      for (const { list, parameters, text } of statements) {
        assert.deepStrictEqual(yield* scansOf(text, parameters), [], list)
      }
    }))
})
