import type { EarlierRrset, ZoneChange, ZoneId, ZoneIdentity } from "@namewright/core/dns"
import { offset, type PageRequest } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { changeOf, type ChangeRow, changeRow, versionOf, type VersionRow } from "./ZoneHistoryRow.ts"

/** Changes that are read at a time on the way back to an earlier version. */
const changesAtATime = 200

/** What led to each serial of a zone. */
export const zoneHistory = (sql: SqlClient.SqlClient) => {
  const { count, exact } = dialect(sql)
  const version = sql`SELECT changeset_id, dns_zone_id, ${exact("serial")} AS serial, cause, changed_by, changed_on,
    num_changes`

  const append = (change: ZoneChange, zone: ZoneIdentity["name"]) =>
    sql`INSERT INTO dns_zone_changes ${sql.insert(changeRow(change, zone))}`

  return {
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
            if (row.serial === serial) return Option.some([...found.values()])
            for (const { before, name, type } of changeOf(row, zone.name).rrsets) {
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
