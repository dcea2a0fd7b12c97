import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

const ledgers = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, byPrimaryKey, instant, isPostgres, key } = dialect(sql)

  // One row holds all accounts of a payer in one currency, so that one statement moves money between them and the
  // database itself refuses a ledger that does not add up.
  yield* sql`CREATE TABLE ledgers (
    payer_id ${key} NOT NULL,
    currency ${key} NOT NULL,
    wallet ${bigint} NOT NULL,
    reserved ${bigint} NOT NULL CHECK (reserved >= 0),
    revenue ${bigint} NOT NULL CHECK (revenue >= 0),
    tax ${bigint} NOT NULL CHECK (tax >= 0),
    cash ${bigint} NOT NULL,
    adjustments ${bigint} NOT NULL,
    updated_on ${instant} NOT NULL,
    PRIMARY KEY (payer_id, currency),
    CHECK (wallet + reserved + revenue + tax + cash + adjustments = 0)
  ) ${byPrimaryKey}`
  yield* sql`CREATE TABLE ledger_entries (
    billing_transaction_id ${key} NOT NULL,
    step ${key} NOT NULL,
    payer_id ${key} NOT NULL,
    currency ${key} NOT NULL,
    wallet ${bigint} NOT NULL,
    reserved ${bigint} NOT NULL,
    revenue ${bigint} NOT NULL,
    tax ${bigint} NOT NULL,
    cash ${bigint} NOT NULL,
    adjustments ${bigint} NOT NULL,
    created_on ${instant} NOT NULL,
    position ${bigint},
    PRIMARY KEY (billing_transaction_id, step),
    CHECK (wallet + reserved + revenue + tax + cash + adjustments = 0)
  ) ${byPrimaryKey}`
  if (!isPostgres) {
    // On SQLite an entry moves the money by itself, so that booking is one statement on both databases.
    yield* sql`CREATE TRIGGER ledger_entries_moved BEFORE INSERT ON ledger_entries BEGIN
      UPDATE ledgers SET wallet = wallet + NEW.wallet, reserved = reserved + NEW.reserved,
        revenue = revenue + NEW.revenue, tax = tax + NEW.tax, cash = cash + NEW.cash,
        adjustments = adjustments + NEW.adjustments, updated_on = NEW.created_on
      WHERE payer_id = NEW.payer_id AND currency = NEW.currency; END`
  }
  yield* sql`CREATE UNIQUE INDEX ledger_entries_position ON ledger_entries (position) WHERE position IS NOT NULL`
})

const transactions = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE billing_transactions (
    billing_transaction_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    payer_id ${key} NOT NULL,
    product_type ${key} NOT NULL,
    product_reference ${key},
    action ${key} NOT NULL,
    status ${key} NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'canceled')),
    volume ${bigint} NOT NULL,
    unit ${key},
    price ${bigint} NOT NULL,
    tax_rate ${bigint} NOT NULL,
    tax_amount ${bigint} NOT NULL,
    amount ${bigint} NOT NULL,
    currency ${key} NOT NULL,
    created_on ${instant} NOT NULL,
    updated_on ${instant} NOT NULL,
    completed_on ${instant},
    CHECK (amount = price + tax_amount)
  )`
  yield* sql`CREATE UNIQUE INDEX billing_transactions_movement
    ON billing_transactions (payer_id, action, product_reference) WHERE product_type = 'account_wallet'`
  // For the reconciliation of a day.
  yield* sql`CREATE INDEX billing_transactions_completion ON billing_transactions (completed_on, billing_transaction_id)
    WHERE completed_on IS NOT NULL`
  // Every sort of the list has its index in both scopes, and every filter one that answers in order of creation; the
  // second scope holds only what another organization pays.
  yield* Effect.forEach(["payer_id", "organization_id"], (scope) => {
    const index = (name: string, columns: string) =>
      sql`CREATE INDEX ${sql.literal(`billing_transactions_${scope}_${name}`)}
        ON billing_transactions (${sql.literal(scope)}, ${sql.literal(columns)}, billing_transaction_id)
        ${sql.literal(scope === "payer_id" ? "" : "WHERE organization_id <> payer_id")}`
    return Effect.all([
      index("created", "created_on"),
      index("completed", "(completed_on IS NULL), completed_on"),
      index("status", "status, created_on"),
      index("action", "action, created_on"),
      index("type", "product_type, created_on"),
      index("reference", "product_reference"),
      index("updated", "updated_on")
    ])
  })
})

const prices = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, byPrimaryKey, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE prices (
    price_list ${key} NOT NULL,
    product_type ${key} NOT NULL,
    currency ${key} NOT NULL,
    product_class ${key} NOT NULL,
    product_action ${key} NOT NULL,
    period_unit ${key} NOT NULL,
    period_value ${bigint} NOT NULL,
    valid_from ${instant} NOT NULL,
    price ${bigint} CHECK (price >= 0),
    updated_on ${instant} NOT NULL,
    PRIMARY KEY (
      price_list, product_type, currency, product_class, product_action, period_unit, period_value, valid_from
    )
  ) ${byPrimaryKey}`
})

export const billing = Effect.all([ledgers, transactions, prices], { discard: true })
