import { CustomRole, RoleStore } from "@namewright/core/access"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, json, orDieSql } from "../Codecs.ts"
import { rowReads } from "../RowReads.ts"

const RoleRow = Schema.Struct({
  ...CustomRole.fields,
  permissions: json(CustomRole.fields.permissions),
  created_on: InstantColumn,
  updated_on: InstantColumn
})

export const layer = Layer.effect(
  RoleStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const encode = Schema.encodeEffect(RoleRow)
    const roles = rowReads(sql, "custom_roles", RoleRow)

    return RoleStore.of({
      find: (organization, label) => roles.first(sql`organization_id = ${organization} AND label = ${label}`),

      save: Effect.fnUntraced(function*(organization_id, role) {
        const row = yield* encode(role)
        yield* sql`INSERT INTO custom_roles ${sql.insert({ organization_id, ...row })}
          ON CONFLICT (organization_id, label) DO UPDATE SET name = excluded.name,
            description = excluded.description, permissions = excluded.permissions, updated_on = excluded.updated_on`
      }, orDieSql)
    })
  })
)
