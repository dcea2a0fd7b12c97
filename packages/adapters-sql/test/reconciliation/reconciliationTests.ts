import { assert, layer } from "@effect/vitest"
import { InvoiceFixtures } from "@namewright/conformance"
import { Wallets } from "@namewright/core/billing"
import type { Storage } from "@namewright/core/embed"
import { InvoiceOperations } from "@namewright/core/invoices"
import { type Finding, FindingStore, Reconciliation } from "@namewright/core/reconciliation"
import { Array as Arr, DateTime, Effect, Layer, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { inconsistencies } from "./inconsistencies.ts"
import { type History, ordered, play, reconciliationServices, Step } from "./reconciledHistory.ts"

const { at, cents, documentsOf, onTimeline, payer } = InvoiceFixtures

/** Reconciles every day with activity, and returns all open findings. */
const openAfterRuns = Effect.fnUntraced(function*({ days }: History) {
  const { run } = yield* Reconciliation
  const { page } = yield* FindingStore
  for (const day of days) yield* run(day)
  return (yield* page({ open: true }, { page: 1, page_size: 100 })).items
})

const keysOf = (findings: ReadonlyArray<Finding>) => findings.map(({ kind, object_id }) => [kind, object_id])

/** Proofs over random histories: consistent ones have no finding, and each inconsistency has one of its kind. */
export const reconciliationTests = <E>(
  name: string,
  storage: Layer.Layer<Storage | SqlClient.SqlClient, E>,
  runs: number
) =>
  layer(reconciliationServices.pipe(Layer.provideMerge(storage)), { timeout: "60 seconds" })(
    `Reconciliation (${name})`,
    (it) => {
      it.effect.prop(
        "finds nothing in a consistent history, and each inconsistency once, until it is corrected",
        { steps: Schema.Array(Step).check(Schema.isBetweenLength(1, 12)) },
        ({ steps }) =>
          onTimeline(Effect.gen(function*() {
            const history = yield* play(steps)
            assert.deepStrictEqual(keysOf(yield* openAfterRuns(history)), [])
            for (const [name, make] of Object.entries(yield* inconsistencies)) {
              const { kind, object_id, undo } = yield* make(history)
              const found = yield* openAfterRuns(history)
              assert.deepStrictEqual(keysOf(found), [[kind, object_id]], name)
              assert.deepStrictEqual(keysOf(yield* openAfterRuns(history)), [[kind, object_id]], name)
              yield* undo
              assert.deepStrictEqual(keysOf(yield* openAfterRuns(history)), [], name)
            }
          })),
        { timeout: 120_000, arbitrary: { runs, size: 12 } }
      )

      it.effect("finds nothing while charges are booked", () =>
        onTimeline(Effect.gen(function*() {
          const history = yield* play([])
          const { run } = yield* Reconciliation
          const name = (index: number) => `${index}-${history.own.slice(-6)}.example`
          const bookings = Effect.forEach(Arr.range(1, 30), (index) => ordered(history.own, name(index), 100))
          const runs = Effect.forEach(Arr.range(1, 8), () => run("2026-01-02"))
          const [, results] = yield* Effect.all([bookings, runs], { concurrency: "unbounded" })
          assert.deepStrictEqual(results.flatMap(({ findings }) => keysOf(findings)), [])
          assert.deepStrictEqual(keysOf(yield* openAfterRuns(history)), [])
        })))

      it.effect("finds nothing in a month in which everything was free, and which has no invoice", () =>
        onTimeline(Effect.gen(function*() {
          const { end } = yield* play([])
          const own = yield* payer()
          yield* at("2026-01-02T13:00:00Z")
          yield* ordered(own, `free-${own.slice(-6)}.example`, 0)
          yield* at(DateTime.formatIso(end))
          assert.deepStrictEqual(yield* InvoiceOperations.use(({ issue }) => issue(own)), [])
          assert.deepStrictEqual(keysOf((yield* Reconciliation.use(({ run }) => run("2026-01-02"))).findings), [])
        })))

      it.effect("finds a charge without an invoice after an earlier invoice is voided, until an invoice contains it", () =>
        onTimeline(Effect.gen(function*() {
          const { own } = yield* play([])
          const { issue, void: voidInvoice } = yield* InvoiceOperations
          const { run } = yield* Reconciliation
          const findingsOf = (day: string) => Effect.map(run(day), ({ findings }) => keysOf(findings))
          yield* at("2026-03-01T02:00:00Z")
          yield* issue(own)
          yield* at("2026-02-15T13:00:00Z")
          const late = yield* ordered(own, `late-${own.slice(-6)}.example`, 300)
          yield* at("2026-03-02T02:00:00Z")
          const missing = [["charge_without_invoice", late.billing_transaction_id]]
          assert.deepStrictEqual(yield* findingsOf("2026-02-15"), missing)
          const january = (yield* documentsOf(own)).find(({ content, invoice_type }) =>
            content.month === "2026-01" && invoice_type === "subscription"
          )
          yield* voidInvoice(january?.number ?? "")
          assert.deepStrictEqual(yield* findingsOf("2026-02-15"), missing)
          // The next month end contains the charges of the voided invoice.
          assert.deepStrictEqual(yield* findingsOf("2026-01-02"), [])
          yield* issue(own)
          assert.deepStrictEqual(yield* findingsOf("2026-02-15"), [])
          assert.deepStrictEqual(yield* findingsOf("2026-01-02"), [])
        })))

      it.effect("sums a ledger again when an entry is committed late", () =>
        onTimeline(Effect.gen(function*() {
          const history = yield* play([])
          const { run } = yield* Reconciliation
          yield* run("2026-01-02")
          yield* at("2026-01-02T13:00:00Z")
          yield* Wallets.use(({ topUp }) =>
            topUp({ organization_id: history.own, amount: cents(500), reference: "late" })
          )
          yield* at(DateTime.formatIso(history.end))
          assert.deepStrictEqual(keysOf((yield* run("2026-01-02")).findings), [])
        })))
    }
  )
