import { assert, layer } from "@effect/vitest"
import { zonesAlone } from "@namewright/conformance"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { statementsOf, zoneWrites } from "../../../../test/zoneWrites.ts"

/** Plan of every look-up of RRsets. */
const bySortKey = /PRIMARY KEY \(dns_zone_id=\? AND sort_key(=|>)\?/

layer(zonesAlone.pipe(Layer.provideMerge(memoryDatabase())))("Writes to zones on SQLite", (it) => {
  it.effect("send the same statements to large and small zones, and look up single names", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const small = yield* zoneWrites(100)
      const large = yield* zoneWrites(5000)
      assert.deepStrictEqual(large.map(({ text }) => text), small.map(({ text }) => text))
      assert.isAtMost(Math.max(...Object.values(statementsOf(large))), 8)

      const looks = yield* Effect.forEach(large, ({ list, parameters, text }) =>
        Effect.map(
          sql.unsafe<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, parameters),
          (steps) => steps.filter(({ detail }) => detail.includes("dns_rrsets")).map(({ detail }) => ({ list, detail }))
        ))
      assert.isAtLeast(looks.flat().length, 8)
      assert.deepStrictEqual(looks.flat().filter(({ detail }) => !bySortKey.test(detail)), [])
    }))
})
