import { RegistrarId, RegistrarIds } from "@namewright/core/registry"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, orDieSql } from "../Codecs.ts"
import { rowReads } from "../RowReads.ts"

const RegistrarIdRow = Schema.Struct({ ...RegistrarId.fields, seen_on: InstantColumn })

export const layer = Layer.effect(
  RegistrarIds,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const ids = rowReads(sql, "registry_registrar_ids", RegistrarIdRow)

    return RegistrarIds.of({
      ofAccount: (account) => ids.all(sql`account_id = ${account}`, sql`ORDER BY seen_on, registrar_id`),

      keep: Effect.fnUntraced(function*(id) {
        const row = { ...id, seen_on: DateTime.formatIso(id.seen_on) }
        const rows = yield* sql`INSERT INTO registry_registrar_ids ${sql.insert(row)}
          ON CONFLICT (account_id, registrar_id) DO NOTHING RETURNING account_id`
        return rows.length > 0
      }, orDieSql),

      forget: Effect.fnUntraced(function*(account, registrarId) {
        const rows = yield* sql`DELETE FROM registry_registrar_ids
          WHERE account_id = ${account} AND registrar_id = ${registrarId} RETURNING account_id`
        return rows.length > 0
      }, orDieSql)
    })
  })
)
