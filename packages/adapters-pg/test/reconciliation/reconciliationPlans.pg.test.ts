import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import {
  fillReconciliation,
  reconciliationStatements,
  unserved
} from "../../../adapters-sql/test/reconciliation/reconciliationStatements.ts"
import { sequentialScans } from "../sequentialScans.ts"

/** Tables that are small in the test: one row for each payer. */
const small = new Set(["invoice_accounts", "ledgers", "reconciliation_ledgers"])

const database = Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url })))

layer(database, { timeout: "60 seconds" })("Reconciliation on PostgreSQL", (it) => {
  it.effect("reads a day with few rows by indexes, and no large table from end to end", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* fillReconciliation
      yield* sql`VACUUM ANALYZE billing_transactions, ledger_entries, invoice_items, invoices, ledgers, events,
        domain_quotes, payments, invoice_accounts, reconciliation_findings, reconciliation_ledgers`
      const scansOf = (text: string, parameters: ReadonlyArray<unknown> = []) =>
        Effect.map(sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, parameters), (plan) =>
          sequentialScans(plan).filter((table) => !small.has(table)))
      assert.deepStrictEqual(yield* scansOf(unserved), ["domain_quotes"])
      const statements = yield* reconciliationStatements
      assert.isAtLeast(statements.length, 17)
      const scanned = yield* Effect.forEach(statements, ({ list, parameters, text }) =>
        Effect.map(scansOf(text, parameters), (tables) =>
          tables.map((table) =>
            `${list}: ${table}`
          )))
      assert.deepStrictEqual(scanned.flat(), [])
    }), 60_000)
})
