import { assert } from "@effect/vitest"
import { client } from "@namewright/adapters-pg"
import { ledgerAccounts } from "@namewright/core/billing"
import type { OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { RoundOrder } from "./RoundPlan.ts"
import { type RegisteredName, registeredName, yearsBetween } from "./RoundRegistry.ts"

/** Reads the database of the platform without the platform. */
export const inDatabase = (url: string) => Effect.provide(client({ url, maxConnections: 2 }))

const rowsOf = Effect.fnUntraced(function*(text: string, ...params: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.unsafe<Record<string, any>>(text, params)
})

const countOf = (text: string) =>
  Effect.map(rowsOf(`SELECT count(*)::int AS n FROM ${text}`), ([row]) => Number(row?.["n"]))

/** What recovery has still to do: each is zero at the end of a round. */
const unfinished = Effect.all({
  intents: countOf("registry_intents"),
  reservations: countOf("billing_transactions WHERE status = 'pending'"),
  pendingDomains: countOf("domains WHERE registry_statuses LIKE '%pending%'"),
  keys: countOf("idempotency_keys WHERE answer IS NULL")
})

/** Waits until nothing is unfinished; what is left after that time fails the round. */
export const untilFinished = Effect.fnUntraced(function*(seconds: number) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
    if (Object.values(yield* unfinished).every((count) => count === 0)) return
    yield* Effect.sleep("500 millis")
  }
  assert.deepStrictEqual(yield* unfinished, { intents: 0, reservations: 0, pendingDomains: 0, keys: 0 })
})

/** No job is claimed while no process is there. */
export const assertNoClaims = Effect.gen(function*() {
  assert.deepStrictEqual(yield* rowsOf("SELECT kind, worker_no FROM jobs WHERE worker_no IS NOT NULL"), [])
})

/** The names of the registry that is simulated in the platform's own database. */
export const simulatedNames = (registry: string) =>
  Effect.map(
    rowsOf("SELECT state FROM sim_domains WHERE registry = $1 AND sponsor = 'platform' ORDER BY name", registry),
    (rows) => rows.map(({ state }) => registeredName(state))
  )

const compare = (one: string, other: string) => one < other ? -1 : one > other ? 1 : 0
const byName = (one: RegisteredName, other: RegisteredName) => compare(one.name, other.name)

/** The orders that succeed, as lines `create NAME` and `renew NAME`. */
const successes = (orders: ReadonlyArray<RoundOrder>): ReadonlyArray<string> =>
  orders.flatMap(({ isFree, name, renewal }) => [
    ...(isFree ? [`create ${name}`] : []),
    ...(renewal === "year" ? [`renew ${name}`] : [])
  ]).toSorted(compare)

/** The customer has each name once, here and at the registries, for exactly the years that were ordered. */
export const assertNames = Effect.fnUntraced(function*(
  organization: OrganizationId,
  orders: ReadonlyArray<RoundOrder>,
  registered: ReadonlyArray<RegisteredName>
) {
  const ordered = orders.filter(({ isFree }) => isFree)
    .map(({ name, renewal }) => ({ name, years: renewal === "year" ? 2 : 1 })).toSorted(byName)
  const rows = yield* rowsOf(
    "SELECT name, registered_on, expires_on FROM domains WHERE organization_id = $1",
    organization
  )
  const here = rows.map(({ expires_on, name, registered_on }) => ({
    name,
    years: yearsBetween(registered_on, expires_on)
  }))
  assert.deepStrictEqual(here.toSorted(byName), ordered)
  const names = new Set(orders.map(({ name }) => name))
  assert.deepStrictEqual(registered.filter(({ name }) => names.has(name)).toSorted(byName), ordered)
})

/** Each success is charged and announced once, a failure never; the ledger adds up, with nothing reserved. */
export const assertBooks = Effect.fnUntraced(function*(
  payer: OrganizationId,
  orders: ReadonlyArray<RoundOrder>,
  credit: number
) {
  const expected = successes(orders)
  const charges = yield* rowsOf(
    `SELECT action, product_reference, amount::int AS amount FROM billing_transactions
      WHERE payer_id = $1 AND product_type = 'domain' AND status = 'succeeded'`,
    payer
  )
  const lines = charges.map(({ action, product_reference }) => `${action} ${product_reference}`)
  assert.deepStrictEqual(lines.toSorted(compare), expected)
  const events = yield* rowsOf(
    `SELECT type, object_name FROM events
      WHERE organization_id = $1 AND subtype = 'SUCCESS' AND type IN ('REGISTRATION', 'RENEWAL')`,
    payer
  )
  const announced = events.map(({ object_name, type }) => `${type === "RENEWAL" ? "renew" : "create"} ${object_name}`)
  assert.deepStrictEqual(announced.toSorted(compare), expected)

  const sums = ledgerAccounts.map((account) => `sum(${account})::int AS ${account}`).join(", ")
  const [balance] = yield* rowsOf(`SELECT ${sums} FROM ledgers WHERE payer_id = $1`, payer)
  const [postings] = yield* rowsOf(`SELECT ${sums} FROM ledger_entries WHERE payer_id = $1`, payer)
  assert.deepStrictEqual(balance, postings)
  const spent = charges.reduce((sum, { amount }) => sum + Number(amount), 0)
  assert.deepInclude(balance, { wallet: credit - spent, reserved: 0, cash: -credit })
  assert.strictEqual(ledgerAccounts.reduce((sum, account) => sum + Number(balance?.[account]), 0), 0)
})
