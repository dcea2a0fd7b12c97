import { ApiKey, ApiKeyStore, KeyRestrictions } from "@namewright/core/access"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, json, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { rowReads } from "../RowReads.ts"

export const ApiKeyRow = Schema.Struct({
  ...ApiKey.fields,
  created_on: InstantColumn,
  last_used_on: Schema.NullOr(InstantColumn),
  expires_at: Schema.NullOr(InstantColumn),
  deleted_on: Schema.NullOr(InstantColumn),
  restrictions: Schema.NullOr(json(KeyRestrictions))
})

export const layer = Layer.effect(
  ApiKeyStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const encode = Schema.encodeEffect(ApiKeyRow)
    const encodeInstant = Schema.encodeEffect(InstantColumn)
    const { forNoKeyUpdate } = dialect(sql)
    const keys = rowReads(sql, "api_keys", ApiKeyRow)

    return ApiKeyStore.of({
      insert: Effect.fnUntraced(function*(key, { client_secret_hash, key_hash }) {
        const row = yield* encode(key)
        yield* sql`INSERT INTO api_keys ${sql.insert({ ...row, key_hash, client_secret_hash })}`
      }, orDieSql),

      find: (organization, id) => keys.first(sql`organization_id = ${organization} AND api_key_id = ${id}`),

      lock: (organization, id) =>
        keys.first(sql`organization_id = ${organization} AND api_key_id = ${id}`, forNoKeyUpdate),

      update: Effect.fnUntraced(function*(key) {
        const { api_key_description, api_key_name, expires_at, restrictions, role } = yield* encode(key)
        const changed = { api_key_description, api_key_name, expires_at, restrictions, role }
        yield* sql`UPDATE api_keys SET ${sql.update(changed)} WHERE api_key_id = ${key.api_key_id}`
      }, orDieSql),

      list: (organization, page) =>
        keys.page(sql`organization_id = ${organization}`, sql`created_on DESC, api_key_id DESC`, page),

      revoke: Effect.fnUntraced(function*(organization, id, at) {
        const rows = yield* sql`UPDATE api_keys SET deleted_on = COALESCE(deleted_on, ${yield* encodeInstant(at)})
          WHERE organization_id = ${organization} AND api_key_id = ${id} RETURNING api_key_id`
        return rows.length > 0
      }, orDieSql),

      revokeAll: Effect.fnUntraced(function*(organization, at) {
        yield* sql`UPDATE api_keys SET deleted_on = ${yield* encodeInstant(at)}
          WHERE organization_id = ${organization} AND deleted_on IS NULL`
      }, orDieSql),

      revokeOfAgent: Effect.fnUntraced(function*(user_id, client_id, at) {
        const ofProgram = client_id === undefined ? sql`1 = 1` : sql`agent_client_id = ${client_id}`
        yield* sql`UPDATE api_keys SET deleted_on = ${yield* encodeInstant(at)}
          WHERE agent_user_id = ${user_id} AND ${ofProgram} AND deleted_on IS NULL`
      }, orDieSql)
    })
  })
)
