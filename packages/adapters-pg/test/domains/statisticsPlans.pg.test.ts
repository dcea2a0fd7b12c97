import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { DomainStatisticsStore } from "@namewright/core/domains"
import { EventLog } from "@namewright/core/events"
import { newOrganizationId } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import {
  fillStatistics,
  statisticsStatements,
  unserved
} from "../../../adapters-sql/test/domains/statisticsStatements.ts"
import { sequentialScans } from "../sequentialScans.ts"

const database = EventLog.layer.pipe(
  Layer.provideMerge(Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url }))))
)

layer(database, { timeout: "60 seconds" })("The statistics of domains on PostgreSQL", (it) => {
  it.effect("read no table from end to end", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const organizations = yield* fillStatistics
      yield* sql`VACUUM ANALYZE domain_statistics`
      const statements = yield* statisticsStatements(organizations)
      // The event is counted and stored in one statement.
      assert.lengthOf(statements, 7)
      yield* sql.withTransaction(Effect.gen(function*() {
        // The table of events is empty, so its index would not be used.
        yield* sql`SET LOCAL enable_seqscan = off`
        const scansOf = (text: string, parameters: ReadonlyArray<unknown> = []) =>
          Effect.map(sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, parameters), sequentialScans)
        assert.deepStrictEqual(yield* scansOf(unserved), ["domain_statistics"])
        for (const { list, parameters, text } of statements) {
          assert.deepStrictEqual(yield* scansOf(text, parameters), [], list)
        }
      }))
    }), 60_000)

  it.effect("add up the rows of past days, without a change of the counts", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { addUp, read } = yield* DomainStatisticsStore
      const own = yield* newOrganizationId
      // The other test may have left a row of 1970.
      while (yield* addUp("2025-01-01"));
      for (const shard of [0, 3, 7]) {
        yield* sql`INSERT INTO domain_statistics (organization_id, scope, day, tld, shard, created, renewed)
          VALUES (${own}, 0, '2025-01-01', '', ${shard}, 1, ${shard}), (${own}, 1, '2025-01-01', 'com', ${shard}, 1, ${shard}),
            (${own}, 0, '2025-01-02', '', ${shard}, 1, 0), (${own}, 1, '2025-01-02', 'com', ${shard}, 1, 0)`
      }
      const window = { organizations: [own], first: "2025-01-01", last: "2025-01-02", tlds: undefined }
      const before = yield* read(window, "tld")
      assert.deepStrictEqual(before.groups.map(({ create, renew }) => [create, renew]), [[6, 10]])
      assert.isTrue(yield* addUp("2025-01-02"))
      assert.isFalse(yield* addUp("2025-01-02"))
      const sorted = ({ days, groups }: typeof before) => [days.toSorted((a, b) => a.day < b.day ? -1 : 1), groups]
      assert.deepStrictEqual(sorted(yield* read(window, "tld")), sorted(before))
      const rows = yield* sql`SELECT day, count(*)::int AS n FROM domain_statistics WHERE organization_id = ${own}
        GROUP BY day ORDER BY day`
      assert.deepStrictEqual(rows, [{ day: "2025-01-01", n: 2 }, { day: "2025-01-02", n: 6 }])
    }))
})
