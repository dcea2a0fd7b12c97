import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-sqlite"
import { InvoiceFixtures } from "@namewright/conformance"
import { Reconciliation } from "@namewright/core/reconciliation"
import { Console, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { reconciliationServices } from "../../../adapters-sql/test/reconciliation/reconciledHistory.ts"

const { at, onTimeline } = InvoiceFixtures

const transactions = 250_000
const perDay = 2500

/** Longest first run, which sums all entries, and longest next run, with an ample margin for busy machines. */
const longestFirstSeconds = 60
const longestNextSeconds = 15

/** Inserts captured renewals with their entries and events, 2,500 a day of 100 payers, from January 1 to April 10. */
const fill = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const id = (kind: string, text: string) => `'${kind}_0' || printf('%025d', ${text})`
  const rows = `(WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${
    transactions - 1
  })
    SELECT n, ${id("billing_transaction", "n")} AS id, ${id("organization", "n % 100")} AS payer,
      'n' || n || '.example' AS name,
      strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || (n / ${perDay}) || ' days', '+' || (n % ${perDay}) || ' seconds')
        AS booked FROM numbers)`
  yield* sql.unsafe(`INSERT INTO billing_transactions (billing_transaction_id, organization_id, payer_id, product_type,
      product_reference, action, status, volume, unit, price, tax_rate, tax_amount, amount, currency, created_on,
      updated_on, completed_on)
    SELECT id, payer, payer, 'domain', name, 'renew', 'succeeded', 1, 'y', 100, 0, 0, 100, 'EUR', booked, booked, booked
    FROM ${rows}`)
  // A trigger of the entries moves the balances.
  yield* sql.unsafe(
    `INSERT INTO ledgers (payer_id, currency, wallet, reserved, revenue, tax, cash, adjustments, updated_on)
    SELECT DISTINCT payer_id, 'EUR', 0, 0, 0, 0, 0, 0, '2026-01-01T00:00:00.000Z' FROM billing_transactions`
  )
  yield* sql.unsafe(
    `INSERT INTO ledger_entries (billing_transaction_id, step, payer_id, currency, wallet, reserved, revenue,
      tax, cash, adjustments, created_on)
    SELECT id, 'capture', payer, 'EUR', -100, 0, 100, 0, 0, 0, booked FROM ${rows}`
  )
  yield* sql.unsafe(`INSERT INTO events (event_id, organization_id, object_type, object_name, type, subtype, event_data,
      principal, created_on, kind, counted_tld)
    SELECT ${
    id("event", "n")
  }, payer, 'DOMAIN', name, 'RENEWAL', 'SUCCESS', '{}', '{}', booked, 'domain.renewed', 'example'
    FROM ${rows}`)
  yield* sql`ANALYZE`
})

// A copied database holds 1 GiB at most.
layer(reconciliationServices.pipe(Layer.provideMerge(storage({ filename: ":memory:" }))), { timeout: "5 minutes" })(
  "Reconciliation of a day among 250,000 transactions",
  (it) => {
    it.effect("sums all entries once, and then reads the rows of a day", () =>
      onTimeline(Effect.gen(function*() {
        yield* fill
        const { run } = yield* Reconciliation
        const timed = Effect.fnUntraced(function*(day: string) {
          const begin = performance.now()
          const { findings, unchecked } = yield* run(day)
          const seconds = (performance.now() - begin) / 1000
          yield* Console.log(`A run of ${day} took ${seconds.toFixed(2)} s`)
          assert.deepStrictEqual(findings, [])
          assert.notInclude(unchecked, "ledger_balance")
          return seconds
        })
        yield* at("2026-04-10T03:00:00Z")
        assert.isBelow(yield* timed("2026-04-09"), longestFirstSeconds)
        yield* at("2026-04-11T03:00:00Z")
        assert.isBelow(yield* timed("2026-04-10"), longestNextSeconds)
      })), 300_000)
  }
)
