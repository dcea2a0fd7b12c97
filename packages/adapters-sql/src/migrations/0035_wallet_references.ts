import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Wallet transactions have their reference once per payer and action. Credits were stored as `wallet_top_up`; they become
 * what other adjustments are, service fees, with a negative price.
 */
export const walletReferences = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`UPDATE billing_transactions SET action = 'service_fee', price = -price, amount = -amount
    WHERE product_type = 'account_wallet' AND action = 'wallet_top_up' AND EXISTS (
      SELECT 1 FROM ledger_entries e
      WHERE e.billing_transaction_id = billing_transactions.billing_transaction_id AND e.step = 'adjust'
    )`
  yield* sql`DROP INDEX billing_transactions_payment`
  yield* sql`CREATE UNIQUE INDEX billing_transactions_movement
    ON billing_transactions (payer_id, action, product_reference) WHERE product_type = 'account_wallet'`
})
