import { assert } from "@effect/vitest"
import { Migrations } from "@namewright/adapters-sql"
import { Array as Arr, DateTime, Effect } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { migrations } from "../packages/adapters-sql/src/migrations/index.ts"

/** Number of zones that are migrated; `NAMEWRIGHT_MIGRATED_ZONES=100000` for the time that it takes. */
const count = Number(process.env["NAMEWRIGHT_MIGRATED_ZONES"] ?? 1000)

const rowsPerStatement = 500
const created_on = "2026-01-02T03:04:05.000Z"
const organization_id = "organization_1"

type Row = Record<string, string | number | null>

/** The schema before zones had an ownership. */
const earlier = Migrator.make({})({
  loader: Migrator.fromRecord(
    Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0030")) as typeof migrations
  ),
  table: Migrations.table
})

const idOf = (index: number) => `zone_${String(index).padStart(26, "0")}`

/** Names of one to four labels, so that places of every depth occur. */
const nameOf = (index: number) => ["", "www.", "a.b.", "_x.y-z."][index % 4] + `name${index}.example.`

const placeOf = (name: string) => name.slice(0, -1).split(".").toReversed().join(" ")

const fill = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  for (let first = 0; first < count; first += rowsPerStatement) {
    const zones = Arr.makeBy(Math.min(rowsPerStatement, count - first), (offset): Row => ({
      dns_zone_id: idOf(first + offset),
      organization_id,
      name: nameOf(first + offset),
      suffix: "example",
      dnssec_status: "disabled",
      vanity_nameserver_set_id: null,
      created_on
    }))
    yield* sql`INSERT INTO dns_zones ${sql.insert(zones)}`
    yield* sql`INSERT INTO dns_zone_states ${
      sql.insert(Arr.map(zones, (zone): Row => ({
        ...zone,
        serial: 2026010200,
        nameservers: "[]",
        rname: "hostmaster.namewright.test.",
        dnssec_registry_publish: null,
        rrset_count: 0,
        record_count: 0,
        updated_on: created_on
      })))
    }`
  }
  yield* sql`INSERT INTO dns_zone_tags ${
    sql.insert(
      Arr.map([1, 2] as const, (index): Row => ({ organization_id, tag_id: "tag_1", dns_zone_id: idOf(index) }))
    )
  }`
  const member = { set_id: "set_1", organization_id }
  yield* sql`INSERT INTO vanity_nameservers ${
    sql.insert([
      { ...member, position: 0, hostname: "ns1.name0.example", zone_name: nameOf(0) },
      { ...member, position: 1, hostname: "ns2.other.example", zone_name: null }
    ])
  }`
})

const truth = (value: unknown) => value === true || value === 1
const instant = (value: unknown) => DateTime.formatIso(DateTime.makeUnsafe(value as string | Date))

/** Migrates a filled database, checks all of its zones, and returns the milliseconds that the migrations took. */
export const migratedZones = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* earlier
  yield* fill
  const begun = performance.now()
  yield* Migrations.run
  const took = Math.round(performance.now() - begun)

  const rows = yield* sql<Record<string, unknown>>`SELECT z.dns_zone_id, z.name, z.place, z.is_served, z.displaced_on,
      s.is_served AS state_served, s.displaced_on AS state_displaced_on, s.ownership, s.proof, s.was_held, s.checked_on,
      s.check_due_on, s.missing, s.failed_checks, s.check_begun_on
    FROM dns_zones z JOIN dns_zone_states s ON s.dns_zone_id = z.dns_zone_id ORDER BY z.dns_zone_id`
  assert.lengthOf(rows, count)
  for (const [index, row] of rows.entries()) {
    const { check_due_on, is_served, name, state_served, was_held, ...rest } = row
    assert.deepStrictEqual([is_served, state_served, was_held].map(truth), [true, true, true])
    assert.strictEqual(instant(check_due_on), created_on)
    assert.strictEqual(name, nameOf(index))
    assert.deepStrictEqual(rest, {
      dns_zone_id: idOf(index),
      place: placeOf(nameOf(index)),
      displaced_on: null,
      state_displaced_on: null,
      ownership: "unproven",
      proof: null,
      checked_on: null,
      missing: "[]",
      failed_checks: 0,
      check_begun_on: null
    })
  }
  assert.deepStrictEqual(yield* sql`SELECT dns_zone_id FROM dns_zone_tags ORDER BY dns_zone_id`, [
    { dns_zone_id: idOf(1) },
    { dns_zone_id: idOf(2) }
  ])
  assert.deepStrictEqual(yield* sql`SELECT hostname, dns_zone_id FROM vanity_nameservers ORDER BY position`, [
    { hostname: "ns1.name0.example", dns_zone_id: idOf(0) },
    { hostname: "ns2.other.example", dns_zone_id: null }
  ])
  return took
})

export const migratedCount = count
