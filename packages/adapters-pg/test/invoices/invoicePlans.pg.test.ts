import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import { fillInvoices, invoiceStatements, unserved } from "../../../adapters-sql/test/invoices/invoiceStatements.ts"

/** Tables that a plan reads from end to end. */
const scansOf = (plan: unknown): ReadonlyArray<string> => {
  if (Array.isArray(plan)) return plan.flatMap(scansOf)
  if (typeof plan !== "object" || plan === null) return []
  const node = plan as Record<string, unknown>
  const isScan = node["Node Type"] === "Seq Scan" && large.has(String(node["Relation Name"]))
  return [...(isScan ? [String(node["Relation Name"])] : []), ...Object.values(node).flatMap(scansOf)]
}

const large = new Set(["billing_transactions", "invoice_items", "invoices", "ledger_entries"])

const database = Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url })))

layer(database, { timeout: "60 seconds" })("Invoices on PostgreSQL", (it) => {
  it.effect("read no large table from end to end", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* fillInvoices
      yield* sql`VACUUM ANALYZE billing_transactions, ledger_entries, invoice_items, invoices, ledgers`
      const plansOf = (text: string, parameters: ReadonlyArray<unknown> = []) =>
        Effect.map(sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, parameters), scansOf)
      assert.deepStrictEqual(yield* plansOf(unserved), ["invoices"])
      const statements = yield* invoiceStatements
      assert.isAtLeast(statements.length, 11)
      for (const { list, parameters, text } of statements) {
        if (/^(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)/.test(text)) continue
        assert.deepStrictEqual(yield* plansOf(text, parameters), [], `${list}: ${text}`)
      }
    }), 60_000)
})
