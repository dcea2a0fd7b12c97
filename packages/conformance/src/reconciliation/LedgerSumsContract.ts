import { assert, layer } from "@effect/vitest"
import {
  type BillingTransactionId,
  BillingTransactionStore,
  type LedgerKey,
  LedgerStore,
  newBillingTransactionId,
  noPostings,
  type Postings,
  TaxRateUnits
} from "@namewright/core/billing"
import { type LedgerSum, LedgerSums } from "@namewright/core/reconciliation"
import { type Instant, Money, newOrganizationId, type OrganizationId, Transaction } from "@namewright/core/shared"
import { DateTime, Effect, type Layer } from "effect"

const at = (hour: number): Instant.Instant => DateTime.makeUnsafe(Date.UTC(2026, 0, 1, hour))

const cents = (amount: number) => Money.MinorUnits.make(amount)

/** Postings of an amount that was received, and of one that was credited. */
const posted = (received: number, credited = 0): Postings => ({
  ...noPostings,
  wallet: cents(received + credited),
  cash: cents(0 - received),
  adjustments: cents(0 - credited)
})

/** Books a movement with its entry, at a time. */
const booked = Effect.fnUntraced(function*(
  { currency, payer_id }: LedgerKey,
  amount: number,
  time: Instant.Instant,
  step: "top_up" | "adjust" = "top_up"
): Effect.fn.Return<BillingTransactionId, never, BillingTransactionStore | LedgerStore | Transaction> {
  const transactions = yield* BillingTransactionStore
  const ledger = yield* LedgerStore
  const { atomically } = yield* Transaction
  const billing_transaction_id = yield* newBillingTransactionId
  yield* atomically(Effect.gen(function*() {
    yield* transactions.insert({
      billing_transaction_id,
      organization_id: payer_id,
      payer_id,
      product_type: "account_wallet",
      product_reference: billing_transaction_id,
      action: step === "top_up" ? "wallet_top_up" : "service_fee",
      status: "succeeded",
      volume: 1,
      unit: null,
      price: cents(amount),
      tax_rate: TaxRateUnits.make(0),
      tax_amount: Money.zero,
      amount: cents(amount),
      currency,
      created_on: time,
      updated_on: time,
      completed_on: time
    })
    const postings = step === "top_up" ? posted(amount) : posted(0, amount)
    yield* ledger.post({ billing_transaction_id, step, payer_id, currency, postings }, Money.zero, time)
  }))
  return billing_transaction_id
})

/** Contract of the sums of ledger entries. */
export const ledgerSumsContract = <E>(
  name: string,
  storage: Layer.Layer<LedgerSums | LedgerStore | BillingTransactionStore | Transaction, E>
) =>
  layer(storage, { timeout: "60 seconds" })(`LedgerSums (${name})`, (it) => {
    it.effect("sums the entries of a ledger before a time in parts", () =>
      Effect.gen(function*() {
        const { part } = yield* LedgerSums
        const ledger = { payer_id: yield* newOrganizationId, currency: "EUR" } as const
        yield* booked(ledger, 100, at(1))
        yield* booked(ledger, 200, at(2))
        yield* booked(ledger, 300, at(2))
        yield* booked(ledger, 400, at(3), "adjust")
        yield* booked({ ...ledger, currency: "USD" }, 9000, at(3))
        const first = yield* part(ledger, null, at(5), 2)
        assert.deepStrictEqual(first, { sums: posted(600), last: at(2) })
        assert.deepStrictEqual(yield* part(ledger, first.last, at(5), 10), { sums: posted(0, 400), last: null })
        assert.deepStrictEqual(yield* part(ledger, null, at(2), 10), { sums: posted(100), last: null })
        const other = { payer_id: yield* newOrganizationId, currency: "EUR" } as const
        assert.deepStrictEqual(yield* part(other, null, at(5), 10), { sums: noPostings, last: null })
      }))

    it.effect("returns balances with the entries since a time, of the ledgers that exist", () =>
      Effect.gen(function*() {
        const { balances } = yield* LedgerSums
        const ledger = { payer_id: yield* newOrganizationId, currency: "EUR" } as const
        const idle = { payer_id: yield* newOrganizationId, currency: "EUR" } as const
        const unknown = { payer_id: yield* newOrganizationId, currency: "EUR" } as const
        yield* booked(ledger, 100, at(1))
        yield* booked(ledger, 200, at(2))
        yield* booked(ledger, 300, at(3))
        yield* booked(idle, 500, at(1))
        const found = yield* balances([ledger, idle, unknown], at(2), at(3))
        assert.sameDeepMembers([...found], [
          { ...ledger, balances: posted(600), recent: posted(500), ended: posted(200) },
          { ...idle, balances: posted(500), recent: noPostings, ended: noPostings }
        ])
      }))

    it.effect("lists ledgers without a sum before those with old ones, and stored sums in their order", () =>
      Effect.gen(function*() {
        const { next, put, uncounted } = yield* LedgerSums
        const ids = [yield* newOrganizationId, yield* newOrganizationId, yield* newOrganizationId] as const
        const [a, b, c] = ids
        const own = new Set<string>(ids)
        const due = (time: Instant.Instant) =>
          Effect.map(uncounted(time, 1000), (found) =>
            found.flatMap(({ is_new, payer_id }) => own.has(payer_id) ? [[payer_id, is_new] as const] : []))
        for (const payer_id of ids) {
          yield* booked({ payer_id, currency: "EUR" }, 100, at(1))
        }
        assert.deepStrictEqual(yield* due(at(9)), [[a, true], [b, true], [c, true]])
        const sumOf = (payer_id: OrganizationId, hour: number): LedgerSum => ({
          payer_id,
          currency: "EUR",
          before: at(2),
          sums: posted(100),
          counted_on: at(hour)
        })
        yield* put([])
        yield* put([sumOf(a, 6), sumOf(b, 5)])
        assert.deepStrictEqual(yield* due(at(9)), [[c, true], [b, false], [a, false]])
        assert.deepStrictEqual(yield* due(at(6)), [[c, true], [b, false]])
        yield* put([sumOf(b, 8)])
        assert.deepStrictEqual(yield* due(at(7)), [[c, true], [a, false]])
        const stored = yield* next(null, 1000)
        assert.deepStrictEqual(
          stored.filter(({ payer_id }) =>
            own.has(payer_id)
          ),
          [sumOf(a, 6), sumOf(b, 8)]
        )
        assert.deepStrictEqual(yield* next({ payer_id: a, currency: "EUR" }, 1), [sumOf(b, 8)])
      }))
  })
