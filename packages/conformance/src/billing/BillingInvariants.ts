import { assert, layer } from "@effect/vitest"
import {
  Billing,
  type BillingTransactionId,
  InsufficientFunds,
  ledgerAccounts,
  LedgerStore,
  type NewCharge,
  PriceList,
  Wallets
} from "@namewright/core/billing"
import { EventLog } from "@namewright/core/events"
import { Money, newOrganizationId, type OrganizationId, Transaction } from "@namewright/core/shared"
import { Effect, Layer, Schema } from "effect"
import type { BillingStorage } from "./BillingStorage.ts"
import { Payers } from "./Payers.ts"

const creditLimit = 5_000

const Operation = Schema.Struct({
  kind: Schema.Literals(["topUp", "adjust", "reserve", "reserve", "capture", "release", "refund"]),
  amount: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 4_000 })),
  /** Index of the reservation that the operation uses. */
  target: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 })),
  /** Fault of the operation: its later work fails, it is sent twice, or both. */
  fault: Schema.Literals(["none", "none", "undone", "repeated", "undoneThenRepeated"])
})
type Operation = typeof Operation.Type

const charge = (organization_id: OrganizationId, amount: number): NewCharge => ({
  organization_id,
  product_type: "domain",
  product_reference: "a.example",
  action: "create",
  quote: { unit_price: Money.MinorUnits.make(amount), volume: 1, unit: "y", currency: "EUR", is_premium: false }
})

/** Runs operations of one payer with their faults. A contradictory operation is a defect that changes nothing. */
const player = Effect.fnUntraced(function*(payer: OrganizationId) {
  const billing = yield* Billing
  const wallets = yield* Wallets
  const { atomically } = yield* Transaction
  const reservations: Array<BillingTransactionId> = []

  const once = ({ amount, kind, target }: Operation, reference: string): Effect.Effect<unknown, unknown> => {
    const id = reservations[target % Math.max(reservations.length, 1)]
    switch (kind) {
      case "topUp":
        return wallets.topUp({ organization_id: payer, amount: Money.MinorUnits.make(amount), reference })
      case "adjust":
        return wallets.adjust({ organization_id: payer, amount: Money.MinorUnits.make(2_000 - amount), reference })
      case "reserve":
        return billing.reserve(charge(payer, amount))
      case "capture":
        return id === undefined ? Effect.void : billing.capture(id)
      case "release":
        return id === undefined ? Effect.void : billing.release(id, "failed")
      case "refund":
        return id === undefined ? Effect.void : billing.refund(id)
    }
  }

  const undone = (operation: Operation, reference: string) =>
    Effect.exit(atomically(Effect.andThen(once(operation, reference), Effect.fail("the work after it failed"))))

  const done = Effect.fnUntraced(function*(operation: Operation, reference: string) {
    const outcome = yield* Effect.exit(once(operation, reference))
    if (operation.kind === "reserve" && outcome._tag === "Success") {
      reservations.push(outcome.value as BillingTransactionId)
    }
  })

  return Effect.fnUntraced(function*(operation: Operation, reference: string) {
    if (operation.fault.startsWith("undone")) yield* undone(operation, reference)
    if (operation.fault !== "undone") yield* done(operation, reference)
    if (operation.fault.endsWith("epeated")) yield* done(operation, reference)
  })
})

const inspect = Effect.fnUntraced(function*(payer: OrganizationId) {
  const ledger = yield* LedgerStore
  const wallets = yield* Wallets
  const balances = yield* ledger.balances({ payer_id: payer, currency: "EUR" })
  const totals = yield* ledger.totals("EUR")
  assert.strictEqual(ledgerAccounts.reduce((sum, account) => sum + balances[account], 0), 0)
  assert.strictEqual(ledgerAccounts.reduce((sum, account) => sum + totals[account], 0), 0)
  assert.isAtLeast(balances.wallet, -creditLimit)
  assert.isAtLeast(balances.reserved, 0)
  assert.isAtLeast(balances.revenue, 0)
  assert.deepStrictEqual(yield* wallets.audit, [])
})

