import { assert, layer } from "@effect/vitest"
import { InvoiceFixtures } from "@namewright/conformance"
import type { Storage } from "@namewright/core/embed"
import { DayRecords, FindingStore, LedgerSums, Reconciliation } from "@namewright/core/reconciliation"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ordered, play, quoted, reconciliationServices } from "./reconciledHistory.ts"

const { at, onTimeline, payer } = InvoiceFixtures

/** Rounds until none is due; returns their number. */
const allRounds = Effect.gen(function*() {
  const { runDue } = yield* Reconciliation
  let rounds = 1
  while (yield* runDue) rounds++
  return rounds
})

/** Tests of the rounds of the timetable. */
export const roundTests = <E>(name: string, storage: Layer.Layer<Storage | SqlClient.SqlClient, E>) => {
  let comparisons = 0
  let largest = 0
  const observed = Layer.merge(
    Layer.effect(
      LedgerSums,
      Effect.map(LedgerSums, (sums) => ({
        ...sums,
        next: (after, limit) => {
          comparisons++
          return sums.next(after, limit)
        }
      }))
    ),
    Layer.effect(
      DayRecords,
      Effect.map(DayRecords, (records) => ({
        ...records,
        quotedCharges: (slice) =>
          Effect.tap(records.quotedCharges(slice), ({ length }) => {
            largest = Math.max(largest, length)
            return Effect.void
          })
      }))
    )
  )
  const services = reconciliationServices.pipe(Layer.provideMerge(observed.pipe(Layer.provideMerge(storage))))

  layer(services, { timeout: "60 seconds" })(`Rounds of the reconciliation (${name})`, (it) => {
    it.effect("check one page each, continue in another process, and compare the ledgers once for several days", () =>
      onTimeline(Effect.gen(function*() {
        const store = yield* FindingStore
        yield* play([])
        const { run, runDue } = yield* Reconciliation
        yield* run("2026-01-29")
        comparisons = 0
        const first = yield* runDue
        assert.isTrue(first)
        const [unfinished] = yield* store.unfinished
        assert.strictEqual(unfinished?.day, "2026-01-30")
        assert.isAbove(unfinished?.position.remaining.length ?? 0, 5)
        assert.deepStrictEqual((yield* store.runsSince("2026-01-30")).map(({ day }) => day), [])
        const other = yield* Effect.flatMap(
          Layer.build(Layer.fresh(Reconciliation.layer)),
          (context) => Effect.provide(allRounds, context)
        )
        assert.isAbove(other, 20)
        assert.deepStrictEqual(yield* store.unfinished, [])
        const days = (yield* store.runsSince("2026-01-30")).map(({ day }) => day)
        assert.deepStrictEqual(days, ["2026-01-30", "2026-01-31", "2026-02-01"])
        assert.strictEqual(comparisons, 1)
      })))

    it.effect("resolve a finding at the end of its check, and not before", () =>
      onTimeline(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { page } = yield* FindingStore
        const { runDue } = yield* Reconciliation
        yield* at("2026-02-10T12:00:00Z")
        const charge = yield* ordered(yield* payer(), "rounds.example", 700)
        const set = (kind: string) => sql`UPDATE events SET kind = ${kind} WHERE event_id = ${charge.event_id}`
        yield* set("event.recorded")
        yield* at("2026-02-11T02:00:00Z")
        yield* allRounds
        const open = Effect.map(
          page({ open: true, day: "2026-02-10" }, { page: 1, page_size: 10 }),
          ({ items }) => items.map(({ kind, object_id }) => [kind, object_id])
        )
        const missing = [["charge_without_order", charge.billing_transaction_id]]
        assert.deepStrictEqual(yield* open, missing)
        // The next day repeats the days with open findings, one page after the other.
        yield* set("domain.registered")
        yield* at("2026-02-12T02:00:00Z")
        const before: Array<number> = []
        do before.push((yield* open).length)
        while (yield* runDue)
        assert.include(before, 1)
        assert.deepStrictEqual(yield* open, [])
      })))

    it.effect("read a bounded number of quoted charges at once", () =>
      onTimeline(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        yield* at("2026-02-15T12:00:00Z")
        const { billing_transaction_id, quote_id } = yield* quoted(yield* payer(), "many.example", 850)
        const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
        const numbers =
          "(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 1200) SELECT n FROM c) c"
        const id = (column: string) =>
          isPostgres
            ? `substr(${column}, 1, length(${column}) - 4) || lpad(n::text, 4, '0')`
            : `substr(${column}, 1, length(${column}) - 4) || printf('%04d', n)`
        const later = (column: string) =>
          isPostgres
            ? `${column} + n * interval '1 second'`
            : `strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '+' || n || ' seconds')`
        yield* sql.unsafe(
          `INSERT INTO domain_quotes (quote_id, organization_id, command, name, order_hash, prices, created_on,
            expires_on, used_on)
          SELECT ${id("quote_id")}, organization_id, command, 'many-' || n || '.example', order_hash, prices,
            ${later("created_on")}, ${later("expires_on")}, ${later("used_on")}
          FROM domain_quotes, ${numbers} WHERE quote_id = '${quote_id}'`
        )
        yield* sql.unsafe(`INSERT INTO billing_transactions (billing_transaction_id, organization_id, payer_id,
            product_type, product_reference, action, status, volume, unit, price, tax_rate, tax_amount, amount, currency,
            created_on, updated_on, completed_on)
          SELECT ${
          id("billing_transaction_id")
        }, organization_id, payer_id, product_type, 'many-' || n || '.example', action,
            status, volume, unit, CASE WHEN n = 1200 THEN price + 1 ELSE price END, tax_rate, tax_amount,
            CASE WHEN n = 1200 THEN amount + 1 ELSE amount END, currency,
            ${later("created_on")}, ${later("updated_on")}, ${later("completed_on")}
          FROM billing_transactions, ${numbers} WHERE billing_transaction_id = '${billing_transaction_id}'`)
        yield* at("2026-02-16T02:00:00Z")
        largest = 0
        const { findings } = yield* Reconciliation.use(({ run }) => run("2026-02-15"))
        const quotedPrices = findings.filter(({ kind }) => kind === "quoted_price")
        assert.lengthOf(quotedPrices, 1)
        assert.isTrue(quotedPrices[0]?.object_id.endsWith("1200"))
        assert.isAtLeast(largest, 100)
        assert.isAtMost(largest, 500)
      })))
  })
}
