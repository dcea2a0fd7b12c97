import { CustomRole, RoleStore } from "@namewright/core/access"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, json, orDieSql } from "../Codecs.ts"

const RoleRow = Schema.Struct({
  ...CustomRole.fields,
  permissions: json(CustomRole.fields.permissions),
  created_on: InstantColumn,
  updated_on: InstantColumn
})

const columns = Object.keys(RoleRow.fields).join(", ")

export const layer = Layer.effect(
  RoleStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const encode = Schema.encodeEffect(RoleRow)
    const decode = Schema.decodeUnknownEffect(Schema.Array(RoleRow))

    return RoleStore.of({
      find: Effect.fnUntraced(function*(organization, label) {
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM custom_roles
          WHERE organization_id = ${organization} AND label = ${label}`
        return Option.fromUndefinedOr((yield* decode(rows))[0])
      }, orDieSql),

      save: Effect.fnUntraced(function*(organization_id, role) {
        const row = yield* encode(role)
        yield* sql`INSERT INTO custom_roles ${sql.insert({ organization_id, ...row })}
          ON CONFLICT (organization_id, label) DO UPDATE SET name = excluded.name,
            description = excluded.description, permissions = excluded.permissions, updated_on = excluded.updated_on`
      }, orDieSql)
    })
  })
)
