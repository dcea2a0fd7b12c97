import { assert, layer } from "@effect/vitest"
import { InvoiceFixtures } from "@namewright/conformance"
import type { Storage } from "@namewright/core/embed"
import {
  DayRecords,
  FindingStore,
  LedgerSums,
  Reconciliation,
  type UnfinishedRun
} from "@namewright/core/reconciliation"
import { Instant } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { listing, ordered, paid, play, quoted, reconciliationServices, states } from "./reconciledHistory.ts"

const { at, onTimeline, payer } = InvoiceFixtures

/** Rounds until none is due; returns their number. */
const allRounds = Effect.gen(function*() {
  const { runDue } = yield* Reconciliation
  let rounds = 1
  while (yield* runDue) rounds++
  return rounds
})

/** Parts of statements that copy a row: numbers `n` from 1, an id for each, and a time `n` seconds later. */
const copies = Effect.fnUntraced(function*(count: number) {
  const sql = yield* SqlClient.SqlClient
  const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  const padded = isPostgres ? "lpad(n::text, 4, '0')" : "printf('%04d', n)"
  return {
    numbers: `(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${count}) SELECT n FROM c) c`,
    id: (column: string) => `substr(${column}, 1, length(${column}) - 4) || ${padded}`,
    later: (column: string) =>
      isPostgres
        ? `${column} + n * interval '1 second'`
        : `strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '+' || n || ' seconds')`
  }
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
    it.effect("continue a run of another process, and compare the ledgers once for several days", () =>
      onTimeline(Effect.gen(function*() {
        const store = yield* FindingStore
        yield* play([])
        const { run } = yield* Reconciliation
        yield* run("2026-01-29")
        comparisons = 0
        const unfinished: UnfinishedRun = {
          day: "2026-01-30",
          scope: "all",
          started_on: yield* Instant.now,
          run_number: yield* store.nextRunNumber,
          retry_on: null,
          position: {
            remaining: ["payments", "check of another version"],
            page: null,
            differences: 0,
            unchecked: [],
            is_answered: true
          }
        }
        yield* store.save(unfinished)
        yield* allRounds
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

    it.effect("ask a provider that does not answer about the payments of one day in an hour", () =>
      onTimeline(Effect.gen(function*() {
        const { finish } = yield* FindingStore
        yield* at("2026-02-25T01:00:00Z")
        yield* allRounds
        const days = ["2025-10-01", "2025-10-02", "2025-10-03"]
        const payments_due_on = yield* Instant.now
        yield* Effect.forEach(days, (day) => finish({ day, ran_on: payments_due_on, payments_due_on }))
        const askedFrom = Effect.fnUntraced(function*(time: string) {
          yield* at(time)
          listing.days.length = 0
          yield* allRounds
          return listing.days.filter((day) => days.includes(day))
        })
        listing.isSilent = true
        assert.deepStrictEqual(yield* askedFrom("2026-02-25T02:00:00Z"), ["2025-10-01"])
        assert.deepStrictEqual(yield* askedFrom("2026-02-25T02:59:00Z"), [])
        assert.deepStrictEqual(yield* askedFrom("2026-02-25T03:00:00Z"), ["2025-10-01"])
        listing.isSilent = false
        assert.deepStrictEqual(yield* askedFrom("2026-02-25T04:00:00Z"), days)
        assert.deepStrictEqual(yield* askedFrom("2026-02-25T05:00:00Z"), [])
      })))

    it.effect("compare the payments of a day that was missed for months", () =>
      onTimeline(Effect.gen(function*() {
        const { finish } = yield* FindingStore
        yield* at("2027-01-10T12:00:00Z")
        yield* paid(yield* payer(), 1_000, "succeeded")
        const first = { day: "2027-01-08", ran_on: yield* Instant.now, payments_due_on: null }
        yield* finish(first)
        yield* at("2027-05-10T12:00:00Z")
        listing.days.length = 0
        yield* allRounds
        const ofMonth = () => listing.days.filter((day) => day.startsWith("2027-01"))
        assert.deepStrictEqual(ofMonth(), ["2027-01-10"])
        yield* allRounds
        assert.deepStrictEqual(ofMonth(), ["2027-01-10"])
      })))

    it.effect("compare the payments of a day in pages, also those whose sessions are listed with the next page", () =>
      onTimeline(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        yield* at("2026-02-20T12:00:00Z")
        const { id, later, numbers } = yield* copies(1100)
        const { billing_transaction_id, payment_id } = yield* paid(yield* payer(), 1_000, "succeeded")
        const first = states.get(payment_id) ?? assert.fail("no payment")
        yield* sql.unsafe(`INSERT INTO billing_transactions (billing_transaction_id, organization_id, payer_id,
            product_type, product_reference, action, status, volume, unit, price, tax_rate, tax_amount, amount, currency,
            created_on, updated_on, completed_on)
          SELECT ${id("billing_transaction_id")}, organization_id, payer_id, product_type, ${id("product_reference")},
            action, CASE WHEN n = 499 THEN 'failed' ELSE status END, volume, unit, price, tax_rate, tax_amount, amount,
            currency, created_on, updated_on, completed_on
          FROM billing_transactions, ${numbers} WHERE billing_transaction_id = '${billing_transaction_id}'`)
        yield* sql.unsafe(
          `INSERT INTO payments (payment_id, organization_id, billing_transaction_id, provider, status, amount,
            currency, returned_amount, version, checks, created_on, updated_on)
          SELECT ${id("payment_id")}, organization_id, ${id("billing_transaction_id")}, provider,
            CASE WHEN n = 499 THEN 'failed' ELSE status END, amount, currency, returned_amount, version, checks,
            ${later("created_on")}, updated_on
          FROM payments, ${numbers} WHERE payment_id = '${payment_id}'`
        )
        const time = Number(first.provider_payment_id.split(" ")[1])
        const idOf = (n: number) => `${payment_id.slice(0, -4)}${String(n).padStart(4, "0")}`
        for (let n = 1; n <= 1100; n++) {
          // The time of a session is 1.5 seconds after its payment.
          const provider_payment_id = `p ${time + n * 1000 + 1500} ${idOf(n)}`
          states.set(idOf(n), { ...first, payment_id: idOf(n), provider_payment_id })
        }
        states.delete(idOf(1050))
        yield* at("2026-02-21T02:00:00Z")
        const { findings } = yield* Reconciliation.use(({ run }) => run("2026-02-20"))
        assert.deepStrictEqual(
          findings.filter(({ kind }) => kind !== "charge_amount").map(({ kind, object_id }) => [kind, object_id]),
          [["payment_without_top_up", idOf(499)], ["top_up_without_payment", idOf(1050)]]
        )
      })))

    it.effect("read a bounded number of quoted charges at once", () =>
      onTimeline(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        yield* at("2026-02-15T12:00:00Z")
        const { billing_transaction_id, quote_id } = yield* quoted(yield* payer(), "many.example", 850)
        const { id, later, numbers } = yield* copies(1200)
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
