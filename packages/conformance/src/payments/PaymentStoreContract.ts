import { assert, layer } from "@effect/vitest"
import { newBillingTransactionId } from "@namewright/core/billing"
import { newPaymentId, PaymentStore, type StoredPayment } from "@namewright/core/payments"
import { type Instant, Money, newOrganizationId, Transaction } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option } from "effect"

const at = (hour: number): Instant.Instant => DateTime.makeUnsafe(Date.UTC(2026, 0, 1, hour))

const newPayment = Effect.fnUntraced(function*(fields: Partial<StoredPayment> = {}) {
  const payment: StoredPayment = {
    payment_id: yield* newPaymentId,
    organization_id: yield* newOrganizationId,
    billing_transaction_id: yield* newBillingTransactionId,
    provider: "test",
    provider_payment_id: null,
    status: "pending",
    amount: Money.MinorUnits.make(2500),
    currency: "EUR",
    returned_amount: Money.zero,
    pending_refund: null,
    refund_transaction_id: null,
    refund_on: null,
    return_url: null,
    checkout_url: null,
    failure: null,
    version: 0,
    next_check_on: null,
    checks: 0,
    created_on: at(0),
    updated_on: at(0),
    ...fields
  }
  yield* PaymentStore.use((store) => store.insert(payment))
  return payment
})

/** Contract of storage adapters for payments. */
export const paymentStoreContract = <E>(name: string, storage: Layer.Layer<PaymentStore | Transaction, E>) =>
  layer(storage)(`PaymentStore (${name})`, (it) => {
    it.effect("finds payments by both ids, and counts their changes", () =>
      Effect.gen(function*() {
        const store = yield* PaymentStore
        const { atomically } = yield* Transaction
        const payment = yield* newPayment({ return_url: "https://shop.example", checkout_url: "https://pay.example" })
        const other = yield* newPayment()
        assert.deepStrictEqual(yield* store.find(payment.payment_id), Option.some(payment))
        assert.deepStrictEqual(yield* store.find(yield* newPaymentId), Option.none())
        const change = {
          provider_payment_id: `at provider ${payment.payment_id}`,
          status: "succeeded",
          returned_amount: Money.MinorUnits.make(100),
          pending_refund: Money.MinorUnits.make(200),
          refund_transaction_id: yield* newBillingTransactionId,
          refund_on: at(3),
          checkout_url: null,
          failure: "none",
          next_check_on: at(5),
          checks: 3
        } as const
        yield* store.update(payment.payment_id, change, at(1))
        const refunding = { ...payment, ...change, version: 1, updated_on: at(1) }
        assert.deepStrictEqual(yield* store.find(payment.payment_id), Option.some(refunding))
        const ended = { pending_refund: null, refund_transaction_id: null, refund_on: null, next_check_on: null }
        yield* store.update(payment.payment_id, ended, at(2))
        const changed = { ...payment, ...change, ...ended, version: 2, updated_on: at(2) }
        assert.deepStrictEqual(
          yield* store.findAtProvider("test", change.provider_payment_id),
          Option.some(changed)
        )
        assert.deepStrictEqual(yield* store.findAtProvider("other", change.provider_payment_id), Option.none())
        assert.deepStrictEqual(yield* atomically(store.lock(payment.payment_id)), Option.some(changed))
        assert.deepStrictEqual(yield* store.find(other.payment_id), Option.some(other))
      }))

    it.effect("leases what is due once, oldest first", () =>
      Effect.gen(function*() {
        const store = yield* PaymentStore
        const due = yield* Effect.forEach([4, 2, 3, 9], (hour) => newPayment({ next_check_on: at(hour) }))
        const ids = due.map(({ payment_id }) => payment_id)
        const lease = (atMost: number) =>
          Effect.map(store.leaseDue(atMost, at(5), at(8)), (found) => found.map(({ payment_id }) => payment_id))
        assert.sameMembers(yield* lease(2), [ids[1], ids[2]])
        assert.sameMembers(yield* lease(2), [ids[0]])
        assert.deepStrictEqual(yield* lease(2), [])
        const first = due[0] ?? assert.fail("no payment")
        assert.deepStrictEqual(Option.getOrThrow(yield* store.find(first.payment_id)).next_check_on, at(8))
      }))

    it.effect("lists the payments of an organization, newest first", () =>
      Effect.gen(function*() {
        const store = yield* PaymentStore
        const organization_id = yield* newOrganizationId
        const made = yield* Effect.forEach([1, 3, 2], (hour) => newPayment({ organization_id, created_on: at(hour) }))
        yield* newPayment()
        const { items, total } = yield* store.list(organization_id, { page: 1, page_size: 2 })
        assert.deepStrictEqual([items, total], [[made[1], made[2]], 3])
      }))
  })