const newPayer = Effect.fnUntraced(function*(credit_limit: number) {
  const payer = yield* newOrganizationId
  const { set } = yield* Payers
  set(payer, { billing_model: "postpaid", credit_limit: Money.MinorUnits.make(credit_limit) })
  return payer
})

/** Invariants of billing under faults, on every storage adapter. */
export const billingInvariants = <E>(name: string, storage: Layer.Layer<BillingStorage, E>) =>
  layer(
    Layer.mergeAll(Billing.layer, Wallets.layer).pipe(
      Layer.provide(PriceList.layer),
      Layer.provide(EventLog.layer),
      Layer.provideMerge(Payers.layer),
      Layer.provideMerge(storage)
    )
  )(`Money (${name})`, (it) => {
    it.effect.prop(
      "adds up to zero and stays within the credit limit after any operations and faults",
      { operations: Schema.Array(Operation).check(Schema.isBetweenLength(5, 30)) },
      ({ operations }) =>
        Effect.gen(function*() {
          const payer = yield* newPayer(creditLimit)
          const play = yield* player(payer)
          for (const [index, operation] of operations.entries()) {
            yield* play(operation, `${payer} ${index}`)
            yield* inspect(payer)
          }
        }),
      { timeout: 60_000, arbitrary: { runs: 20, size: 30 } }
    )

    it.effect("reserves in parallel exactly what the balance covers", () =>
      Effect.gen(function*() {
        const { reserve } = yield* Billing
        const { topUp } = yield* Wallets
        const { balances } = yield* LedgerStore
        const payer = yield* newPayer(0)
        const wallet = Money.MinorUnits.make(119 * 17 + 50)
        yield* topUp({ organization_id: payer, amount: wallet, reference: "payment" })
        const outcomes = yield* Effect.forEach(
          Array.from({ length: 60 }),
          () => Effect.result(reserve(charge(payer, 100))),
          { concurrency: "unbounded" }
        )
        const refusals = outcomes.flatMap((outcome) => outcome._tag === "Failure" ? [outcome.failure] : [])
        assert.strictEqual(outcomes.length - refusals.length, 17)
        for (const refusal of refusals) {
          assert.instanceOf(refusal, InsufficientFunds)
          assert.deepStrictEqual([refusal.required, refusal.available], ["1.19", "0.50"])
        }
        const { reserved, wallet: left } = yield* balances({ payer_id: payer, currency: "EUR" })
        assert.deepStrictEqual([left, reserved], [50, 119 * 17])
        yield* inspect(payer)
      }))

    it.effect("captures once when many capture at the same time", () =>
      Effect.gen(function*() {
        const { capture, reserve } = yield* Billing
        const { balances } = yield* LedgerStore
        const payer = yield* newPayer(creditLimit)
        const id = yield* reserve(charge(payer, 1_000))
        yield* Effect.forEach(Array.from({ length: 20 }), () => capture(id), { concurrency: "unbounded" })
        const { reserved, revenue, tax } = yield* balances({ payer_id: payer, currency: "EUR" })
        assert.deepStrictEqual([reserved, revenue, tax], [0, 1_000, 190])
      }))

    it.effect("reserves, captures and releases in parallel without a deadlock", () =>
      Effect.gen(function*() {
        const billing = yield* Billing
        const { balances } = yield* LedgerStore
        const payer = yield* newPayer(1_000_000)
        yield* Effect.forEach(Array.from({ length: 40 }, (_, index) => index), (index) =>
          Effect.gen(function*() {
            const id = yield* billing.reserve(charge(payer, 100))
            yield* index % 2 === 0 ? billing.capture(id) : billing.release(id, "canceled")
            if (index % 4 === 0) yield* billing.refund(id)
          }), { concurrency: "unbounded" })
        const { reserved, revenue, wallet } = yield* balances({ payer_id: payer, currency: "EUR" })
        assert.deepStrictEqual([wallet, reserved, revenue], [-119 * 10, 0, 100 * 10])
      }))
  })
