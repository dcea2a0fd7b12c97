import { MaintenanceNotice, RegistryMaintenanceStore } from "@namewright/core/registry"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, json, orDieSql } from "../Codecs.ts"

const Row = Schema.Struct({
  registry: Schema.String,
  ended_on: Schema.NullOr(InstantColumn),
  notice: json(MaintenanceNotice)
})
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))
const encodeNotice = Schema.encodeSync(json(MaintenanceNotice))
const instant = Schema.encodeSync(InstantColumn)

export const layer = Layer.effect(
  RegistryMaintenanceStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    return RegistryMaintenanceStore.of({
      put: Effect.fnUntraced(function*(registry, notice) {
        const { ends_on, maintenance_id, starts_on } = notice
        yield* sql`INSERT INTO registry_maintenances ${
          sql.insert({
            registry,
            maintenance_id,
            starts_on: instant(starts_on),
            ends_on: instant(ends_on),
            ended_on: null,
            notice: encodeNotice(notice)
          })
        } ON CONFLICT (registry, maintenance_id) DO UPDATE SET
          starts_on = excluded.starts_on, ends_on = excluded.ends_on, ended_on = NULL, notice = excluded.notice`
      }, orDieSql),

      end: Effect.fnUntraced(function*(registry, maintenanceId, on) {
        yield* sql`UPDATE registry_maintenances SET ended_on = ${instant(on)}
          WHERE registry = ${registry} AND maintenance_id = ${maintenanceId} AND ended_on IS NULL`
      }, orDieSql),

      since: Effect.fnUntraced(function*(since, limit) {
        const rows = yield* sql`SELECT registry, ended_on, notice FROM registry_maintenances
          WHERE ends_on > ${instant(since)} ORDER BY starts_on, registry, maintenance_id LIMIT ${limit}`
        return (yield* decodeRows(rows)).map(({ notice, ...row }) => ({ ...notice, ...row }))
      }, orDieSql)
    })
  })
)
