import { assert } from "@effect/vitest"
import { setTimeout } from "node:timers/promises"
import type pg from "pg"
import { isRefused, type ShopOrder } from "./ShopClient.ts"

type Rows = ReadonlyArray<Readonly<Record<string, unknown>>>

const read = async (pool: pg.Pool, text: string): Promise<Rows> => (await pool.query(text)).rows

/** Work of the platform and of the shop that is not done. */
const unfinished = `SELECT
  (SELECT count(*)::int FROM namewright.registry_intents) AS intents,
  (SELECT count(*)::int FROM namewright.jobs WHERE state IN (0, 1, 2, 7) AND kind = 'domain_create') AS jobs,
  (SELECT count(*)::int FROM namewright.billing_transactions WHERE status = 'pending') AS reservations,
  (SELECT count(*)::int FROM namewright.idempotency_keys WHERE answer IS NULL) AS keys,
  (SELECT count(*)::int FROM namewright.ledger_entries WHERE step IN ('capture', 'refund') AND position IS NULL) AS entries,
  (SELECT count(*)::int FROM namewright.ledger_entries e WHERE step = 'capture' AND NOT EXISTS (
    SELECT 1 FROM shop.invoice_lines l WHERE l.billing_transaction_id = e.billing_transaction_id)) AS lines,
  (SELECT count(*)::int FROM namewright.events e WHERE kind = ANY ('{job.failed,job.dead_letter,domain.registered,domain.registration_failed,domain.renewed}')
    AND NOT EXISTS (SELECT 1 FROM shop.mails m WHERE m.position = e.position)) AS mails`

const finished = { intents: 0, jobs: 0, reservations: 0, keys: 0, entries: 0, lines: 0, mails: 0 }

/** Steps at which a killed process was interrupted. */
export const interruptedSteps = async (pool: pg.Pool): Promise<ReadonlyArray<string>> => {
  const [row = {}] = await read(pool, unfinished)
  return Object.entries(row).flatMap(([step, count]) => count === 0 ? [] : [step])
}

/** Waits until everything is done. */
export const untilFinished = async (pool: pg.Pool, seconds: number): Promise<void> => {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await setTimeout(100)) {
    if ((await interruptedSteps(pool)).length === 0) return
  }
  assert.deepStrictEqual((await read(pool, unfinished))[0], finished)
}

const net = (name: string, years: number, isRenewal: boolean): string => {
  const cents = name.endsWith(".de") ? (isRenewal ? 790 : 600) : isRenewal ? 1450 : 1200
  return (cents * years / 100).toFixed(2)
}

/** A job that failed on each attempt, for example without a price in time. The operator has it tried again. */
const isDeadLetter = (subject: string): boolean => subject.endsWith(": job.dead_letter")

const sorted = (lines: Iterable<string>): ReadonlyArray<string> => [...lines].toSorted()

/** The invoices, the outbox and the registries have exactly what was ordered, and equal ledger and events. */
export const assertBooks = async (
  pool: pg.Pool,
  orders: ReadonlyArray<ShopOrder>,
  renewed: ReadonlyArray<string>
): Promise<void> => {
  const registered = orders.filter((order) => !isRefused(order)).map(({ domain }) => domain)

  // Every line of the invoices has the amounts of its entry in the ledger, and every entry has a line.
  const ledger = await read(
    pool,
    `SELECT billing_transaction_id, 'charge.' || step || 'd' AS kind, (revenue / 100.0)::numeric(12, 2)::text AS net,
      (tax / 100.0)::numeric(12, 2)::text AS tax
    FROM namewright.ledger_entries WHERE step = 'capture' ORDER BY 1, 2`
  )
  const invoice = await read(
    pool,
    "SELECT billing_transaction_id, kind, net::text, tax::text FROM shop.invoice_lines ORDER BY 1, 2"
  )
  assert.deepStrictEqual(invoice, ledger)
  const texts = await read(pool, "SELECT text || ' ' || net AS line FROM shop.invoice_lines")
  assert.deepStrictEqual(
    sorted(texts.map(({ line }) => String(line))),
    sorted([
      ...registered.map((name) => `${name}: create ${net(name, 1, false)}`),
      ...renewed.map((name) => `${name}: renew ${net(name, 2, true)}`)
    ])
  )
  const [sums] = await read(
    pool,
    `SELECT sum(-wallet)::int AS owed, sum(reserved)::int AS reserved,
      (SELECT (sum(net + tax) * 100)::int FROM shop.invoice_lines) AS invoiced FROM namewright.ledgers`
  )
  assert.deepInclude(sums, { reserved: 0, owed: sums?.["invoiced"] })

  // The outbox has the positions of the events, and each thing that happened once.
  const mails = await read(pool, "SELECT position::int, subject FROM shop.mails ORDER BY position")
  const events = await read(
    pool,
    `SELECT position::int, object_name || ': ' || kind AS subject FROM namewright.events
    WHERE kind = ANY ('{job.failed,job.dead_letter,domain.registered,domain.registration_failed,domain.renewed,domain.expires_soon}')
    ORDER BY position`
  )
  assert.deepStrictEqual(mails, events)
  assert.deepStrictEqual(
    sorted(mails.map(({ subject }) => String(subject)).filter((subject) => !isDeadLetter(subject))),
    sorted([
      ...registered.map((name) => `${name}: domain.registered`),
      ...orders.filter(isRefused).map(({ domain }) => `${domain}: job.failed`),
      ...renewed.map((name) => `${name}: domain.renewed`)
    ])
  )

  // Registries, the platform and the shop have the same names and terms.
  const years = (name: string): number => 1 + 2 * renewed.filter((other) => other === name).length
  const expected = sorted(registered.map((name) => `${name} ${years(name)}`))
  const atRegistry = await read(
    pool,
    `SELECT state::json ->> 'name' || ' ' || (date_part('year', (state::json ->> 'expires_on')::timestamptz)
      - date_part('year', (state::json ->> 'created_on')::timestamptz)) AS name
    FROM namewright.sim_domains WHERE sponsor = 'platform'`
  )
  assert.deepStrictEqual(sorted(atRegistry.map(({ name }) => String(name))), expected)
  const here = await read(
    pool,
    `SELECT name || ' ' || (date_part('year', expires_on) - date_part('year', registered_on)) AS name
    FROM namewright.domains`
  )
  assert.deepStrictEqual(sorted(here.map(({ name }) => String(name))), expected)

  // The row of an order, its contact and its job were committed together.
  const [counts] = await read(
    pool,
    `SELECT count(*)::int AS orders, count(batch_id)::int AS jobs, (SELECT count(*)::int FROM namewright.contacts) AS contacts
    FROM shop.orders`
  )
  assert.deepStrictEqual(counts, { orders: orders.length, jobs: orders.length, contacts: orders.length })
}
