import { ZoneKey, ZoneKeyStore, ZoneSigningProgress } from "@namewright/core/dns"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { BooleanColumn, InstantColumn, IntegerColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"

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

const ZoneIdRow = Schema.Struct({ dns_zone_id: ZoneSigningProgress.fields.dns_zone_id })

const keyColumns = Object.keys(KeyRow.fields).join(", ")
const progressColumns = Object.keys(ProgressRow.fields).join(", ")
const changing = Object.keys(ProgressRow.fields).filter((column) => column !== "dns_zone_id")

export const layer = Layer.effect(
  ZoneKeyStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { bool, false: isFalse, forUpdate, texts, true: isTrue } = dialect(sql)
    const encodeKey = Schema.encodeSync(KeyRow)
    const encodeProgress = Schema.encodeSync(ProgressRow)
    const encodeInstant = Schema.encodeSync(InstantColumn)
    const decodeKeys = Schema.decodeUnknownEffect(Schema.Array(KeyRow))
    const decodeProgress = Schema.decodeUnknownEffect(Schema.Array(ProgressRow))
    const decodeIds = Schema.decodeUnknownEffect(Schema.Array(ZoneIdRow))

    const progressOf = (zone: string, lock: boolean) =>
      sql`SELECT ${sql.literal(progressColumns)} FROM dns_zone_signing WHERE dns_zone_id = ${zone}
        ${lock ? forUpdate : sql.literal("")}`.pipe(
        Effect.flatMap(decodeProgress),
        Effect.map(([found]) => Option.fromUndefinedOr(found)),
        orDieSql
      )

    return ZoneKeyStore.of({
      insert: Effect.fnUntraced(function*(key) {
        yield* sql`INSERT INTO dns_zone_keys
          ${sql.insert({ ...encodeKey(key), is_delegated: bool(key.is_delegated) })}`
      }, orDieSql),

      ofZones: Effect.fnUntraced(function*(zones) {
        if (zones.length === 0) return new Map()
        const rows = yield* sql`SELECT ${sql.literal(keyColumns)} FROM dns_zone_keys
          WHERE dns_zone_id IN ${texts(zones)} ORDER BY created_on, zone_key_id`
        return Map.groupBy(yield* decodeKeys(rows), ({ dns_zone_id }) => dns_zone_id)
      }, orDieSql),

      delegate: Effect.fnUntraced(function*(zone, keys) {
        yield* sql`UPDATE dns_zone_keys
          SET is_delegated = CASE WHEN zone_key_id IN ${texts(keys)} THEN ${isTrue} ELSE ${isFalse} END
          WHERE dns_zone_id = ${zone}`
      }, orDieSql),

      remove: Effect.fnUntraced(function*(keys) {
        yield* sql`DELETE FROM dns_zone_keys WHERE zone_key_id IN ${texts(keys)}`
      }, orDieSql),

      progress: (zone) => progressOf(zone, false),

      progressOf: Effect.fnUntraced(function*(zones) {
        if (zones.length === 0) return new Map()
        const rows = yield* sql`SELECT ${sql.literal(progressColumns)} FROM dns_zone_signing
          WHERE dns_zone_id IN ${texts(zones)}`
        return new Map((yield* decodeProgress(rows)).map((progress) => [progress.dns_zone_id, progress]))
      }, orDieSql),

      lockProgress: (zone) => progressOf(zone, true),

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

      dueForRenewal: Effect.fnUntraced(function*(now, limit) {
        const rows = yield* sql`SELECT dns_zone_id FROM dns_zone_signing
          WHERE state <> 'unsigned' AND renew_on <= ${encodeInstant(now)}
          ORDER BY renew_on, dns_zone_id LIMIT ${limit}`
        return (yield* decodeIds(rows)).map(({ dns_zone_id }) => dns_zone_id)
      }, orDieSql)
    })
  })
)
