import { type ZoneId, ZoneKey, ZoneKeyStore, ZoneSigningProgress } from "@namewright/core/dns"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { BooleanColumn, InstantColumn, IntegerColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { rowReads } from "../RowReads.ts"

const KeyRow = Schema.Struct({
  ...ZoneKey.fields,
  is_delegated: BooleanColumn,
  created_on: InstantColumn
})

const ProgressRow = Schema.Struct({
  ...ZoneSigningProgress.fields,
  serial: IntegerColumn,
  due_on: Schema.NullOr(InstantColumn),
  is_exposed: BooleanColumn,
  retreats: BooleanColumn,
  renew_on: InstantColumn
})

const changing = Object.keys(ProgressRow.fields).filter((column) => column !== "dns_zone_id")

export const layer = Layer.effect(
  ZoneKeyStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { bool, false: isFalse, forUpdate, skipLocked, texts, true: isTrue } = dialect(sql)
    const encodeKey = Schema.encodeSync(KeyRow)
    const encodeProgress = Schema.encodeSync(ProgressRow)
    const encodeInstant = Schema.encodeSync(InstantColumn)
    const storedKeys = rowReads(sql, "dns_zone_keys", KeyRow)
    const storedProgress = rowReads(sql, "dns_zone_signing", ProgressRow)

    return ZoneKeyStore.of({
      insert: Effect.fnUntraced(function*(key) {
        yield* sql`INSERT INTO dns_zone_keys
          ${sql.insert({ ...encodeKey(key), is_delegated: bool(key.is_delegated) })}`
      }, orDieSql),

      ofZones: Effect.fnUntraced(function*(zones) {
        if (zones.length === 0) return new Map()
        const keys = yield* storedKeys.all(
          sql`dns_zone_id IN ${texts(zones)}`,
          sql`ORDER BY created_on, zone_key_id`
        )
        return Map.groupBy(keys, ({ dns_zone_id }) => dns_zone_id)
      }),

      delegate: Effect.fnUntraced(function*(zone, keys) {
        yield* sql`UPDATE dns_zone_keys
          SET is_delegated = CASE WHEN zone_key_id IN ${texts(keys)} THEN ${isTrue} ELSE ${isFalse} END
          WHERE dns_zone_id = ${zone}`
      }, orDieSql),

      remove: Effect.fnUntraced(function*(keys) {
        yield* sql`DELETE FROM dns_zone_keys WHERE zone_key_id IN ${texts(keys)}`
      }, orDieSql),

      progress: (zone) => storedProgress.first(sql`dns_zone_id = ${zone}`),

      progressOf: Effect.fnUntraced(function*(zones) {
        if (zones.length === 0) return new Map()
        const found = yield* storedProgress.all(sql`dns_zone_id IN ${texts(zones)}`)
        return new Map(found.map((progress) => [progress.dns_zone_id, progress]))
      }),

      lockProgress: (zone) => storedProgress.first(sql`dns_zone_id = ${zone}`, forUpdate),

      saveProgress: Effect.fnUntraced(function*(progress) {
        const row = {
          ...encodeProgress(progress),
          is_exposed: bool(progress.is_exposed),
          retreats: bool(progress.retreats)
        }
        const excluded = changing.map((column) => `${column} = excluded.${column}`).join(", ")
        yield* sql`INSERT INTO dns_zone_signing ${sql.insert(row)}
          ON CONFLICT (dns_zone_id) DO UPDATE SET ${sql.literal(excluded)}`
      }, orDieSql),

      leaseDueRenewals: Effect.fnUntraced(function*(atMost, now, until) {
        const rows = yield* sql<{ readonly dns_zone_id: ZoneId }>`SELECT dns_zone_id FROM dns_zone_signing
          WHERE state <> 'unsigned' AND renew_on <= ${encodeInstant(now)}
          ORDER BY renew_on, dns_zone_id LIMIT ${atMost} ${skipLocked}`
        const due = rows.map(({ dns_zone_id }) => dns_zone_id)
        if (due.length === 0) return []
        yield* sql`UPDATE dns_zone_signing SET renew_on = ${encodeInstant(until)} WHERE dns_zone_id IN ${texts(due)}`
        return due
      }, orDieSql)
    })
  })
)
