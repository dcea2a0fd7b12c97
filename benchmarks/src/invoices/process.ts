import { layerPlatform, type PlatformOptions } from "@namewright/core/embed"
import { type ClosedAccounts, MonthEnd, monthOf } from "@namewright/core/invoices"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"
import type { Storage } from "../harness/Databases.ts"
import { storageOf } from "../harness/storageOf.ts"

export interface InvoicesTask {
  readonly storage: Storage
  readonly payers: number
  readonly chargesPerPayer: number
}

export interface InvoicesResult {
  readonly fillSeconds: number
  readonly seconds: number
  readonly invoices: number
  /** Longest transaction in milliseconds: charges of its payers wait for it. */
  readonly longestMillis: number
}

const task = taskOf<InvoicesTask>()

const before = DateTime.startOf(DateTime.nowUnsafe(), "month")
const booked = DateTime.formatIso(DateTime.subtract(before, { days: 10 }))

/** Id of a kind with a number, as an SQL expression. */
const id = (kind: string, number: string) => `'${kind}_0' || lpad((${number})::text, 25, '0')`

/** Inserts payers with an owner each, and their captured charges of the last month, with the entries of the ledger. */
const fill = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { chargesPerPayer, payers } = task
  const payerRows = `generate_series(1, ${payers}) AS n`
  const chargeRows = `generate_series(0, ${payers * chargesPerPayer - 1}) AS n`
  const payer = id("organization", `n / ${chargesPerPayer} + 1`)
  yield* sql.unsafe(`INSERT INTO organizations (organization_id, family_id, payer_id, name, name_folded, status,
      billing_mode, country_code, city, address_1, postal_code, currency, tax_rate, billing_model, credit_limit,
      independent_billing_approved, created_on, updated_on)
    SELECT ${id("organization", "n")}, ${id("organization", "n")}, ${id("organization", "n")}, 'Customer ' || n,
      'customer ' || n, 'active', 'consolidated', 'DE', 'Berlin', 'Street ' || n, '10115', 'EUR', 190000, 'postpaid',
      100000000, FALSE, '${booked}', '${booked}' FROM ${payerRows}`)
  yield* sql.unsafe(`INSERT INTO users (user_id, organization_id, username, username_folded, email, email_folded,
      first_name, last_name, locale, role, user_attributes, search_text, created_on, updated_on)
    SELECT ${id("user", "n")}, ${id("organization", "n")}, 'user' || n, 'user' || n, n || '@example.com',
      n || '@example.com', 'Ada', 'L', 'de', 'owner', '{}', '', '${booked}', '${booked}' FROM ${payerRows}`)
  yield* sql.unsafe(`INSERT INTO billing_transactions (billing_transaction_id, organization_id, payer_id, product_type,
      product_reference, action, status, volume, unit, price, tax_rate, tax_amount, amount, currency, created_on,
      updated_on, completed_on)
    SELECT ${id("billing_transaction", "n")}, ${payer}, ${payer}, 'domain', 'name' || n || '.com',
      CASE n % 3 WHEN 0 THEN 'create' ELSE 'renew' END, 'succeeded', 1, 'y', 1000, 190000, 190, 1190, 'EUR',
      '${booked}', '${booked}', '${booked}' FROM ${chargeRows}`)
  const entries = (step: string, wallet: number, reserved: number, revenue: number, tax: number) =>
    sql.unsafe(`INSERT INTO ledger_entries (billing_transaction_id, step, payer_id, currency, wallet, reserved, revenue,
        tax, cash, adjustments, created_on)
      SELECT ${id("billing_transaction", "n")}, '${step}', ${payer}, 'EUR', ${wallet}, ${reserved}, ${revenue}, ${tax},
        0, 0, '${booked}' FROM ${chargeRows}`)
  yield* entries("reserve", -1190, 1190, 0, 0)
  yield* entries("capture", 0, -1190, 1000, 190)
  yield* sql.unsafe(`INSERT INTO ledgers (payer_id, currency, wallet, reserved, revenue, tax, cash, adjustments,
      updated_on)
    SELECT ${id("organization", "n")}, 'EUR', ${-1190 * chargesPerPayer}, 0, ${1000 * chargesPerPayer},
      ${190 * chargesPerPayer}, 0, 0, '${booked}' FROM ${payerRows}`)
  yield* sql.unsafe("VACUUM ANALYZE organizations, users, billing_transactions, ledger_entries, ledgers")
})

const measure = Effect.gen(function*() {
  const monthEnd = yield* MonthEnd
  const settings = yield* monthEnd.settings
  const filling = performance.now()
  yield* fill
  const started = performance.now()
  let invoices = 0
  let longestMillis = 0
  let closed: ClosedAccounts = { issued: [], last: null, more: true }
  while (closed.more) {
    const begun = performance.now()
    closed = yield* monthEnd.closeNext(settings, { after: closed.last, before, includesReopened: false })
    longestMillis = Math.max(longestMillis, performance.now() - begun)
    invoices += closed.issued.length
  }
  const result: InvoicesResult = {
    fillSeconds: (started - filling) / 1000,
    seconds: (performance.now() - started) / 1000,
    invoices,
    longestMillis
  }
  return result
})

const storage = storageOf(task.storage)
const options: PlatformOptions = {
  storage,
  environment: "production",
  loggers: [],
  invoicing: {
    issuer: {
      name: "Example Registrar GmbH",
      address_1: "Hauptstraße 1",
      postal_code: "10115",
      city: "Berlin",
      country_code: "DE",
      vat_id: "DE123456789"
    },
    first_month: monthOf(DateTime.subtract(before, { days: 10 })),
    payment_days: 14
  }
}
serveParent(
  await Effect.runPromise(Effect.provide(measure, layerPlatform(options).pipe(Layer.provideMerge(storage))))
)
