import {
  type LedgerAccount,
  ledgerAccounts,
  type LedgerKey,
  LedgerStore,
  noPostings,
  type Postings
} from "@namewright/core/billing"
import { type Instant, Money, OrganizationId } from "@namewright/core/shared"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, IntegerColumn, orDieSql } from "../Codecs.ts"
import { decodedRows, rowReads } from "../RowReads.ts"

const Amount = IntegerColumn.pipe(Schema.decodeTo(Money.MinorUnits))
const BalanceRow = Schema.Struct(
  Object.fromEntries(ledgerAccounts.map((account) => [account, Amount])) as Record<LedgerAccount, typeof Amount>
)
const KeyRow = Schema.Struct({ payer_id: OrganizationId, currency: Money.Currency })

export const layer = Layer.effect(
  LedgerStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const wallets = decodedRows(Schema.Struct({ wallet: Amount })).map(({ wallet }) => wallet)
    const balances = rowReads(sql, "ledgers", BalanceRow)
    const at = Schema.encodeSync(InstantColumn)

    /** The condition stands in the statement itself: whoever waits for the row decides on what it finds there. */
    const move = (ledger: LedgerKey, postings: Postings, creditLimit: number, when: Instant.Instant) => {
      const covered = postings.wallet < 0 ? sql`AND wallet >= ${0 - creditLimit - postings.wallet}` : sql``
      return wallets.firstOf(
        sql`UPDATE ledgers SET
            wallet = wallet + ${postings.wallet}, reserved = reserved + ${postings.reserved},
            revenue = revenue + ${postings.revenue}, tax = tax + ${postings.tax}, cash = cash + ${postings.cash},
            adjustments = adjustments + ${postings.adjustments}, updated_on = ${at(when)}
          WHERE payer_id = ${ledger.payer_id} AND currency = ${ledger.currency} ${covered}
          RETURNING wallet`
      )
    }

    const open = ({ currency, payer_id }: LedgerKey, when: Instant.Instant) =>
      sql`INSERT INTO ledgers ${sql.insert({ payer_id, currency, ...noPostings, updated_on: at(when) })}
        ON CONFLICT DO NOTHING`

    const sums = sql.literal(ledgerAccounts.map((account) => `COALESCE(sum(${account}), 0) AS ${account}`).join(", "))
    const differs = sql.literal(
      ledgerAccounts.map((account) => `COALESCE(l.${account}, 0) <> COALESCE(e.${account}, 0)`).join(" OR ")
    )

    return LedgerStore.of({
      post: Effect.fnUntraced(function*(entry, creditLimit, when) {
        const { billing_transaction_id, currency, payer_id, postings, step } = entry
        let wallet = yield* move(entry, postings, creditLimit, when)
        if (Option.isNone(wallet)) {
          yield* open(entry, when)
          wallet = yield* move(entry, postings, creditLimit, when)
        }
        if (Option.isSome(wallet)) {
          const row = { billing_transaction_id, step, payer_id, currency, ...postings, created_on: at(when) }
          yield* sql`INSERT INTO ledger_entries ${sql.insert(row)}`
        }
        return wallet
      }, orDieSql),

      has: Effect.fnUntraced(function*(transaction, step) {
        const rows = yield* sql`SELECT step FROM ledger_entries
          WHERE billing_transaction_id = ${transaction} AND step = ${step}`
        return rows.length > 0
      }, orDieSql),

      balances: ({ currency, payer_id }) =>
        Effect.map(
          balances.first(sql`payer_id = ${payer_id} AND currency = ${currency}`),
          Option.getOrElse(() => noPostings)
        ),

      totals: (currency) =>
        Effect.map(
          balances.firstOf(sql`SELECT ${sums} FROM ledgers WHERE currency = ${currency}`),
          Option.getOrElse(() => noPostings)
        ),

      discrepancies: decodedRows(KeyRow).allOf(
        sql`SELECT COALESCE(l.payer_id, e.payer_id) AS payer_id, COALESCE(l.currency, e.currency) AS currency
        FROM ledgers l FULL JOIN (
          SELECT payer_id, currency, ${sums} FROM ledger_entries GROUP BY payer_id, currency
        ) e ON l.payer_id = e.payer_id AND l.currency = e.currency
        WHERE ${differs}`
      )
    })
  })
)
