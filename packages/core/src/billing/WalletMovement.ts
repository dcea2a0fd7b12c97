import { Effect } from "effect"
import { Instant, Money, type OrganizationId } from "../shared/index.ts"
import { type BillingTransactionId, newBillingTransactionId, type StoredTransaction } from "./BillingTransaction.ts"
import type { WalletAction } from "./BillingTransactionStore.ts"
import type { LedgerKey } from "./LedgerStore.ts"
import { untaxed } from "./TaxRate.ts"

/** Movement of money in a wallet, booked by an operator. */
export interface WalletMovement {
  /** Organization with its own balance. */
  readonly organization_id: OrganizationId
  /** In the currency of the organization's account. */
  readonly amount: Money.MinorUnits
  /**
   * Number of the payment or credit note, 1 to 255 characters. Unique among a payer's top-ups, and among its
   * adjustments.
   */
  readonly reference: string
}

/** Movement of money on the account of an announced payment, whether its organization still exists or not. */
export interface AccountMovement extends WalletMovement {
  /** The announced payment. */
  readonly billing_transaction_id: BillingTransactionId
}

/** Credit limit of a movement that is booked in any case. */
export const unlimited = Money.MinorUnits.make(Number.MAX_SAFE_INTEGER)

export type StoredMovement = StoredTransaction & { readonly action: WalletAction }

/** A movement that is expected. */
export const expected = Effect.fnUntraced(function*(movement: WalletMovement, account: LedgerKey) {
  const done = yield* completed(movement, account, "wallet_top_up")
  const pending: StoredMovement = { ...done, status: "pending", completed_on: null }
  return pending
})

/** A movement that is booked now. */
export const completed = Effect.fnUntraced(
  function*(
    { amount, organization_id, reference }: WalletMovement,
    account: LedgerKey,
    action: WalletAction
  ) {
    const now = yield* Instant.now
    const price = Money.MinorUnits.make(action === "wallet_top_up" ? amount : -amount)
    const done: StoredMovement = {
      billing_transaction_id: yield* newBillingTransactionId,
      organization_id,
      payer_id: account.payer_id,
      product_type: "account_wallet",
      product_reference: reference,
      action,
      status: "succeeded",
      volume: 1,
      unit: null,
      price,
      tax_rate: untaxed,
      tax_amount: Money.zero,
      amount: price,
      currency: account.currency,
      created_on: now,
      updated_on: now,
      completed_on: now
    }
    return done
  }
)
