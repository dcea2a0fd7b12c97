import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { publicationStatements } from "../../../../test/publicationStatements.ts"

interface Step {
  readonly detail: string
}

const large =
  /^SCAN (?:dns_zones|dns_zone_states|dns_publications|dns_aliases|dns_rrsets|dns_zone_signing|p|s|z)\b(?! USING)/

/** SQLite plans without statistics here, so no rows are needed. */
layer(memoryDatabase())("Plans of publications and ownership on SQLite", (it) => {
  it.effect("read no large table completely", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const plan = (text: string, parameters: ReadonlyArray<unknown>) =>
        Effect.map(sql.unsafe<Step>(`EXPLAIN QUERY PLAN ${text}`, parameters), (steps) =>
          steps.map(({ detail }) => detail))
      const tableScans = (text: string, parameters: ReadonlyArray<unknown>) =>
        Effect.map(plan(text, parameters), (steps) =>
          steps.filter((detail) => large.test(detail)))
      // A query without an index shows that the plans are examined.
      assert.lengthOf(yield* tableScans("SELECT * FROM dns_publications WHERE attempts = 9", []), 1)
      for (const { list, parameters, text } of yield* publicationStatements) {
        assert.deepStrictEqual(yield* tableScans(text, parameters), [], `${list}: ${text}`)
        // A nameserver has as many publications as there are zones.
        if (list === "recordOutcomes" && text.startsWith("UPDATE")) {
          assert.match((yield* plan(text, parameters)).join(), /SEARCH p USING .*\(zone_name=\?\)/)
        }
      }
    }))
})
