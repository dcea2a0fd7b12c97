import { assert, layer } from "@effect/vitest"
import {
  type BillingTransactionFilter,
  BillingTransactionStore,
  newBillingTransactionId,
  type StoredTransaction,
  TaxRateUnits
} from "@namewright/core/billing"
import { Instant, Money, newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { Effect, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"

const transaction = Effect.fnUntraced(function*(payer_id: OrganizationId, fields: Partial<StoredTransaction> = {}) {
  const now = yield* Instant.now
  const made: StoredTransaction = {
    billing_transaction_id: yield* newBillingTransactionId,
    organization_id: payer_id,
    payer_id,
    product_type: "domain",
    product_reference: "a.example",
    action: "create",
    status: "pending",
    volume: 2,
    unit: "y",
    price: Money.MinorUnits.make(2000),
    tax_rate: TaxRateUnits.make(190_000),
    tax_amount: Money.MinorUnits.make(380),
    amount: Money.MinorUnits.make(2380),
    currency: "EUR",
    created_on: now,
    updated_on: now,
    completed_on: null,
    ...fields
  }
  return made
})

/** Stored transaction, by default pending. */
export const inserted = Effect.fnUntraced(function*(payer_id: OrganizationId, fields: Partial<StoredTransaction> = {}) {
  const made = yield* transaction(payer_id, fields)
  const { insert } = yield* BillingTransactionStore
  assert.isTrue(yield* insert(made))
  return made
})

/** Amounts of a charge without tax. */
const amounts = (amount: number) => ({
  price: Money.MinorUnits.make(amount),
  tax_amount: Money.zero,
  amount: Money.MinorUnits.make(amount)
})

const newestFirst = { by: "created_on", order: "desc" } as const
const firstPage = { page: 1, page_size: 10 }

/** Contract of storage adapters for billing transactions. */
export const billingTransactionStoreContract = <E>(
  name: string,
  storage: Layer.Layer<BillingTransactionStore, E>
) =>
  layer(storage)(`BillingTransactionStore (${name})`, (it) => {
    it.effect("finds a transaction as it was inserted, for its payer and for the organization that incurred it", () =>
      Effect.gen(function*() {
        const { find } = yield* BillingTransactionStore
        const [parent, child] = [yield* newOrganizationId, yield* newOrganizationId]
        const made = yield* inserted(parent, { organization_id: child, unit: null, product_reference: null })
        const id = made.billing_transaction_id
        assert.deepStrictEqual(yield* find({ payer_id: parent }, id), Option.some(made))
        assert.deepStrictEqual(yield* find({ organization_id: child }, id), Option.some(made))
        assert.deepStrictEqual(yield* find({ payer_id: child }, id), Option.none())
        assert.deepStrictEqual(yield* find({ organization_id: yield* newOrganizationId }, id), Option.none())
      }))

    it.effect("adds up the open and captured charges of an organization since a time, without wallet movements", () =>
      Effect.gen(function*() {
        const { charged } = yield* BillingTransactionStore
        const [payer, child] = [yield* newOrganizationId, yield* newOrganizationId]
        yield* inserted(payer, { organization_id: child, ...amounts(1) })
        yield* TestClock.adjust("1 hour")
        const since = yield* Instant.now
        yield* inserted(payer, { organization_id: child, ...amounts(10) })
        yield* inserted(payer, { organization_id: child, ...amounts(100), status: "succeeded" })
        yield* inserted(payer, { organization_id: child, ...amounts(1000), status: "failed" })
        yield* inserted(payer, { organization_id: child, ...amounts(10_000), status: "canceled" })
        yield* inserted(payer, amounts(2 ** 40))
        const movement = { product_type: "account_wallet", action: "wallet_top_up" } as const
        yield* inserted(payer, { ...amounts(5), ...movement, status: "succeeded" })
        assert.strictEqual(yield* charged({ organization_id: child }, since), 110)
        assert.strictEqual(yield* charged({ payer_id: payer }, since), 2 ** 40 + 110)
        assert.strictEqual(yield* charged({ payer_id: child }, since), 0)
      }))

    it.effect("settles a transaction once, with the time of completion", () =>
      Effect.gen(function*() {
        const { find, settle } = yield* BillingTransactionStore
        const payer_id = yield* newOrganizationId
        const made = yield* inserted(payer_id)
        const id = made.billing_transaction_id
        const { amount, currency, price, tax_amount } = made
        const { organization_id } = made
        const settled = Option.some({ organization_id, payer_id, currency, price, tax_amount, amount })
        const first = yield* Instant.now
        assert.deepStrictEqual(yield* settle(id, "pending", "succeeded", first), settled)
        const done = { ...made, status: "succeeded", completed_on: first } as const
        assert.deepStrictEqual(yield* find({ payer_id }, id), Option.some(done))
        assert.deepStrictEqual(yield* settle(id, "pending", "failed", first), Option.none())
        yield* TestClock.adjust("1 hour")
        const later = yield* Instant.now
        assert.deepStrictEqual(yield* settle(id, "succeeded", "canceled", later), settled)
        const undone = { ...done, status: "canceled", updated_on: later } as const
        assert.deepStrictEqual(yield* find({ payer_id }, id), Option.some(undone))
      }))

    it.effect("reads the statuses of existing transactions, of any payer", () =>
      Effect.gen(function*() {
        const { statuses } = yield* BillingTransactionStore
        const [one, other] = [yield* newOrganizationId, yield* newOrganizationId]
        const pending = (yield* inserted(one)).billing_transaction_id
        const failed = (yield* inserted(other, { status: "failed" })).billing_transaction_id
        const missing = yield* newBillingTransactionId
        assert.deepStrictEqual(
          Object.fromEntries(yield* statuses([missing, pending, failed])),
          { [pending]: "pending", [failed]: "failed" }
        )
        assert.strictEqual((yield* statuses([])).size, 0)
      }))

    it.effect("stores the reference of a wallet transaction once for each payer and kind", () =>
      Effect.gen(function*() {
        const { findMovement, insert } = yield* BillingTransactionStore
        const [one, other] = [yield* newOrganizationId, yield* newOrganizationId]
        const payment = { product_type: "account_wallet", action: "wallet_top_up", product_reference: "INV-1" } as const
        const first = yield* inserted(one, payment)
        assert.isFalse(yield* insert(yield* transaction(one, payment)))
        yield* inserted(other, payment)
        yield* inserted(one, { product_reference: "INV-1" })
        yield* inserted(one, { product_reference: "INV-1" })
        const fee = { ...payment, action: "service_fee" } as const
        const adjusted = yield* inserted(one, fee)
        assert.isFalse(yield* insert(yield* transaction(one, fee)))
        assert.deepStrictEqual(yield* findMovement(one, "wallet_top_up", "INV-1"), Option.some(first))
        assert.deepStrictEqual(yield* findMovement(one, "service_fee", "INV-1"), Option.some(adjusted))
        assert.deepStrictEqual(yield* findMovement(one, "wallet_top_up", "INV-2"), Option.none())
      }))

    it.effect("lists by every filter, the bounds of times left out", () =>
      Effect.gen(function*() {
        const { list } = yield* BillingTransactionStore
        const payer = yield* newOrganizationId
        const child = yield* newOrganizationId
        const first = yield* inserted(payer)
        const start = yield* Instant.now
        yield* TestClock.adjust("1 minute")
        const second = yield* inserted(payer, {
          organization_id: child,
          product_reference: "b.example",
          action: "renew",
          status: "failed",
          completed_on: yield* Instant.now
        })
        const end = yield* Instant.now
        const ids = Effect.fnUntraced(function*(filter: BillingTransactionFilter) {
          const { items, total } = yield* list({ payer_id: payer }, filter, newestFirst, firstPage)
          assert.strictEqual(total, items.length)
          return items.map((item) => item.billing_transaction_id)
        })
        const [a, b] = [first.billing_transaction_id, second.billing_transaction_id]
        assert.deepStrictEqual(yield* ids({}), [b, a])
        assert.deepStrictEqual(yield* ids({ product_reference: "b.example" }), [b])
        assert.deepStrictEqual(yield* ids({ product_type: "zones" }), [])
        assert.deepStrictEqual(yield* ids({ action: "renew", status: "failed" }), [b])
        assert.deepStrictEqual(yield* ids({ status: "pending" }), [a])
        assert.deepStrictEqual(yield* ids({ created_after: start }), [b])
        assert.deepStrictEqual(yield* ids({ created_before: end }), [a])
        assert.deepStrictEqual(yield* ids({ completed_after: start }), [b])
        assert.deepStrictEqual(yield* ids({ updated_after: start }), [b])
        assert.deepStrictEqual(yield* ids({ completed_before: end }), [])
        const incurred = yield* list({ organization_id: child }, {}, newestFirst, firstPage)
        assert.deepStrictEqual(incurred.items.map((item) => item.billing_transaction_id), [b])
        assert.strictEqual((yield* list({ organization_id: payer }, {}, newestFirst, firstPage)).total, 0)
      }))

    it.effect("sorts by every field in both directions, unfinished ones as the latest, in pages", () =>
      Effect.gen(function*() {
        const { list } = yield* BillingTransactionStore
        const payer = yield* newOrganizationId
        const now = yield* Instant.now
        const pending = yield* inserted(payer, { action: "create" })
        const done = yield* inserted(payer, { action: "renew", status: "succeeded", completed_on: now })
        const open = yield* inserted(payer, { action: "transfer" })
        const [a, b, c] = [pending, done, open].map((made) => made.billing_transaction_id)
        const order = Effect.fnUntraced(
          function*(by: "action" | "status" | "completed_on" | "product_type", direction: "asc" | "desc") {
            const { items } = yield* list({ payer_id: payer }, {}, { by, order: direction }, firstPage)
            return items.map((item) => item.billing_transaction_id)
          }
        )
        assert.deepStrictEqual(yield* order("completed_on", "asc"), [b, a, c])
        assert.deepStrictEqual(yield* order("completed_on", "desc"), [c, a, b])
        assert.deepStrictEqual(yield* order("action", "asc"), [a, b, c])
        assert.deepStrictEqual(yield* order("status", "desc"), [b, c, a])
        assert.deepStrictEqual(yield* order("product_type", "asc"), [a, b, c])
        const second = yield* list({ payer_id: payer }, {}, { by: "action", order: "asc" }, { page: 2, page_size: 2 })
        assert.deepStrictEqual([second.total, second.items.map((item) => item.billing_transaction_id)], [3, [c]])
      }))
  })
