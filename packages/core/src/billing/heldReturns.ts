import { Effect, Option } from "effect"
import { makeObjectLog } from "../objectlog/index.ts"
import { Instant, Money, Transaction } from "../shared/index.ts"
import { InsufficientFunds } from "./BillingError.ts"
import type { BillingParty } from "./BillingParty.ts"
import type { BillingTransactionId } from "./BillingTransaction.ts"
import { BillingTransactionStore } from "./BillingTransactionStore.ts"
import { bookkeeper } from "./Bookkeeper.ts"
import { countStep } from "./countStep.ts"
import { type LedgerEntry, release, reservation, returnOfReserved } from "./Ledger.ts"
import { LedgerStore } from "./LedgerStore.ts"
import { makePendingMovements } from "./pendingMovements.ts"
import { transactionBooked } from "./transactionBooked.ts"
import { type AccountMovement, expected, unlimited } from "./WalletMovement.ts"

/** Amounts of money that is set aside; it has no tax. */
const held = (amount: Money.MinorUnits) => ({ price: amount, tax_amount: Money.zero, amount })

/** Returns of payments: their amounts are held from the order at the provider until its outcome is known. */
export const makeHeldReturns = Effect.gen(function*() {
  const transactions = yield* BillingTransactionStore
  const ledger = yield* LedgerStore
  const transaction = yield* Transaction
  const books = yield* bookkeeper
  const log = yield* makeObjectLog
  const { keptParty, settlePending } = yield* makePendingMovements

  /** Posts and counts a step about money that is held. Alerts about the balance need the party. */
  const enter = Effect.fnUntraced(function*(
    entry: LedgerEntry,
    party: Option.Option<BillingParty>,
    amount: Money.MinorUnits,
    limit: Money.MinorUnits
  ) {
    yield* transaction.afterCommit(countStep(entry.step, { amount, currency: entry.currency }))
    if (Option.isSome(party)) return yield* Effect.asVoid(books.post(entry, party.value, limit))
    const posted = yield* ledger.post(entry, limit, yield* Instant.now)
    if (Option.isSome(posted)) return
    const { wallet } = yield* ledger.balances(entry)
    return yield* new InsufficientFunds({
      required: Money.toDecimal(amount),
      available: Money.toDecimal(wallet),
      currency: entry.currency
    })
  })

  const holdReturn = Effect.fn("Wallets.holdReturn")((movement: AccountMovement, forced: boolean) =>
    transaction.atomically(Effect.gen(function*() {
      const { amount, billing_transaction_id: paid, organization_id } = movement
      const account = Option.getOrThrow(yield* transactions.find({ payer_id: organization_id }, paid))
      const party = yield* keptParty(organization_id)
      const taken = { ...movement, amount: Money.MinorUnits.make(-amount) }
      const pending = yield* expected(taken, account)
      const { billing_transaction_id, currency, payer_id } = pending
      if (!(yield* transactions.insert(pending))) {
        return yield* Effect.die(new Error(`The return ${movement.reference} is held already`))
      }
      yield* log.record(transactionBooked(pending))
      yield* enter(
        { billing_transaction_id, step: "reserve", payer_id, currency, postings: reservation(held(amount)) },
        party,
        amount,
        forced ? unlimited : Money.zero
      )
      return billing_transaction_id
    }))
  )

  const concludeReturn = Effect.fn("Wallets.concludeReturn")((
    id: BillingTransactionId,
    outcome: "succeeded" | "failed"
  ) =>
    transaction.atomically(Effect.gen(function*() {
      const settled = yield* settlePending(id, outcome)
      if (Option.isNone(settled)) return
      const { currency, organization_id, payer_id } = settled.value
      const amount = Money.MinorUnits.make(-settled.value.amount)
      const [step, postings] = outcome === "succeeded"
        ? ["return", returnOfReserved(amount)] as const
        : ["release", release(held(amount))] as const
      const party = yield* keptParty(organization_id)
      const entry = { billing_transaction_id: id, step, payer_id, currency, postings }
      yield* Effect.orDie(enter(entry, party, amount, unlimited))
    }))
  )

  return { holdReturn, concludeReturn }
})
