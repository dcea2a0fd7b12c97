import { MaintenanceNotice, RegistryMaintenanceStore } from "@namewright/core/registry"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, json, orDieSql } from "../Codecs.ts"
import { rowReads } from "../RowReads.ts"

const Row = Schema.Struct({
  registry: Schema.String,
  ended_on: Schema.NullOr(InstantColumn),
  notice: json(MaintenanceNotice)
})
const encodeNotice = Schema.encodeSync(json(MaintenanceNotice))
const instant = Schema.encodeSync(InstantColumn)

export const layer = Layer.effect(
  RegistryMaintenanceStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const notices = rowReads(sql, "registry_maintenances", Row).map(({ notice, ...row }) => ({ ...notice, ...row }))

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

      since: (since, limit) =>
        notices.all(
          sql`ends_on > ${instant(since)}`,
          sql`ORDER BY starts_on, registry, maintenance_id LIMIT ${limit}`
        )
    })
  })
)
