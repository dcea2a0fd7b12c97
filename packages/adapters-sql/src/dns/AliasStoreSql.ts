import { AliasStore, DnsName, type StoredAlias, ZoneId } from "@namewright/core/dns"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, json, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { rowReads } from "../RowReads.ts"

const AliasRow = Schema.Struct({
  dns_zone_id: ZoneId,
  zone_name: DnsName.DnsName,
  name: DnsName.DnsName,
  target: DnsName.DnsName,
  ipv4: json(Schema.Array(Schema.String)),
  ipv6: json(Schema.Array(Schema.String)),
  ttl: Schema.Int,
  due_on: InstantColumn
})

const at = Schema.encodeSync(InstantColumn)

export const layer = Layer.effect(
  AliasStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { rowsOf, skipLocked } = dialect(sql)
    const encode = Schema.encodeSync(AliasRow)
    const stored = rowReads(sql, "dns_aliases", AliasRow)

    return AliasStore.of({
      ofZone: (zone) => stored.all(sql`dns_zone_id = ${zone}`, sql`ORDER BY name`),

      add: Effect.fnUntraced(function*(aliases) {
        // A different target replaces the row. With the same target the stored addresses stay, because they may be
        // served already.
        yield* Effect.forEach(aliases, (alias) =>
          sql`INSERT INTO dns_aliases ${sql.insert(encode(alias))}
            ON CONFLICT (dns_zone_id, name) DO UPDATE SET target = excluded.target, ipv4 = excluded.ipv4,
              ipv6 = excluded.ipv6, ttl = excluded.ttl, due_on = excluded.due_on
            WHERE dns_aliases.target <> excluded.target`, { discard: true })
      }, orDieSql),

      update: Effect.fnUntraced(function*(alias: StoredAlias) {
        const { dns_zone_id, due_on, ipv4, ipv6, name, target, ttl } = encode(alias)
        yield* sql`UPDATE dns_aliases SET ipv4 = ${ipv4}, ipv6 = ${ipv6}, ttl = ${ttl}, due_on = ${due_on}
          WHERE dns_zone_id = ${dns_zone_id} AND name = ${name} AND target = ${target}`
      }, orDieSql),

      remove: Effect.fnUntraced(function*(zone, name) {
        yield* sql`DELETE FROM dns_aliases WHERE dns_zone_id = ${zone} AND name = ${name}`
      }, orDieSql),

      claim: (atMost, now, until) =>
        stored.allOf(
          sql`UPDATE dns_aliases SET due_on = ${at(until)}
            WHERE ${
            rowsOf(
              sql`FROM dns_aliases WHERE due_on <= ${at(now)} ORDER BY due_on LIMIT ${atMost} ${skipLocked}`
            )
          }
            RETURNING ${stored.columns}`
        )
    })
  })
)
