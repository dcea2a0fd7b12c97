import type { EarlierRrset, ZoneChange, ZoneId, ZoneIdentity } from "@namewright/core/dns"
import { offset, type PageRequest } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { changeOf, type ChangeRow, changeRow, versionOf, type VersionRow } from "./ZoneHistoryRow.ts"

/** Changes of one page when an earlier version is reconstructed. */
const changesAtATime = 200

/** True for a change of the platform that does not affect records, nameservers and DNSSEC status of a zone. */
const isWithoutRecords = ({ after, before, changed_by, rrsets }: ZoneChange): boolean =>
  before !== null && rrsets.length === 0 && changed_by === null && before.rname === after.rname
  && before.dnssec_status === after.dnssec_status && before.nameservers.join() === after.nameservers.join()

/** True if the change created the serial, or if the entry combines several changes including that one. */
const isReached = (change: ZoneChange, serial: number): boolean =>
  change.serial === serial
  || isWithoutRecords(change) && change.before !== null && change.before.serial < serial && serial < change.serial

/** History of zones. */
export const zoneHistory = (sql: SqlClient.SqlClient) => {
  const { count, exact } = dialect(sql)
  const version = sql`SELECT changeset_id, dns_zone_id, ${exact("serial")} AS serial, cause, changed_by, changed_on,
    num_changes`

  const insert = (change: ZoneChange, zone: ZoneIdentity["name"]) =>
    sql`INSERT INTO dns_zone_changes ${sql.insert(changeRow(change, zone))}`

  /**
   * Statement that appends a change. Consecutive changes that do not affect records, such as new addresses of an ALIAS,
   * are combined in one entry under the last serial, because a zone may have one every minute.
   */
  const append = Effect.fnUntraced(function*(change: ZoneChange, zone: ZoneIdentity["name"]) {
    if (change.before === null || !isWithoutRecords(change)) return insert(change, zone)
    const [row] = yield* sql<ChangeRow>`${version}, content FROM dns_zone_changes
      WHERE dns_zone_id = ${change.dns_zone_id} AND serial = ${change.before.serial} AND cause = ${change.cause}`
    const last = row && changeOf(row, zone)
    if (last === undefined || !isWithoutRecords(last)) return insert(change, zone)
    const { dns_zone_id, ...joined } = changeRow({ ...change, before: last.before }, zone)
    return sql`UPDATE dns_zone_changes SET ${sql.update(joined)}
      WHERE dns_zone_id = ${dns_zone_id} AND serial = ${last.serial}`
  })

  return {
    insert,
    append,
    reads: {
      versions: Effect.fnUntraced(function*(id: ZoneId, page: PageRequest) {
        const rows = yield* sql<VersionRow>`${version} FROM dns_zone_changes WHERE dns_zone_id = ${id}
          ORDER BY serial DESC LIMIT ${page.page_size} OFFSET ${offset(page)}`
        const [total] = yield* sql<{ readonly n: number }>`SELECT ${count} AS n FROM dns_zone_changes
          WHERE dns_zone_id = ${id}`
        return { items: rows.map(versionOf), total: total?.n ?? 0, ...page }
      }, orDieSql),

      version: Effect.fnUntraced(function*(zone: ZoneIdentity, serial: number) {
        const [row] = yield* sql<ChangeRow>`${version}, content FROM dns_zone_changes
          WHERE dns_zone_id = ${zone.dns_zone_id} AND serial = ${serial}`
        return Option.map(Option.fromUndefinedOr(row), (found) => changeOf(found, zone.name))
      }, orDieSql),

      earlier: Effect.fnUntraced(function*(zone: ZoneIdentity, serial: number) {
        const page = (before: number | null) =>
          sql<ChangeRow>`${version}, content FROM dns_zone_changes WHERE dns_zone_id = ${zone.dns_zone_id}
            AND serial >= ${serial}${before === null ? sql`` : sql` AND serial < ${before}`}
            ORDER BY serial DESC LIMIT ${changesAtATime}`
        const found = new Map<string, EarlierRrset>()
        let rows = yield* page(null)
        for (;;) {
          for (const row of rows) {
            const change = changeOf(row, zone.name)
            if (isReached(change, serial)) return Option.some([...found.values()])
            for (const { before, name, type } of change.rrsets) {
              found.set(`${name} ${type}`, { name, type, rrset: before })
            }
          }
          const last = rows.at(-1)
          if (last === undefined) return Option.none()
          rows = yield* page(last.serial)
        }
      }, orDieSql),

      changesAfter: Effect.fnUntraced(function*(zone: ZoneIdentity, serial: number, atMost: number) {
        const rows = yield* sql<ChangeRow>`${version}, content FROM dns_zone_changes
          WHERE dns_zone_id = ${zone.dns_zone_id} AND serial >= ${serial} ORDER BY serial LIMIT ${atMost + 2}`
        const reachesBack = rows[0]?.serial === serial && rows.length <= atMost + 1
        return reachesBack ? Option.some(rows.slice(1).map((row) => changeOf(row, zone.name))) : Option.none()
      }, orDieSql)
    }
  }
}
