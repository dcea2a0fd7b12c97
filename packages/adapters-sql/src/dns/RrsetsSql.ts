import type { DnsName, Rrset, RrsetChange, ZoneIdentity } from "@namewright/core/dns"
import { Array as Arr, Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { boundRows, recordset } from "../Recordset.ts"
import { rangeBelow, sortKeyOf } from "./SortKey.ts"
import { rrsetOf, type RrsetRow, rrsetRow } from "./ZoneRow.ts"

const columns = { sort_key: "key", type: "key", ttl: "integer", records: "text", protected_reason: "text" } as const

/** At most one statement; none if there is nothing to write. */
type Writes = ReadonlyArray<Statement.Statement<unknown>>

/** Splits RRsets into pieces that SQLite writes in a few milliseconds each, without yielding to the event loop. */
export const rrsetPieces = (rrsets: ReadonlyArray<Rrset>) => Arr.chunksOf(rrsets, boundRows)

/**
 * Statements about RRsets of zones. They use the primary key, so that their cost does not depend on the size of the
 * zone.
 */
export const zoneRrsets = (sql: SqlClient.SqlClient) => {
  const { oneOf } = dialect(sql)
  const select = sql`SELECT sort_key, type, ttl, records, protected_reason FROM dns_rrsets`

  const upsert = (zone: ZoneIdentity, rrsets: ReadonlyArray<Rrset>): Writes =>
    rrsets.length === 0
      ? []
      : [sql`INSERT INTO dns_rrsets (dns_zone_id, sort_key, type, ttl, records, protected_reason)
        SELECT ${zone.dns_zone_id}, x.sort_key, x.type, x.ttl, x.records, x.protected_reason
        FROM ${recordset(sql, columns, rrsets.map((rrset) => rrsetRow(rrset, zone.name)))} WHERE TRUE
        ON CONFLICT (dns_zone_id, sort_key, type) DO UPDATE
        SET ttl = excluded.ttl, records = excluded.records, protected_reason = excluded.protected_reason`]

  /** Deletes by sort key, so that the cost does not depend on the size of the zone. */
  const remove = (zone: ZoneIdentity, gone: ReadonlyArray<RrsetChange>): Writes => {
    const sortKeys = gone.map(({ name }) => sortKeyOf(name, zone.name))
    return gone.length === 0
      ? []
      : [
        sql`DELETE FROM dns_rrsets WHERE dns_zone_id = ${zone.dns_zone_id} AND sort_key ${oneOf([...new Set(sortKeys)])}
        AND type || ' ' || sort_key ${oneOf(gone.map(({ type }, index) => `${type} ${sortKeys[index]}`))}`
      ]
  }

  return {
    upsert,
    remove,

    /** Writes one piece after the other, and yields to the event loop between them. */
    upsertPieces: Effect.fnUntraced(function*(zone: ZoneIdentity, pieces: ReadonlyArray<ReadonlyArray<Rrset>>) {
      for (const piece of pieces) {
        yield* Effect.yieldNow
        for (const write of upsert(zone, piece)) yield* write
      }
    }),

    at: Effect.fnUntraced(function*(zone: ZoneIdentity, names: ReadonlyArray<DnsName.DnsName>) {
      if (names.length === 0) return []
      const sortKeys = [...new Set(names.map((name) => sortKeyOf(name, zone.name)))]
      const rows = yield* sql<RrsetRow>`${select}
        WHERE dns_zone_id = ${zone.dns_zone_id} AND sort_key ${oneOf(sortKeys)} ORDER BY sort_key, type`
      return rows.map((row) => rrsetOf(row, zone.name))
    }, orDieSql),

    children: Effect.fnUntraced(function*(zone: ZoneIdentity, first: DnsName.DnsName, last: DnsName.DnsName = first) {
      const [from, to] = [sortKeyOf(first, zone.name), sortKeyOf(last, zone.name)]
      const { after, before } = rangeBelow(to)
      const rows = yield* sql<RrsetRow>`${select} WHERE dns_zone_id = ${zone.dns_zone_id} AND sort_key >= ${from}${
        before === null ? sql`` : sql` AND sort_key < ${before}`
      } AND (sort_key <= ${to} OR sort_key > ${after}) AND protected_reason = 'CHILD_ZONE' ORDER BY sort_key, type`
      return rows.map((row) => rrsetOf(row, zone.name))
    }, orDieSql),

    below: Effect.fnUntraced(function*(zone: ZoneIdentity, name: DnsName.DnsName, atMost: number) {
      const { after, before } = rangeBelow(sortKeyOf(name, zone.name))
      const rows = yield* sql<RrsetRow>`${select}
        WHERE dns_zone_id = ${zone.dns_zone_id} AND sort_key > ${after}${
        before === null ? sql`` : sql` AND sort_key < ${before}`
      } ORDER BY sort_key, type LIMIT ${atMost}`
      return rows.map((row) => rrsetOf(row, zone.name))
    }, orDieSql)
  }
}
