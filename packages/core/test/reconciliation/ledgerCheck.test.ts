import { assert, describe, it } from "@effect/vitest"
import { noPostings, type Postings } from "@namewright/core/billing"
import { type LedgerSum, LedgerSums } from "@namewright/core/reconciliation"
import { Money, newOrganizationId } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { makeLedgerCheck } from "../../src/reconciliation/ledgerCheck.ts"

const parts = 120

const sumOf = (amount: number): Postings => ({ ...noPostings, wallet: Money.MinorUnits.make(amount) })

const at = (seconds: number) => DateTime.makeUnsafe(seconds * 1000)

describe("the check of ledgers", () => {
  it.effect("counts a ledger with many entries over several pages, and reports one that differs once", () =>
    Effect.gen(function*() {
      const ledger = { payer_id: yield* newOrganizationId, currency: "EUR" } as const
      const stored: Array<LedgerSum> = []
      const counted: Array<number> = []
      const started_on = DateTime.makeUnsafe("2026-03-02T02:00:00Z")
      yield* TestClock.setTime(started_on.epochMilliseconds)
      const check = yield* Effect.provideService(makeLedgerCheck, LedgerSums, {
        uncounted: (before) =>
          Effect.sync(() =>
            stored.some(({ counted_on }) => DateTime.isGreaterThanOrEqualTo(counted_on, before))
              ? []
              : [{ ...ledger, is_new: stored.length === 0 }]
          ),
        // Each part is an entry of one cent, and begins where the last one ended.
        part: (_, after) =>
          Effect.sync(() => {
            const index = after === null ? 0 : after.epochMilliseconds / 1000
            counted.push(index)
            return index < parts ? { sums: sumOf(1), last: at(index + 1) } : { sums: noPostings, last: null }
          }),
        next: (after) => Effect.sync(() => after === null ? stored.slice(-1) : []),
        balances: () =>
          Effect.succeed([{ ...ledger, balances: sumOf(parts + 1), recent: noPostings, ended: noPostings }]),
        put: (sums) => Effect.sync(() => void stored.push(...sums))
      })
      const range = { from: DateTime.makeUnsafe("2026-03-01T00:00:00Z"), before: started_on }
      const found: Array<string> = []
      let position: string | null = null
      let pages = 0
      do {
        const before = counted.length
        const page: { next: string | null; differences: ReadonlyArray<{ expected: string; found: string }> } =
          yield* check.page({ range, started_on }, position)
        found.push(...page.differences.map((difference) => `${difference.expected}; ${difference.found}`))
        assert.isAtMost(counted.length - before, 50)
        position = page.next
        pages++
      } while (position !== null)
      // It is counted because it is new, and again because it differs.
      assert.deepStrictEqual(counted, [...counted.keys()].map((index) => index % (parts + 1)))
      assert.lengthOf(counted, 2 * (parts + 1))
      assert.isAtLeast(pages, 5)
      assert.deepStrictEqual(found, ["wallet 1.20 EUR; wallet 1.21 EUR"])
    }))
})
