import { type LedgerAccount, ledgerAccounts, type LedgerKey, type Postings } from "@namewright/core/billing"
import { type LedgerSum, LedgerSums } from "@namewright/core/reconciliation"
import { type Instant, Money, OrganizationId } from "@namewright/core/shared"
import { Array as Arr, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { BooleanColumn, InstantColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows } from "../RowReads.ts"
import { Amount } from "./reconciledCharge.ts"

const key = { payer_id: OrganizationId, currency: Money.Currency }

const PostingsRow = Schema.Struct(
  Object.fromEntries(ledgerAccounts.map((account) => [account, Amount])) as Record<LedgerAccount, typeof Amount>
)
const SumRow = Schema.Struct({ ...key, ...PostingsRow.fields, summed_before: InstantColumn, counted_on: InstantColumn })
const UncountedRow = Schema.Struct({ ...key, is_new: BooleanColumn })
const CreationRow = Schema.Struct({ created_on: InstantColumn })

/** Ledger with three amounts of each account. */
const ComparedRow = Schema.Struct({
  ...key,
  ...Object.fromEntries(
    ledgerAccounts.flatMap((account) => ["", "recent_", "ended_"].map((prefix) => [`${prefix}${account}`, Amount]))
  ) as Record<`${"" | "recent_" | "ended_"}${LedgerAccount}`, typeof Amount>
})

const postingsOf = (of: (account: LedgerAccount) => Money.MinorUnits): Postings => ({
  wallet: of("wallet"),
  reserved: of("reserved"),
  revenue: of("revenue"),
  tax: of("tax"),
  cash: of("cash"),
  adjustments: of("adjustments")
})

/** Longest time between the clock reading of a transaction's last change and that of its entry. */
const longestBooking = { days: 1 }

const at = DateTime.formatIso

const rowOf = ({ before, counted_on, currency, payer_id, sums }: LedgerSum) => ({
  payer_id,
  currency,
  ...sums,
  summed_before: at(before),
  counted_on: at(counted_on)
})

export const layer = Layer.effect(
  LedgerSums,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { exact, false: no, oneOf, oneOfRows, true: yes } = dialect(sql)
    const uncounted = decodedRows(UncountedRow)
    const creations = decodedRows(CreationRow)
    const parts = decodedRows(PostingsRow)
    const compared = decodedRows(ComparedRow)
    const sums = decodedRows(SumRow)

    const sumOf = (expression: string, name: string) => sql`${exact(`COALESCE(sum(${expression}), 0)`)} AS ${sql(name)}`
    const ofTransactions = (condition: Statement.Fragment) =>
      sql`e.billing_transaction_id ${
        oneOfRows(sql`SELECT billing_transaction_id FROM billing_transactions WHERE ${condition}`)
      }`

    /** Creation of the last of the next `size` transactions; none if fewer follow. */
    const lastOf = (payer: OrganizationId, after: Instant.Instant | null, size: number) =>
      creations.firstOf(
        sql`SELECT created_on FROM billing_transactions WHERE payer_id = ${payer} ${since(after)}
          ORDER BY created_on LIMIT 1 OFFSET ${size - 1}`
      )
    const since = (after: Instant.Instant | null) => after === null ? sql`` : sql`AND created_on > ${at(after)}`

    return LedgerSums.of({
      uncounted: (countedBefore, limit) =>
        uncounted.allOf(
          sql`SELECT l.payer_id, l.currency, CASE WHEN r.counted_on IS NULL THEN ${yes} ELSE ${no} END AS is_new
            FROM ledgers l
            LEFT JOIN reconciliation_ledgers r ON r.payer_id = l.payer_id AND r.currency = l.currency
            WHERE r.counted_on IS NULL OR r.counted_on < ${at(countedBefore)}
            ORDER BY (r.counted_on IS NOT NULL), r.counted_on, l.payer_id, l.currency LIMIT ${limit}`
        ),

      part: Effect.fnUntraced(function*({ currency, payer_id }, after, until, size) {
        const last = yield* lastOf(payer_id, after, size)
        const end = Option.match(last, {
          onNone: () => sql``,
          onSome: ({ created_on }) => sql`AND created_on <= ${at(created_on)}`
        })
        const read = yield* parts.firstOf(
          sql`SELECT ${sql.csv(ledgerAccounts.map((account) => sumOf(`e.${account}`, account)))} FROM ledger_entries e
            WHERE ${ofTransactions(sql`payer_id = ${payer_id} ${since(after)} ${end}`)}
              AND e.payer_id = ${payer_id} AND e.currency = ${currency} AND e.created_on < ${at(until)}`
        )
        return {
          sums: Option.getOrThrow(read),
          last: Option.getOrNull(Option.map(last, ({ created_on }) => created_on))
        }
      }),

      next: (after, limit) =>
        Effect.map(
          sums.allOf(
            sql`SELECT payer_id, currency, ${sql.literal(ledgerAccounts.join(", "))}, summed_before, counted_on
              FROM reconciliation_ledgers ${
              after === null ? sql`` : sql`WHERE (payer_id, currency) > (${after.payer_id}, ${after.currency})`
            }
              ORDER BY payer_id, currency LIMIT ${limit}`
          ),
          (found) =>
            found.map(({ counted_on, currency, payer_id, summed_before, ...row }): LedgerSum => ({
              payer_id,
              currency,
              before: summed_before,
              sums: row,
              counted_on
            }))
        ),

      // The balances and their entries in one statement, so that they are of one moment.
      balances: Effect.fnUntraced(function*(ledgers: ReadonlyArray<LedgerKey>, before, until) {
        const payers = [...new Set(ledgers.map(({ payer_id }) => payer_id))]
        const changed = sql`payer_id ${oneOf(payers)} AND updated_on >= ${
          at(DateTime.subtract(before, longestBooking))
        }`
        const ended = (account: string) =>
          sql`COALESCE(sum(CASE WHEN e.created_on < ${at(until)} THEN e.${sql(account)} ELSE 0 END), 0)`
        const recent = sql.csv(
          ledgerAccounts.flatMap((account) => [
            sumOf(`e.${account}`, `recent_${account}`),
            sql`${ended(account)} AS ${sql(`ended_${account}`)}`
          ])
        )
        const shown = ledgerAccounts.flatMap((account) => [
          `l.${account}`,
          ...[`recent_${account}`, `ended_${account}`].map((column) => `COALESCE(r.${column}, 0) AS ${column}`)
        ]).join(", ")
        const found = yield* compared.allOf(
          sql`SELECT l.payer_id, l.currency, ${sql.literal(shown)} FROM ledgers l LEFT JOIN (
              SELECT e.payer_id, e.currency, ${recent} FROM ledger_entries e
              WHERE ${ofTransactions(changed)} AND e.created_on >= ${at(before)} GROUP BY e.payer_id, e.currency
            ) r ON r.payer_id = l.payer_id AND r.currency = l.currency
            WHERE l.payer_id ${oneOf(payers)}`
        )
        return found.map((row) => ({
          payer_id: row.payer_id,
          currency: row.currency,
          balances: postingsOf((account) => row[account]),
          recent: postingsOf((account) => row[`recent_${account}`]),
          ended: postingsOf((account) => row[`ended_${account}`])
        }))
      }),

      put: Effect.fnUntraced(function*(stored) {
        const rows: ReadonlyArray<Record<string, unknown>> = stored.map(rowOf)
        if (!Arr.isReadonlyArrayNonEmpty(rows)) return
        const changes = ["summed_before", "counted_on", ...ledgerAccounts].map((column) =>
          `${column} = excluded.${column}`
        )
        yield* sql`INSERT INTO reconciliation_ledgers ${sql.insert(rows)}
          ON CONFLICT (payer_id, currency) DO UPDATE SET ${sql.literal(changes.join(", "))}`
      }, orDieSql)
    })
  })
)
