import { CustomRole, DuplicateRoleName, RoleStore } from "@namewright/core/access"
import { Text } from "@namewright/core/shared"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, json, onUniqueViolation, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { rowReads } from "../RowReads.ts"
import { transactionLock } from "../transactionLock.ts"

const RoleRow = Schema.Struct({
  ...CustomRole.fields,
  permissions: json(CustomRole.fields.permissions),
  created_on: InstantColumn,
  updated_on: InstantColumn
})

const taken = ({ name }: CustomRole) => onUniqueViolation(() => new DuplicateRoleName({ role_name: name }))

export const layer = Layer.effect(
  RoleStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { count, forUpdate } = dialect(sql)
    const lockKey = transactionLock(sql)
    const encode = Schema.encodeEffect(RoleRow)
    const encodeInstant = Schema.encodeEffect(InstantColumn)
    const roles = rowReads(sql, "custom_roles", RoleRow)

    const rowOf = (organization_id: string, role: CustomRole) =>
      Effect.map(
        Effect.orDie(encode(role)),
        (row) => ({ organization_id, name_folded: Text.foldCase(role.name), ...row })
      )

    return RoleStore.of({
      find: (organization, label) => roles.first(sql`organization_id = ${organization} AND label = ${label}`),

      list: (organization) => roles.all(sql`organization_id = ${organization}`, sql`ORDER BY label`),

      lockCreation: (organization) => lockKey(`custom roles ${organization}`),

      count: (organization) => roles.count(sql`organization_id = ${organization}`),

      lock: (organization, label) =>
        roles.first(sql`organization_id = ${organization} AND label = ${label}`, forUpdate),

      insert: (organization, role) =>
        Effect.gen(function*() {
          yield* sql`INSERT INTO custom_roles ${sql.insert(yield* rowOf(organization, role))}`
        }).pipe(taken(role)),

      save: (organization, role) =>
        Effect.gen(function*() {
          yield* sql`INSERT INTO custom_roles ${sql.insert(yield* rowOf(organization, role))}
            ON CONFLICT (organization_id, label) DO UPDATE SET name = excluded.name,
              name_folded = excluded.name_folded, description = excluded.description,
              permissions = excluded.permissions, updated_on = excluded.updated_on`
        }).pipe(taken(role)),

      remove: Effect.fnUntraced(function*(organization, label) {
        yield* sql`DELETE FROM custom_roles WHERE organization_id = ${organization} AND label = ${label}`
      }, orDieSql),

      countHolders: Effect.fnUntraced(function*(organization, label, now) {
        const [row] = yield* sql<{ readonly users: number; readonly keys: number }>`SELECT
          (SELECT ${count} FROM users WHERE organization_id = ${organization} AND role = ${label}) AS users,
          (SELECT ${count} FROM api_keys WHERE organization_id = ${organization} AND role = ${label}
            AND deleted_on IS NULL AND (expires_at IS NULL OR expires_at > ${yield* encodeInstant(now)})) AS keys`
        return (row?.users ?? 0) + (row?.keys ?? 0)
      }, orDieSql)
    })
  })
)
