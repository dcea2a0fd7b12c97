import { assert, layer } from "@effect/vitest"
import { type Finding, FindingStore, type UnfinishedRun } from "@namewright/core/reconciliation"
import { type Instant, newOrganizationId, Transaction } from "@namewright/core/shared"
import { DateTime, Effect, type Layer } from "effect"

const at = (hour: number): Instant.Instant => DateTime.makeUnsafe(Date.UTC(2026, 0, 1, hour))

const findingOf = (object_id: string, fields: Partial<Finding> = {}): Finding => ({
  kind: "charge_amount",
  object_id,
  organization_id: null,
  provider: null,
  day: "2026-01-05",
  expected: "1.00 EUR",
  found: "2.00 EUR",
  first_seen_on: at(1),
  resolved_on: null,
  ...fields
})

const objects = (found: { readonly items: ReadonlyArray<Finding> }) => found.items.map(({ object_id }) => object_id)

const all = { page: 1, page_size: 100 }

/** Contract of the storage of findings and runs. */
export const findingStoreContract = <E>(name: string, storage: Layer.Layer<FindingStore | Transaction, E>) =>
  layer(storage)(`FindingStore (${name})`, (it) => {
    it.effect("keeps the day and the first time of a finding, which a later run resolves and opens again", () =>
      Effect.gen(function*() {
        const store = yield* FindingStore
        const organization_id = yield* newOrganizationId
        const one = findingOf("one", { organization_id })
        const two = findingOf("two", { kind: "invoice_total" })
        const ledger = findingOf("ledger", { kind: "ledger_balance", day: "2026-01-03" })
        const other = findingOf("other", { day: "2026-01-04" })
        const first = yield* store.nextRunNumber
        assert.deepStrictEqual(yield* store.put([], first), [])
        assert.deepStrictEqual(yield* store.put([one, two, ledger, other], first), [one, two, ledger, other])
        assert.deepStrictEqual(yield* store.openOf("2026-01-05"), [one, two, ledger])
        assert.deepStrictEqual(
          yield* store.openOf("2026-01-04"),
          [ledger, other].toSorted((a, b) => a.kind < b.kind ? -1 : 1)
        )
        const second = yield* store.nextRunNumber
        assert.isAbove(second, first)
        const changed = { ...two, provider: "stripe" }
        assert.deepStrictEqual(yield* store.put([changed], second), [])
        const unseen = { day: "2026-01-05", kinds: ["charge_amount", "invoice_total"], run_number: second } as const
        yield* store.resolveUnseen({ ...unseen, run_number: first }, at(2))
        yield* store.resolveUnseen({ ...unseen, kinds: ["invoice_total"] }, at(2))
        yield* store.resolveUnseen({ ...unseen, day: "2026-01-06" }, at(2))
        assert.deepStrictEqual(yield* store.openOf("2026-01-05"), [one, changed, ledger])
        yield* store.resolveUnseen(unseen, at(2))
        assert.deepStrictEqual(yield* store.openOf("2026-01-05"), [changed, ledger])
        // A run that began earlier does not make a finding look older.
        assert.deepStrictEqual(yield* store.put([two], first), [])
        yield* store.resolveUnseen(unseen, at(2))
        assert.deepStrictEqual(yield* store.openOf("2026-01-05"), [two, ledger])
        assert.deepStrictEqual(
          (yield* store.page({ open: false }, all)).items,
          [{ ...one, resolved_on: at(2) }]
        )
        const again = { ...one, day: "2026-01-06", first_seen_on: at(3), found: "3.00 EUR" }
        assert.deepStrictEqual(yield* store.put([again], second), [again])
        assert.deepStrictEqual((yield* store.openOf("2026-01-05"))[0], { ...one, found: "3.00 EUR" })
        assert.deepStrictEqual(yield* store.openDays("2026-01-04"), ["2026-01-04", "2026-01-05"])
        assert.deepStrictEqual(
          [...yield* store.countOpen].toSorted(),
          [["charge_amount", 2], ["invoice_total", 1], ["ledger_balance", 1]]
        )
        assert.deepStrictEqual(objects(yield* store.page({}, all)), ["two", "one", "other", "ledger"])
        assert.deepStrictEqual(objects(yield* store.page({ kind: "charge_amount" }, all)), ["one", "other"])
        assert.deepStrictEqual(objects(yield* store.page({ day: "2026-01-05", open: true }, all)), ["two", "one"])
        const last = yield* store.page({}, { page: 2, page_size: 3 })
        assert.deepStrictEqual([objects(last), last.total], [["ledger"], 4])
        yield* store.resolveUnseen({ ...unseen, kinds: ["ledger_balance"] }, at(4))
        assert.deepStrictEqual(objects(yield* store.page({ kind: "ledger_balance", open: true }, all)), [])
      }))

    it.effect("keeps the latest run of each day", () =>
      Effect.gen(function*() {
        const store = yield* FindingStore
        const { atomically } = yield* Transaction
        yield* atomically(store.finish({ day: "2026-02-02", ran_on: at(1), payments_due_on: at(3) }))
        yield* atomically(store.finish({ day: "2026-02-01", ran_on: at(1), payments_due_on: null }))
        yield* atomically(store.finish({ day: "2026-02-02", ran_on: at(2), payments_due_on: at(4) }))
        assert.deepStrictEqual(yield* store.runsSince("2026-02-01"), [
          { day: "2026-02-01", ran_on: at(1), payments_due_on: null },
          { day: "2026-02-02", ran_on: at(2), payments_due_on: at(4) }
        ])
        yield* store.planPayments({ day: "2026-02-02", ran_on: at(3), payments_due_on: at(5) })
        yield* store.planPayments({ day: "2026-02-03", ran_on: at(3), payments_due_on: at(7) })
        assert.deepStrictEqual(yield* store.runsSince("2026-02-02"), [
          { day: "2026-02-02", ran_on: at(2), payments_due_on: at(5) },
          { day: "2026-02-03", ran_on: at(3), payments_due_on: at(7) }
        ])
        yield* atomically(store.postponeDuePayments(at(6)))
        const due = (yield* store.runsSince("2026-02-01")).map(({ payments_due_on }) => payments_due_on)
        assert.deepStrictEqual(due, [null, at(6), at(7)])
      }))

    it.effect("keeps the position of each unfinished run", () =>
      Effect.gen(function*() {
        const store = yield* FindingStore
        const run: UnfinishedRun = {
          day: "2026-03-02",
          scope: "all",
          started_on: at(1),
          run_number: 7,
          retry_on: null,
          position: {
            remaining: ["charge_amount", "ledgers"],
            page: null,
            differences: 0,
            unchecked: ["quoted_price"],
            is_answered: true
          }
        }
        const other: UnfinishedRun = { ...run, day: "2026-03-01", scope: "payments", retry_on: at(4) }
        yield* store.save(run)
        yield* store.save(other)
        assert.deepStrictEqual(yield* store.unfinished, [other, run])
        const position = { ...run.position, page: "2026-03-02T12:00:00.000Z", differences: 3, is_answered: false }
        const later: UnfinishedRun = { ...run, started_on: at(2), run_number: 8, retry_on: at(3), position }
        yield* store.save(later)
        yield* store.removeUnfinished("2026-03-01")
        assert.deepStrictEqual(yield* store.unfinished, [later])
        yield* store.removeUnfinished("2026-03-02")
        assert.deepStrictEqual(yield* store.unfinished, [])
      }))
  })
