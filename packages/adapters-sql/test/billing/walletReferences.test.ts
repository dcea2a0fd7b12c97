import { assert, describe, it } from "@effect/vitest"
import { SqliteClient } from "@namewright/adapters-sqlite"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { migrations } from "../../src/migrations/index.ts"

const number = 35

/** Runs the migrations before the one of wallet references. */
const earlier = Effect.forEach(
  Object.entries(migrations).filter(([name]) => Number(name.slice(0, 4)) < number),
  ([, migration]) => migration
)

const instant = "2026-01-01T00:00:00.000Z"

/** A wallet transaction with its entry in the ledger, as they were stored before. */
const booked = Effect.fnUntraced(function*(id: string, action: string, step: "top_up" | "adjust", amount: number) {
  const sql = yield* SqlClient.SqlClient
  const [cash, adjustments] = step === "top_up" ? [-amount, 0] : [0, -amount]
  yield* sql`INSERT INTO billing_transactions ${
    sql.insert({
      billing_transaction_id: id,
      organization_id: "payer",
      payer_id: "payer",
      product_type: "account_wallet",
      product_reference: id,
      action,
      status: "succeeded",
      volume: 1,
      unit: null,
      price: Math.abs(amount),
      tax_rate: 0,
      tax_amount: 0,
      amount: Math.abs(amount),
      currency: "EUR",
      created_on: instant,
      updated_on: instant,
      completed_on: instant
    })
  }`
  const accounts = { wallet: amount, reserved: 0, revenue: 0, tax: 0, cash, adjustments }
  yield* sql`INSERT INTO ledger_entries ${
    sql.insert({
      billing_transaction_id: id,
      step,
      payer_id: "payer",
      currency: "EUR",
      ...accounts,
      created_on: instant
    })
  }`
})

describe("the migration of wallet references", () => {
  it.effect("turns credits that were stored as top-ups into negative service fees, and nothing else", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* earlier
      yield* booked("payment", "wallet_top_up", "top_up", 5000)
      yield* booked("credit", "wallet_top_up", "adjust", 700)
      yield* booked("fee", "service_fee", "adjust", -200)
      yield* migrations["0035_wallet_references"] ?? Effect.die("The migration has another number")
      const rows = yield* sql`SELECT product_reference, action, price, amount FROM billing_transactions
        ORDER BY product_reference`
      assert.deepStrictEqual(rows, [
        { product_reference: "credit", action: "service_fee", price: -700, amount: -700 },
        { product_reference: "fee", action: "service_fee", price: 200, amount: 200 },
        { product_reference: "payment", action: "wallet_top_up", price: 5000, amount: 5000 }
      ])
    }).pipe(Effect.provide(SqliteClient.layer({ filename: ":memory:" }))))
})
