import { BillingTransactionStore } from "@namewright/core/billing"
import { OrganizationLimitStore, OrganizationStore } from "@namewright/core/organizations"
import { OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { sentBy } from "../../../../test/sentStatements.ts"

/** Statement that reads a whole table, which proves that the plans are checked. */
export const unserved = "SELECT amount FROM billing_transactions WHERE amount = -1"

const child = OrganizationId.make("organization_00000000000000000000000001")
const payer = OrganizationId.make("organization_00000000000000000000000000")

/** Inserts 20,000 charges that one parent pays for 20 suborganizations. */
export const fillCharges = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const numbers = sql.onDialectOrElse({
    pg: () => "SELECT n, lpad((n % 20)::text, 26, '0') AS id FROM generate_series(1, 20000) AS n",
    orElse: () =>
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
        SELECT n, printf('%026d', n % 20) AS id FROM numbers`
  })
  yield* sql.unsafe(`INSERT INTO billing_transactions (billing_transaction_id, organization_id, payer_id, product_type,
      product_reference, action, status, volume, unit, price, tax_rate, tax_amount, amount, currency, created_on, updated_on)
    SELECT 'billing_transaction_' || n, 'organization_' || id, '${payer}', 'domain', 'a.example', 'create', 'succeeded',
      1, 'y', 100, 0, 0, 100, 'EUR', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
    FROM (${numbers}) AS numbered`)
})

/** The statements that check the limits of an order, and the deletion of an organization. */
export const limitStatements = Effect.gen(function*() {
  const limits = yield* OrganizationLimitStore
  const organizations = yield* OrganizationStore
  const transactions = yield* BillingTransactionStore
  const since = DateTime.makeUnsafe("2025-12-01T00:00:00Z")
  const all = [
    yield* sentBy("limits", limits.lock(child)),
    yield* sentBy("charges that the parent pays", transactions.charged({ organization_id: child }, since)),
    yield* sentBy("charges that it pays itself", transactions.charged({ payer_id: child }, since)),
    yield* sentBy("keep", organizations.keep(child)),
    yield* sentBy("suborganizations", organizations.countBelow(child))
  ]
  return all.flatMap(({ sent }) => sent)
})
