import {
  DnsName,
  type NameSurroundings,
  type ServedBelow,
  type Zone,
  type ZoneId,
  ZoneOwnershipStore
} from "@namewright/core/dns"
import type { Instant, OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { affected } from "../Affected.ts"
import { type InstantValue, orDieSql, readInstant } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { transactionLock } from "../transactionLock.ts"
import { rangeBelow, sortKeyOf } from "./SortKey.ts"
import { zoneOf, type ZoneRow, zoneSelection } from "./ZoneRow.ts"

const at = (instant: Instant.Instant): string => DateTime.formatIso(instant)

const sortKey = (name: DnsName.DnsName): string => sortKeyOf(name, DnsName.root)

type Identified = Pick<Zone, "dns_zone_id">

/** Row of a zone at or above the name of a new zone; a removed zone only has the serial. */
interface SurroundingRow extends Partial<Pick<Zone, "dns_zone_id" | "name" | "organization_id">> {
  readonly proof: Zone["proof"]
  readonly serial: number | null
  readonly is_served: boolean | number | null
  readonly is_displaced: boolean | number | null
}

type ServedRow = Omit<ServedBelow, "checked_on"> & { readonly checked_on: InstantValue | null }

const isTrue = (value: boolean | number | null): boolean => value === true || value === 1

export const layer = Layer.effect(
  ZoneOwnershipStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { exact, false: no, forNoKeyUpdateOf, oneOf, rowsOf, skipLocked, texts, true: yes } = dialect(sql)
    const selection = zoneSelection(sql)

    return ZoneOwnershipStore.of({
      lockName: transactionLock(sql),

      surroundings: Effect.fnUntraced(function*(organization, name, above) {
        const rows = yield* sql<SurroundingRow>`
          SELECT z.dns_zone_id, z.name, z.organization_id, ${exact("s.serial")} AS serial, z.is_served,
            z.displaced_on IS NOT NULL AS is_displaced, s.proof
          FROM dns_zones z JOIN dns_zone_states s ON s.dns_zone_id = z.dns_zone_id WHERE z.sort_key = ${sortKey(name)}
          UNION ALL SELECT z.dns_zone_id, z.name, z.organization_id, NULL, z.is_served, ${no}, s.proof
          FROM dns_zones z JOIN dns_zone_states s ON s.dns_zone_id = z.dns_zone_id
          WHERE z.name ${oneOf(above)} AND z.is_served = ${yes}
          UNION ALL SELECT NULL, name, NULL, ${exact("serial")}, NULL, NULL, NULL FROM dns_removed_zones
          WHERE name = ${name}
          UNION ALL SELECT NULL, NULL, organization_id, NULL, NULL, NULL, NULL FROM dns_trusted_organizations
          WHERE organization_id = ${organization}`
        return surroundingsOf(rows, organization, name)
      }, orDieSql),

      lockWithin: Effect.fnUntraced(function*(name, after, atMost) {
        const own = sortKey(name)
        const range = rangeBelow(own)
        const beyond = after === null ? sql`` : sql`AND z.sort_key > ${sortKey(after)}`
        const within = sql`z.displaced_on IS NULL ${beyond}
          AND (z.sort_key = ${own} OR (z.sort_key > ${range.after} AND z.sort_key < ${range.before}))`
        const last = sql`(SELECT z.sort_key FROM dns_zones z WHERE ${within}
          ORDER BY z.sort_key LIMIT 1 OFFSET ${atMost - 1})`
        const rows = yield* sql<ZoneRow>`${selection.zone} WHERE ${within}
          AND z.sort_key <= COALESCE(${last}, ${range.before})
          ORDER BY z.sort_key, z.created_on, z.dns_zone_id ${forNoKeyUpdateOf("s")}`
        // A zone may have been displaced while its row was locked by others.
        return rows.map(zoneOf).filter(({ displaced_on }) => displaced_on === null)
      }, orDieSql),

      servedBelow: Effect.fnUntraced(function*(name, after, { except, proof }) {
        const { before } = rangeBelow(sortKey(name))
        const rows = yield* sql<ServedRow>`SELECT z.dns_zone_id, z.name, z.organization_id, s.proof, s.checked_on
          FROM dns_zones z JOIN dns_zone_states s ON s.dns_zone_id = z.dns_zone_id
          WHERE z.is_served = ${yes} AND z.sort_key > ${sortKey(after)} AND z.sort_key < ${before}
          ${except === undefined ? sql`` : sql`AND z.organization_id <> ${except}`}
          ${proof === undefined ? sql`` : sql`AND s.proof = ${proof}`}
          ORDER BY z.sort_key`
        return rows.map((row) => ({ ...row, checked_on: row.checked_on === null ? null : readInstant(row.checked_on) }))
      }, orDieSql),

      withhold: Effect.fnUntraced(function*(zones) {
        if (zones.length === 0) return
        yield* sql`UPDATE dns_zone_states SET is_served = ${no} WHERE dns_zone_id ${oneOf(zones)}`
        yield* sql`UPDATE dns_zones SET is_served = ${no} WHERE dns_zone_id ${oneOf(zones)}`
      }, orDieSql),

      servedAround: Effect.fnUntraced(function*(name, above) {
        const own = sortKey(name)
        const { after, before } = rangeBelow(own)
        const rows = yield* sql<ZoneRow>`${selection.zone} WHERE z.is_served = ${yes}
          AND z.sort_key >= ${own} AND z.sort_key < ${before} AND (z.sort_key = ${own} OR z.sort_key > ${after})
          UNION ALL ${selection.zone} WHERE z.is_served = ${yes} AND z.name ${oneOf(above)}`
        // A name is longer than the names above it.
        return rows.map(zoneOf).toSorted((left, right) => left.name.length - right.name.length)
      }, orDieSql),

      servedAfter: Effect.fnUntraced(function*(after, atMost) {
        const rows = yield* sql<ZoneRow>`${selection.zone} WHERE z.is_served = ${yes}
          AND z.sort_key > ${after === null ? "" : sortKey(after)} ORDER BY z.sort_key LIMIT ${atMost}`
        return rows.map(zoneOf)
      }, orDieSql),

      isServedBelow: Effect.fnUntraced(function*(name) {
        const { after, before } = rangeBelow(sortKey(name))
        const rows = yield* sql`SELECT 1 AS one FROM dns_zones
          WHERE is_served = ${yes} AND sort_key > ${after} AND sort_key < ${before} ORDER BY sort_key LIMIT 1`
        return rows.length > 0
      }, orDieSql),

      served: Effect.fnUntraced(function*(names) {
        if (names.length === 0) return new Map<DnsName.DnsName, Zone>()
        const rows = yield* sql<ZoneRow>`${selection.zone} WHERE z.name ${oneOf(names)} AND z.is_served = ${yes}`
        return new Map(rows.map((row) => [row.name, zoneOf(row)]))
      }, orDieSql),

      lastSerial: Effect.fnUntraced(function*(name) {
        const [row] = yield* sql<{ readonly serial: number | null }>`SELECT ${exact("MAX(serial)")} AS serial FROM (
          SELECT serial FROM dns_removed_zones WHERE name = ${name}
          UNION ALL SELECT s.serial FROM dns_zones z JOIN dns_zone_states s ON s.dns_zone_id = z.dns_zone_id
          WHERE z.sort_key = ${sortKey(name)}) AS serials`
        return row?.serial ?? 0
      }, orDieSql),

      trusted: Effect.fnUntraced(function*(organizations) {
        if (organizations.length === 0) return new Set<OrganizationId>()
        const rows = yield* sql<{ readonly organization_id: OrganizationId }>`SELECT organization_id
          FROM dns_trusted_organizations WHERE organization_id IN ${texts(organizations)}`
        return new Set(rows.map(({ organization_id }) => organization_id))
      }, orDieSql),

      setTrusted: Effect.fnUntraced(function*(organization, is_trusted, now) {
        return (yield* affected(
          is_trusted
            ? sql`INSERT INTO dns_trusted_organizations (organization_id, trusted_on) VALUES (${organization}, ${
              at(now)
            })
              ON CONFLICT (organization_id) DO NOTHING`
            : sql`DELETE FROM dns_trusted_organizations WHERE organization_id = ${organization}`
        )) > 0
      }, orDieSql),

      namesAfter: Effect.fnUntraced(function*(organization, after, atMost) {
        const rows = yield* sql<Pick<Zone, "name">>`SELECT name FROM dns_zones
          WHERE organization_id = ${organization} AND name > ${after ?? ""} AND displaced_on IS NULL
          ORDER BY name LIMIT ${atMost}`
        return rows.map(({ name }) => name)
      }, orDieSql),

      checkSoon: Effect.fnUntraced(function*(names, now) {
        yield* sql`UPDATE dns_zone_states SET check_due_on = ${at(now)} WHERE dns_zone_id IN (
          SELECT dns_zone_id FROM dns_zones WHERE sort_key ${oneOf(names.map(sortKey))} AND displaced_on IS NULL)`
      }, orDieSql),

      leaseDueChecks: Effect.fnUntraced(function*(atMost, now, until) {
        const due = sql`FROM dns_zone_states WHERE check_due_on <= ${at(now)}
          ORDER BY check_due_on LIMIT ${atMost} ${skipLocked}`
        const rows = yield* sql<Identified>`UPDATE dns_zone_states SET check_due_on = ${at(until)}
          WHERE ${rowsOf(due)} RETURNING dns_zone_id`
        return rows.map(({ dns_zone_id }): ZoneId => dns_zone_id)
      }, orDieSql),

      beginCheck: Effect.fnUntraced(function*(zone, now, { endedSince, lostSince }) {
        const begun = yield* affected(
          sql`UPDATE dns_zone_states SET check_begun_on = ${at(now)}, check_ended_on = NULL
            WHERE dns_zone_id = ${zone} AND (check_begun_on IS NULL OR check_ended_on <= ${at(endedSince)}
              OR (check_ended_on IS NULL AND check_begun_on <= ${at(lostSince)}))`
        )
        if (begun > 0) return "begun"
        const [running] = yield* sql`SELECT dns_zone_id FROM dns_zone_states
          WHERE dns_zone_id = ${zone} AND check_ended_on IS NULL`
        return running === undefined ? "recent" : "running"
      }, orDieSql),

      endCheck: Effect.fnUntraced(function*(zone, now) {
        yield* sql`UPDATE dns_zone_states SET check_ended_on = ${at(now)} WHERE dns_zone_id = ${zone}`
      }, orDieSql),

      displacedBefore: Effect.fnUntraced(function*(before, atMost) {
        const rows = yield* sql<Identified>`SELECT dns_zone_id FROM dns_zones
          WHERE displaced_on IS NOT NULL AND displaced_on < ${at(before)}
          ORDER BY displaced_on, dns_zone_id LIMIT ${atMost}`
        return rows.map(({ dns_zone_id }): ZoneId => dns_zone_id)
      }, orDieSql),

      secret: orDieSql(Effect.map(
        sql<{ readonly secret: string }>`SELECT secret FROM dns_challenge_secret WHERE secret_no = 1`,
        ([row]) => Option.map(Option.fromUndefinedOr(row), ({ secret }) => secret)
      )),

      keepSecret: Effect.fnUntraced(function*(sealed) {
        const [row] = yield* sql<{ readonly secret: string }>`INSERT INTO dns_challenge_secret (secret_no, secret)
          VALUES (1, ${sealed})
          ON CONFLICT (secret_no) DO UPDATE SET secret = dns_challenge_secret.secret RETURNING secret`
        return row === undefined ? yield* Effect.die(new Error("No challenge secret was stored")) : row.secret
      }, orDieSql)
    })
  })
)

const surroundingsOf = (
  rows: ReadonlyArray<SurroundingRow>,
  organization: OrganizationId,
  name: DnsName.DnsName
): NameSurroundings => {
  const ofName = rows.filter((row) => row.name === name)
  const serials = ofName.flatMap(({ serial }) => serial ?? [])
  const [nearest] = rows.filter((row) => row.name !== name && isTrue(row.is_served)).toSorted((left, right) =>
    (right.name?.length ?? 0) - (left.name?.length ?? 0)
  )
  return {
    last_serial: serials.length === 0 ? null : Math.max(...serials),
    own: ofName.find((row) => row.organization_id === organization && !isTrue(row.is_displaced))?.dns_zone_id ?? null,
    served_for: ofName.find((row) => isTrue(row.is_served))?.organization_id ?? null,
    above: nearest === undefined ? null : aboveOf(nearest),
    is_trusted: rows.some((row) => (row.name ?? null) === null)
  }
}

const aboveOf = ({ dns_zone_id, name, organization_id, proof }: SurroundingRow): NameSurroundings["above"] =>
  dns_zone_id === undefined || name === undefined || organization_id === undefined
    ? null
    : { dns_zone_id, name, organization_id, proof }
