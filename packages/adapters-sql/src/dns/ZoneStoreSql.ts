import {
  DnsName,
  type DnssecStatus,
  domainParts,
  type Zone,
  ZoneAlreadyExists,
  type ZoneSelector,
  ZoneStore
} from "@namewright/core/dns"
import type { Instant } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Option } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { onUniqueViolation, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { FewRows } from "../tags/TagConditions.ts"
import { together } from "../together.ts"
import { announcement } from "./announcement.ts"
import { rrsetPieces, zoneRrsets } from "./RrsetsSql.ts"
import { sortKeyOf } from "./SortKey.ts"
import { zoneHistory } from "./ZoneHistorySql.ts"
import { zoneList } from "./ZoneListSql.ts"
import { contentOf, type ContentRow, stateOf, visibilityOf, zoneOf, type ZoneRow, zoneSelection } from "./ZoneRow.ts"
import { zoneTags } from "./ZoneTagsSql.ts"

export const layer = Layer.effect(
  ZoneStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const words = dialect(sql)
    const { forNoKeyUpdateOf, forUpdate, isPostgres, shard, true: isTrue, whole } = words
    const selection = zoneSelection(sql)
    const list = zoneList(sql, yield* FewRows)
    const rrsets = zoneRrsets(sql)
    const history = zoneHistory(sql)

    /** Conditions and order that select one zone. Its state is read from the locked row, never from `z`. */
    const selected = (zone: ZoneSelector): Statement.Fragment => {
      if (typeof zone === "string") return sql`z.dns_zone_id = ${zone}`
      return "served" in zone
        ? sql`z.name = ${zone.served} AND z.is_served = ${isTrue}`
        : sql`z.organization_id = ${zone.organization_id} AND z.name = ${zone.name}
          ORDER BY z.displaced_on IS NOT NULL, z.created_on DESC, z.dns_zone_id DESC LIMIT 1`
    }

    const first = (zone: ZoneSelector, lock: Statement.Fragment) =>
      orDieSql(Effect.map(
        sql<ZoneRow>`${selection.zone} WHERE ${selected(zone)} ${lock}`,
        ([row]) => row === undefined ? Option.none() : Option.some(zoneOf(row))
      ))

    const countChange = (zone: Zone, change: 1 | -1) =>
      sql`INSERT INTO dns_zone_counts (organization_id, suffix, dnssec_status, shard, zones)
        VALUES (${zone.organization_id}, ${domainParts(zone.name).suffix ?? ""}, ${zone.dnssec_status}, ${shard},
          ${change})
        ON CONFLICT (organization_id, suffix, dnssec_status, shard) DO UPDATE
        SET zones = dns_zone_counts.zones + excluded.zones`

    /** Updates the columns by which zones are listed and found. */
    const relist = (before: Zone, after: Zone) => {
      const { dns_zone_id, dnssec_status, vanity_nameserver_set_id } = after
      return before.dnssec_status === dnssec_status && before.vanity_nameserver_set_id === vanity_nameserver_set_id
          && before.is_served === after.is_served && before.displaced_on === after.displaced_on
        ? []
        : [sql`UPDATE dns_zones
          SET ${sql.update({ dnssec_status, vanity_nameserver_set_id, ...visibilityOf(after, words) })}
          WHERE dns_zone_id = ${dns_zone_id}`]
    }

    const announced = (zone: Zone, due_on: Instant.Instant | undefined) =>
      due_on === undefined ? [] : [announcement(sql, [zone], due_on)]

    const restate = (zone: Zone) =>
      sql`UPDATE dns_zone_states SET ${sql.update(stateOf(zone, words))} WHERE dns_zone_id = ${zone.dns_zone_id}`

    return ZoneStore.of({
      find: (zone) => first(zone, sql``),

      named: Effect.fnUntraced(function*(name) {
        const rows = yield* sql<ZoneRow>`${selection.zone} WHERE z.sort_key = ${sortKeyOf(name, DnsName.root)}
          ORDER BY z.displaced_on IS NOT NULL, z.is_served DESC, z.created_on DESC, z.dns_zone_id DESC`
        return rows.map(zoneOf)
      }, orDieSql),

      content: Effect.fnUntraced(function*(zone: ZoneSelector) {
        const [row] = yield* sql<ContentRow>`${selection.content} WHERE ${selected(zone)}`
        return row === undefined ? Option.none() : Option.some(contentOf(row))
      }, orDieSql),

      lock: (zone) => first(zone, forNoKeyUpdateOf("s")),

      insert: Effect.fnUntraced(function*(zone, initial, change, due_on) {
        const { dns_zone_id, dnssec_status, name, organization_id, vanity_nameserver_set_id } = zone
        const identity = {
          dns_zone_id,
          organization_id,
          name,
          suffix: domainParts(name).suffix,
          created_on: DateTime.formatIso(zone.created_on)
        }
        const listed = {
          ...identity,
          sort_key: sortKeyOf(name, DnsName.root),
          dnssec_status,
          vanity_nameserver_set_id,
          ...visibilityOf(zone, words)
        }
        const search = sql`INSERT INTO dns_zone_search (rowid, name)
          SELECT search_row, name FROM dns_zones WHERE dns_zone_id = ${dns_zone_id}`
        const [piece = [], ...others] = rrsetPieces(initial)
        yield* together(sql, [
          sql`INSERT INTO dns_zones ${sql.insert(listed)}`,
          ...isPostgres ? [] : [search],
          sql`INSERT INTO dns_zone_states ${sql.insert({ ...identity, ...stateOf(zone, words) })}`,
          ...rrsets.upsert(zone, piece),
          history.insert(change, name),
          countChange(zone, 1),
          ...announced(zone, due_on)
        ]).pipe(
          Effect.andThen(rrsets.upsertPieces(zone, others)),
          onUniqueViolation(() => new ZoneAlreadyExists({ zone_name: name }))
        )
      }),

      save: Effect.fnUntraced(function*(before, after, change, due_on) {
        const [piece = [], ...others] = rrsetPieces(change.rrsets.flatMap((rrset) => rrset.after ?? []))
        const appended = yield* history.append(change, after.name)
        yield* together(sql, [
          ...rrsets.upsert(after, piece),
          ...rrsets.remove(after, change.rrsets.filter((rrset) => rrset.after === null)),
          appended,
          restate(after),
          ...relist(before, after),
          ...announced(after, due_on)
        ])
        yield* rrsets.upsertPieces(after, others)
        if (before.dnssec_status !== after.dnssec_status) {
          yield* countChange(before, -1)
          yield* countChange(after, 1)
        }
      }, orDieSql),

      update: Effect.fnUntraced(function*(before, after) {
        yield* together(sql, [restate(after), ...relist(before, after)])
      }, orDieSql),

      remove: Effect.fnUntraced(function*(zone, expired) {
        const own = sql`dns_zone_id = ${zone.dns_zone_id}`
        // Transactions that assign tags to the zone lock this row.
        yield* sql`SELECT 1 AS one FROM dns_zones WHERE ${own} ${forUpdate}`
        yield* sql`DELETE FROM dns_zone_tags WHERE ${own}`
        if (!isPostgres) {
          yield* sql`DELETE FROM dns_zone_search WHERE rowid = (SELECT search_row FROM dns_zones WHERE ${own})`
        }
        yield* sql`DELETE FROM dns_rrsets WHERE ${own}`
        yield* sql`DELETE FROM dns_zone_keys WHERE ${own}`
        yield* sql`DELETE FROM dns_zone_signing WHERE ${own}`
        yield* sql`DELETE FROM dns_zone_changes WHERE ${own}`
        yield* sql`DELETE FROM dns_zone_states WHERE ${own}`
        yield* sql`DELETE FROM dns_zones WHERE ${own}`
        yield* countChange(zone, -1)
        yield* sql`INSERT INTO dns_removed_zones (name, serial) VALUES (${zone.name}, ${zone.serial})
          ON CONFLICT (name) DO UPDATE SET serial = excluded.serial WHERE excluded.serial > dns_removed_zones.serial`
        yield* sql`DELETE FROM dns_removed_zones WHERE serial < ${expired}`
      }, orDieSql),

      list: Effect.fnUntraced(function*(organization, filter, sort, page) {
        const { rows, total } = yield* list(organization, filter, sort, page)
        return { items: rows.map(contentOf), total, ...page }
      }, orDieSql),

      counts: Effect.fnUntraced(function*(organization) {
        const rows = yield* sql<{ readonly dnssec_status: DnssecStatus; readonly n: number }>`SELECT dnssec_status,
          ${
          whole("SUM(zones)")
        } AS n FROM dns_zone_counts WHERE organization_id = ${organization} GROUP BY dnssec_status`
        const of = (status: DnssecStatus) => rows.find(({ dnssec_status }) => dnssec_status === status)?.n ?? 0
        const zones_by_dnssec = { enabled: of("enabled"), disabled: of("disabled") }
        return { total_zones: zones_by_dnssec.enabled + zones_by_dnssec.disabled, zones_by_dnssec }
      }, orDieSql),

      ...zoneTags(sql),
      rrsetsAt: rrsets.at,
      rrsetsBelow: rrsets.below,
      childRrsets: rrsets.children,
      ...history.reads
    })
  })
)
