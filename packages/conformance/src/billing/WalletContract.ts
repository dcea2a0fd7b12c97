import { assert, layer } from "@effect/vitest"
import { LedgerStore, type WalletMovement, WalletReferenceConflict, Wallets } from "@namewright/core/billing"
import { EventLog } from "@namewright/core/events"
import { Money, newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import type { BillingStorage } from "./BillingStorage.ts"
import { Payers } from "./Payers.ts"

const movement = (organization_id: OrganizationId, amount: number, reference = "INV-1"): WalletMovement => ({
  organization_id,
  amount: Money.MinorUnits.make(amount),
  reference
})

const balancesOf = Effect.fnUntraced(function*(payer: OrganizationId, currency: Money.Currency = "EUR") {
  const ledger = yield* LedgerStore
  const { adjustments, cash, wallet } = yield* ledger.balances({ payer_id: payer, currency })
  return { wallet, cash, adjustments }
})

/** References of top-ups and adjustments, on every storage adapter. */
export const walletContract = <E>(name: string, storage: Layer.Layer<BillingStorage, E>) =>
  layer(
    Wallets.layer.pipe(
      Layer.provide(EventLog.layer),
      Layer.provideMerge(Payers.layer),
      Layer.provideMerge(storage)
    )
  )(`Wallets (${name})`, (it) => {
    it.effect("book a top-up that has the reference and amount of an earlier adjustment, and the reverse", () =>
      Effect.gen(function*() {
        const { adjust, topUp } = yield* Wallets
        const payer = yield* newOrganizationId
        const adjusted = yield* adjust(movement(payer, 5_000))
        const paid = yield* topUp(movement(payer, 5_000))
        assert.notStrictEqual(paid, adjusted)
        assert.deepStrictEqual(yield* balancesOf(payer), { wallet: 10_000, cash: -5_000, adjustments: -5_000 })
        assert.strictEqual(yield* adjust(movement(payer, 5_000)), adjusted)
        assert.strictEqual(yield* topUp(movement(payer, 5_000)), paid)
        yield* topUp(movement(payer, 700, "INV-2"))
        yield* adjust(movement(payer, 700, "INV-2"))
        assert.deepStrictEqual(yield* balancesOf(payer), { wallet: 11_400, cash: -5_700, adjustments: -5_700 })
      }))

    it.effect("refuse a reference of the same kind with another amount or sign, and book nothing", () =>
      Effect.gen(function*() {
        const { adjust, topUp } = yield* Wallets
        const payer = yield* newOrganizationId
        const paid = yield* topUp(movement(payer, 5_000))
        const credited = yield* adjust(movement(payer, 200))
        const before = yield* balancesOf(payer)
        const dearer = yield* Effect.flip(topUp(movement(payer, 6_000)))
        assert.instanceOf(dearer, WalletReferenceConflict)
        assert.deepInclude(dearer, {
          code: "ERROR_WALLET_REFERENCE_CONFLICT",
          reference: "INV-1",
          billing_transaction_id: paid,
          amount: "50.00",
          currency: "EUR"
        })
        for (const amount of [-200, 300]) {
          const refused = yield* Effect.flip(adjust(movement(payer, amount)))
          assert.instanceOf(refused, WalletReferenceConflict)
          assert.deepInclude(refused, { billing_transaction_id: credited, amount: "2.00" })
        }
        assert.deepStrictEqual(yield* balancesOf(payer), before)
      }))

    it.effect("refuse a reference whose movement is in another currency", () =>
      Effect.gen(function*() {
        const { topUp } = yield* Wallets
        const { set } = yield* Payers
        const payer = yield* newOrganizationId
        yield* topUp(movement(payer, 5_000))
        set(payer, { currency: "USD" })
        const refused = yield* Effect.flip(topUp(movement(payer, 5_000)))
        assert.instanceOf(refused, WalletReferenceConflict)
        assert.deepInclude(refused, { amount: "50.00", currency: "EUR" })
        assert.deepStrictEqual((yield* balancesOf(payer, "USD")).wallet, 0)
      }))

    it.effect("refuse the reference of an announced payment until it has succeeded", () =>
      Effect.gen(function*() {
        const { announce, conclude, topUp } = yield* Wallets
        const payer = yield* newOrganizationId
        const refused = Effect.fnUntraced(function*(reference: string) {
          const conflict = yield* Effect.flip(topUp(movement(payer, 5_000, reference)))
          assert.instanceOf(conflict, WalletReferenceConflict)
          return `${conflict.billing_transaction_id} ${conflict.status}`
        })
        const paid = yield* announce(movement(payer, 5_000, "paid"))
        const declined = yield* announce(movement(payer, 5_000, "declined"))
        assert.strictEqual(yield* announce(movement(payer, 5_000, "paid")), paid)
        assert.strictEqual(yield* refused("paid"), `${paid} pending`)
        yield* conclude(declined, "failed")
        assert.strictEqual(yield* refused("declined"), `${declined} failed`)
        assert.deepStrictEqual(yield* balancesOf(payer), { wallet: 0, cash: 0, adjustments: 0 })
        yield* conclude(paid, "succeeded")
        assert.strictEqual(yield* topUp(movement(payer, 5_000, "paid")), paid)
        assert.deepStrictEqual(yield* balancesOf(payer), { wallet: 5_000, cash: -5_000, adjustments: 0 })
      }))

    it.effect("book one reference once when it is sent many times at once", () =>
      Effect.gen(function*() {
        const { topUp } = yield* Wallets
        const payer = yield* newOrganizationId
        const ids = yield* Effect.forEach(
          Array.from({ length: 20 }),
          () => topUp(movement(payer, 5_000)),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(new Set(ids).size, 1)
        assert.deepStrictEqual(yield* balancesOf(payer), { wallet: 5_000, cash: -5_000, adjustments: 0 })
      }))
  })
