import {
  type DnsName,
  type DnssecStatus,
  domainParts,
  type Zone,
  ZoneAlreadyExists,
  ZoneId,
  ZoneStore
} from "@namewright/core/dns"
import type { Instant, OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { onUniqueViolation, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { FewRows } from "../tags/TagConditions.ts"
import { together } from "../together.ts"
import { announcement } from "./announcement.ts"
import { zoneRrsets } from "./RrsetsSql.ts"
import { zoneHistory } from "./ZoneHistorySql.ts"
import { zoneList } from "./ZoneListSql.ts"
import { contentOf, type ContentRow, stateOf, zoneOf, type ZoneRow, zoneSelection } from "./ZoneRow.ts"
import { zoneTags } from "./ZoneTagsSql.ts"

const isZoneId = Schema.is(ZoneId)

export const layer = Layer.effect(
  ZoneStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { exact, forNoKeyUpdateOf, forUpdate, isPostgres, oneOf, shard, texts, whole } = dialect(sql)
    const selection = zoneSelection(sql)
    const list = zoneList(sql, yield* FewRows)
    const rrsets = zoneRrsets(sql)
    const history = zoneHistory(sql)

    const first = (where: Statement.Fragment) =>
      orDieSql(Effect.map(
        sql<ZoneRow>`${selection.zone} WHERE ${where}`,
        ([row]) => row === undefined ? Option.none() : Option.some(zoneOf(row))
      ))

    const countChange = (zone: Zone, change: 1 | -1) =>
      sql`INSERT INTO dns_zone_counts (organization_id, suffix, dnssec_status, shard, zones)
        VALUES (${zone.organization_id}, ${domainParts(zone.name).suffix ?? ""}, ${zone.dnssec_status}, ${shard},
          ${change})
        ON CONFLICT (organization_id, suffix, dnssec_status, shard) DO UPDATE
        SET zones = dns_zone_counts.zones + excluded.zones`

    /** What lists look for beside the zone itself. */
    const relist = (before: Zone, { dns_zone_id, dnssec_status, vanity_nameserver_set_id }: Zone) =>
      before.dnssec_status === dnssec_status && before.vanity_nameserver_set_id === vanity_nameserver_set_id
        ? []
        : [sql`UPDATE dns_zones SET ${sql.update({ dnssec_status, vanity_nameserver_set_id })}
          WHERE dns_zone_id = ${dns_zone_id}`]

    const announced = (zone: Zone, due_on: Instant.Instant | undefined) =>
      due_on === undefined ? [] : [announcement(sql, [zone], due_on)]

    const restate = (zone: Zone) =>
      sql`UPDATE dns_zone_states SET ${sql.update(stateOf(zone))} WHERE dns_zone_id = ${zone.dns_zone_id}`

    return ZoneStore.of({
      find: (name) => first(sql`z.name = ${name}`),

      findById: (id) => first(sql`z.dns_zone_id = ${id}`),

      content: Effect.fnUntraced(function*(zone: DnsName.DnsName | ZoneId) {
        const where = isZoneId(zone) ? sql`z.dns_zone_id = ${zone}` : sql`z.name = ${zone}`
        const [row] = yield* sql<ContentRow>`${selection.content} WHERE ${where}`
        return row === undefined ? Option.none() : Option.some(contentOf(row))
      }, orDieSql),

      lock: (name) => first(sql`z.name = ${name} ${forNoKeyUpdateOf("s")}`),

      existing: Effect.fnUntraced(function*(names) {
        if (names.length === 0) return new Set<DnsName.DnsName>()
        const rows = yield* sql<Pick<Zone, "name">>`SELECT name FROM dns_zones WHERE name IN ${texts(names)}`
        return new Set(rows.map(({ name }) => name))
      }, orDieSql),

      surroundings: Effect.fnUntraced(function*(name, above) {
        const rows = yield* sql<{ readonly serial: number | null; readonly organization_id: OrganizationId | null }>`
          SELECT ${exact("serial")} AS serial, NULL AS organization_id FROM dns_removed_zones WHERE name = ${name}
          UNION ALL SELECT NULL, organization_id FROM dns_zones WHERE name ${oneOf(above)}`
        return {
          last_serial: rows.find(({ serial }) => serial !== null)?.serial ?? null,
          owners_above: rows.flatMap(({ organization_id }) => organization_id ?? [])
        }
      }, orDieSql),

      insert: Effect.fnUntraced(function*(zone, initial, change, due_on) {
        const { dns_zone_id, dnssec_status, name, organization_id, vanity_nameserver_set_id } = zone
        const identity = {
          dns_zone_id,
          organization_id,
          name,
          suffix: domainParts(name).suffix,
          created_on: DateTime.formatIso(zone.created_on)
        }
        const search = sql`INSERT INTO dns_zone_search (rowid, name)
          SELECT search_row, name FROM dns_zones WHERE dns_zone_id = ${dns_zone_id}`
        yield* together(sql, [
          sql`INSERT INTO dns_zones ${sql.insert({ ...identity, dnssec_status, vanity_nameserver_set_id })}`,
          ...isPostgres ? [] : [search],
          sql`INSERT INTO dns_zone_states ${sql.insert({ ...identity, ...stateOf(zone) })}`,
          ...rrsets.upsert(zone, initial),
          history.append(change, name),
          countChange(zone, 1),
          ...announced(zone, due_on)
        ]).pipe(onUniqueViolation(() => new ZoneAlreadyExists({ zone_name: name })))
      }),

      save: Effect.fnUntraced(function*(before, after, change, due_on) {
        yield* together(sql, [
          ...rrsets.upsert(after, change.rrsets.flatMap((rrset) => rrset.after ?? [])),
          ...rrsets.remove(after, change.rrsets.filter((rrset) => rrset.after === null)),
          history.append(change, after.name),
          restate(after),
          ...relist(before, after),
          ...announced(after, due_on)
        ])
        if (before.dnssec_status !== after.dnssec_status) {
          yield* countChange(before, -1)
          yield* countChange(after, 1)
        }
      }, orDieSql),

      update: Effect.fnUntraced(function*(zone) {
        yield* restate(zone)
      }, orDieSql),

      remove: Effect.fnUntraced(function*(zone, forgettable) {
        const own = sql`dns_zone_id = ${zone.dns_zone_id}`
        // Who puts tags on the zone holds this row.
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
          ON CONFLICT (name) DO UPDATE SET serial = excluded.serial`
        yield* sql`DELETE FROM dns_removed_zones WHERE serial < ${forgettable}`
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
      ...history.reads
    })
  })
)
