import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { ChangeStore } from "@namewright/core/changes"
import { Transaction } from "@namewright/core/shared"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import { sentBy } from "../../../../test/sentStatements.ts"
import { testSize } from "../../../../test/testSize.ts"
import { sequentialScans } from "../sequentialScans.ts"

/** Changes that have positions, and changes that wait for one. */
const rows = testSize(100_000, 1_000_000, "NAMEWRIGHT_FEED_ROWS")
const waiting = 5_000
const smallBatch = 100

/** Two thirds are events, one third are captured charges. */
const history = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const many = sql`generate_series(1, ${rows + waiting}) AS n`
  const id = (prefix: string) => sql.literal(`'${prefix}_' || lpad(n::text, 26, '0')`)
  const position = sql`CASE WHEN n <= ${rows} THEN n ELSE -n END`
  const day = sql`timestamptz '2020-01-01' + n * interval '1 minute'`
  yield* sql`INSERT INTO events (event_id, organization_id, object_type, object_id, object_name, type, subtype, event_data,
      principal, created_on, kind, is_listed, position)
    SELECT ${id("event")}, ${id("organization")}, 'DOMAIN', ${
    id("domain")
  }, 'name' || n || '.example', 'RENEWAL', 'SUCCESS',
      '{"version":"1.0","message":""}', '{"type":"system"}', ${day}, 'domain.renewed', TRUE, ${position} FROM ${many} WHERE n % 3 <> 0`
  yield* sql`INSERT INTO billing_transactions (billing_transaction_id, organization_id, payer_id, product_type,
      product_reference, action, status, volume, unit, price, tax_rate, tax_amount, amount, currency, created_on, updated_on)
    SELECT ${id("billing_transaction")}, ${id("organization")}, ${
    id("organization")
  }, 'domain', 'name' || n || '.example',
      'renew', 'succeeded', 1, 'y', 100, 0, 0, 100, 'EUR', ${day}, ${day} FROM ${many} WHERE n % 3 = 0`
  yield* sql`INSERT INTO ledger_entries (billing_transaction_id, step, payer_id, currency, wallet, reserved, revenue, tax,
      cash, adjustments, created_on, position)
    SELECT ${id("billing_transaction")}, 'capture', ${
    id("organization")
  }, 'EUR', 0, -100, 100, 0, 0, 0, ${day}, ${position}
    FROM ${many} WHERE n % 3 = 0`
  yield* sql`INSERT INTO change_feed (feed, last, removed_through) VALUES (1, ${rows}, 0)`
  yield* sql`VACUUM ANALYZE events, billing_transactions, ledger_entries, change_feed`
})

const database = Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url })))

layer(database, { timeout: "120 seconds", excludeTestServices: true })(
  "Plans of the change feed on PostgreSQL",
  (it) => {
    it.effect("read no large table from end to end", () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const store = yield* ChangeStore
        const { atomically } = yield* Transaction
        yield* history
        const middle = { after: rows / 2, through: rows / 2 + 1000 }
        const reads = [
          yield* sentBy("range", store.range),
          yield* sentBy("all kinds", store.list(middle, undefined, 100)),
          yield* sentBy("some kinds", store.list(middle, ["domain.renewed", "charge.captured"], 100)),
          // A small batch: for 1,000 rows of a table of this size, a sequential scan would be right.
          yield* sentBy("sequence", atomically(store.sequence(smallBatch)))
        ]
        const plans = yield* Effect.forEach(reads.flatMap(({ sent }) => sent), ({ list, parameters, text }) =>
          /^(SELECT|WITH)/.test(text)
            ? Effect.map(sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, parameters), (plan) => ({
              list,
              tables: sequentialScans(plan).filter((table) =>
                table !== "change_feed"
              )
            }))
            : Effect.succeed({ list, tables: [] }))
        assert.deepStrictEqual(
          plans.filter(({ tables }) => tables.length > 0),
          []
        )
        assert.deepStrictEqual(sequentialScans(yield* sql`EXPLAIN (FORMAT JSON) SELECT * FROM events`), ["events"])

        const started = yield* Clock.currentTimeMillis
        let assigned = smallBatch
        for (let count = 1000; count === 1000; assigned += count) count = yield* atomically(store.sequence(1000))
        assert.strictEqual(assigned, waiting)
        const millis = (yield* Clock.currentTimeMillis) - started
        yield* Effect.log(`${waiting - smallBatch} positions in ${millis} ms, of ${rows} changes`)
        const { has_waiting, last } = yield* store.range
        assert.deepStrictEqual([last, has_waiting], [rows + waiting, false])
        assert.lengthOf(yield* store.list({ after: rows, through: rows + waiting }, undefined, 1000), 1000)
      }), 120_000)
  }
)
