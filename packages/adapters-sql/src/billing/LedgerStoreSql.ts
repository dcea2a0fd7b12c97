import {
  type LedgerAccount,
  ledgerAccounts,
  type LedgerEntry,
  type LedgerKey,
  type LedgerStep,
  LedgerStore,
  noPostings
} from "@namewright/core/billing"
import { type Instant, Money, OrganizationId } from "@namewright/core/shared"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { changePositions } from "../changes/ChangePositions.ts"
import { InstantColumn, IntegerColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows, rowReads } from "../RowReads.ts"
import { waitingExpressions } from "../together.ts"

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
    const { isPostgres } = dialect(sql)
    const at = Schema.encodeSync(InstantColumn)
    const positions = changePositions(sql)
    /** Reservations and releases are not in the change feed. */
    const positionOf = (step: LedgerStep) => step === "reserve" || step === "release" ? sql`NULL` : positions.next

    const covering = ({ currency, payer_id, postings }: LedgerEntry, creditLimit: number) => {
      const covered = postings.wallet < 0 ? sql`AND wallet >= ${0 - creditLimit - postings.wallet}` : sql``
      return sql`payer_id = ${payer_id} AND currency = ${currency} ${covered}`
    }

    /**
     * Updates the balances if they cover the entry. The condition is part of the statement, so that it is evaluated on
     * the locked row.
     */
    const move = (entry: LedgerEntry, creditLimit: number, when: Instant.Instant) => {
      const { postings } = entry
      return sql`UPDATE ledgers SET
          wallet = wallet + ${postings.wallet}, reserved = reserved + ${postings.reserved},
          revenue = revenue + ${postings.revenue}, tax = tax + ${postings.tax}, cash = cash + ${postings.cash},
          adjustments = adjustments + ${postings.adjustments}, updated_on = ${at(when)}
        WHERE ${covering(entry, creditLimit)}
        RETURNING wallet`
    }

    /** Inserts the entry for each row of `moved`. */
    const enter = ({ postings, ...entry }: LedgerEntry, when: Instant.Instant) => {
      const amounts = ledgerAccounts.map((account) => sql`CAST(${postings[account]} AS BIGINT)`)
      return sql`INSERT INTO ledger_entries (billing_transaction_id, step, payer_id, currency,
          ${sql.literal(ledgerAccounts.join(", "))}, created_on, position)
        SELECT ${entry.billing_transaction_id}, ${entry.step}, ${entry.payer_id}, ${entry.currency},
          ${sql.csv(amounts)}, CAST(${at(when)} AS TIMESTAMPTZ), CAST(${positionOf(entry.step)} AS BIGINT) FROM moved`
    }

    /**
     * On PostgreSQL one statement, because the payer's row is locked until the commit and blocks all of its charges.
     */
    const book = Effect.fnUntraced(function*(entry: LedgerEntry, creditLimit: number, when: Instant.Instant) {
      if (isPostgres) {
        const expressions = [
          ...yield* waitingExpressions(sql),
          sql`moved AS (${move(entry, creditLimit, when)})`,
          sql`entered AS (${enter(entry, when)})`
        ]
        return yield* wallets.firstOf(sql`WITH ${sql.csv(expressions)} SELECT wallet FROM moved`)
      }
      const { postings, ...key } = entry
      const row = { ...key, ...postings, created_on: at(when) }
      const values = sql.csv(Object.values(row).map((value) => sql`${value}`))
      // A trigger of the table moves the money before the entry is inserted and the balance is returned.
      return yield* wallets.firstOf(
        sql`INSERT INTO ledger_entries (${sql.literal(Object.keys(row).join(", "))}, position)
          SELECT ${values}, ${positionOf(entry.step)} FROM ledgers
          WHERE ${covering(entry, creditLimit)}
          RETURNING (SELECT wallet FROM ledgers
            WHERE payer_id = ${entry.payer_id} AND currency = ${entry.currency}) AS wallet`
      )
    })

    const open = ({ currency, payer_id }: LedgerKey, when: Instant.Instant) =>
      sql`INSERT INTO ledgers ${sql.insert({ payer_id, currency, ...noPostings, updated_on: at(when) })}
        ON CONFLICT DO NOTHING`

    const sums = sql.literal(ledgerAccounts.map((account) => `COALESCE(sum(${account}), 0) AS ${account}`).join(", "))
    const differs = sql.literal(
      ledgerAccounts.map((account) => `COALESCE(l.${account}, 0) <> COALESCE(e.${account}, 0)`).join(" OR ")
    )

    return LedgerStore.of({
      post: Effect.fnUntraced(function*(entry, creditLimit, when) {
        const wallet = yield* book(entry, creditLimit, when)
        if (Option.isSome(wallet)) return wallet
        yield* open(entry, when)
        return yield* book(entry, creditLimit, when)
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
