import { assert, layer } from "@effect/vitest"
import {
  type LedgerEntry,
  LedgerStore,
  newBillingTransactionId,
  noPostings,
  type Postings
} from "@namewright/core/billing"
import { Instant, Money, newOrganizationId, type OrganizationId, Transaction } from "@namewright/core/shared"
import { Effect, Exit, type Layer, Option } from "effect"

const posting = (amounts: Partial<Record<keyof Postings, number>>): Postings => ({
  ...noPostings,
  ...Object.fromEntries(Object.entries(amounts).map(([account, amount]) => [account, Money.MinorUnits.make(amount)]))
})

const entry = Effect.fnUntraced(
  function*(payer_id: OrganizationId, step: LedgerEntry["step"], amounts: Partial<Record<keyof Postings, number>>) {
    const billing_transaction_id = yield* newBillingTransactionId
    const made: LedgerEntry = { billing_transaction_id, step, payer_id, currency: "EUR", postings: posting(amounts) }
    return made
  }
)

const post = Effect.fnUntraced(function*(made: LedgerEntry, creditLimit = 0) {
  const { atomically } = yield* Transaction
  const ledger = yield* LedgerStore
  return yield* atomically(ledger.post(made, Money.MinorUnits.make(creditLimit), yield* Instant.now))
})

/** Contract of storage adapters for ledgers. */
export const ledgerStoreContract = <E>(name: string, storage: Layer.Layer<LedgerStore | Transaction, E>) =>
  layer(storage)(`LedgerStore (${name})`, (it) => {
    it.effect("returns the balances that entries add up to", () =>
      Effect.gen(function*() {
        const { balances } = yield* LedgerStore
        const payer = yield* newOrganizationId
        yield* post(yield* entry(payer, "top_up", { wallet: 500, cash: -500 }))
        const after = yield* post(yield* entry(payer, "reserve", { wallet: -120, reserved: 120 }))
        const expected = posting({ wallet: 380, reserved: 120, cash: -500 })
        assert.deepStrictEqual(after, Option.some(expected.wallet))
        assert.deepStrictEqual(yield* balances({ payer_id: payer, currency: "EUR" }), expected)
        assert.deepStrictEqual(yield* balances({ payer_id: payer, currency: "USD" }), noPostings)
      }))

    it.effect("stores amounts beyond 32 bits", () =>
      Effect.gen(function*() {
        const { balances } = yield* LedgerStore
        const payer = yield* newOrganizationId
        yield* post(yield* entry(payer, "top_up", { wallet: 90_000_000_000, cash: -90_000_000_000 }))
        yield* post(yield* entry(payer, "reserve", { wallet: -80_000_000_000, reserved: 80_000_000_000 }))
        assert.strictEqual((yield* balances({ payer_id: payer, currency: "EUR" })).wallet, 10_000_000_000)
      }))

    it.effect("allows a balance down to the credit limit", () =>
      Effect.gen(function*() {
        const { balances } = yield* LedgerStore
        const payer = yield* newOrganizationId
        assert.isTrue(Option.isNone(yield* post(yield* entry(payer, "reserve", { wallet: -101, reserved: 101 }), 100)))
        assert.isTrue(Option.isSome(yield* post(yield* entry(payer, "reserve", { wallet: -100, reserved: 100 }), 100)))
        assert.isTrue(Option.isNone(yield* post(yield* entry(payer, "reserve", { wallet: -1, reserved: 1 }), 100)))
        assert.strictEqual((yield* balances({ payer_id: payer, currency: "EUR" })).wallet, -100)
      }))

    it.effect("refuses nothing that leaves the wallet alone or fills it, however low it is", () =>
      Effect.gen(function*() {
        const payer = yield* newOrganizationId
        yield* post(yield* entry(payer, "reserve", { wallet: -100, reserved: 100 }), 100)
        const captured = yield* post(yield* entry(payer, "capture", { reserved: -60, revenue: 50, tax: 10 }))
        const released = yield* post(yield* entry(payer, "release", { reserved: -40, wallet: 40 }))
        assert.deepStrictEqual([Option.isSome(captured), Option.isSome(released)], [true, true])
      }))

    it.effect("treats an unbalanced entry, or a second one of the same step, as a defect", () =>
      Effect.gen(function*() {
        const { balances, has } = yield* LedgerStore
        const payer = yield* newOrganizationId
        const paid = yield* entry(payer, "top_up", { wallet: 500, cash: -500 })
        yield* post(paid)
        assert.isTrue(Exit.hasDies(yield* Effect.exit(post(paid))))
        assert.isTrue(Exit.hasDies(yield* Effect.exit(post(yield* entry(payer, "adjust", { wallet: 5 })))))
        assert.strictEqual((yield* balances({ payer_id: payer, currency: "EUR" })).wallet, 500)
        assert.isTrue(yield* has(paid.billing_transaction_id, "top_up"))
        assert.isFalse(yield* has(paid.billing_transaction_id, "reserve"))
      }))
  })
