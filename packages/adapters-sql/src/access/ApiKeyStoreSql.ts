import { ApiKey, ApiKeyStore } from "@namewright/core/access"
import { offset } from "@namewright/core/shared"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"

export const ApiKeyRow = Schema.Struct({
  ...ApiKey.fields,
  created_on: InstantColumn,
  last_used_on: Schema.NullOr(InstantColumn),
  expires_at: Schema.NullOr(InstantColumn),
  deleted_on: Schema.NullOr(InstantColumn)
})

const columns = Object.keys(ApiKeyRow.fields).join(", ")

export const layer = Layer.effect(
  ApiKeyStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { count } = dialect(sql)
    const encode = Schema.encodeEffect(ApiKeyRow)
    const encodeInstant = Schema.encodeEffect(InstantColumn)
    const decode = Schema.decodeUnknownEffect(Schema.Array(ApiKeyRow))

    return ApiKeyStore.of({
      insert: Effect.fnUntraced(function*(key, { client_secret_hash, key_hash }) {
        const row = yield* encode(key)
        yield* sql`INSERT INTO api_keys ${sql.insert({ ...row, key_hash, client_secret_hash })}`
      }, orDieSql),

      find: Effect.fnUntraced(function*(organization, id) {
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM api_keys
          WHERE organization_id = ${organization} AND api_key_id = ${id}`
        return Option.fromUndefinedOr((yield* decode(rows))[0])
      }, orDieSql),

      list: Effect.fnUntraced(function*(organization, page) {
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM api_keys WHERE organization_id = ${organization}
          ORDER BY created_on DESC, api_key_id DESC LIMIT ${page.page_size} OFFSET ${offset(page)}`
        const [total] = yield* sql<{ readonly n: number }>`SELECT ${count} AS n FROM api_keys
          WHERE organization_id = ${organization}`
        return { items: yield* decode(rows), total: total?.n ?? 0, ...page }
      }, orDieSql),

      revoke: Effect.fnUntraced(function*(organization, id, at) {
        const rows = yield* sql`UPDATE api_keys SET deleted_on = COALESCE(deleted_on, ${yield* encodeInstant(at)})
          WHERE organization_id = ${organization} AND api_key_id = ${id} RETURNING api_key_id`
        return rows.length > 0
      }, orDieSql),

      revokeOfAgent: Effect.fnUntraced(function*(user_id, client_id, at) {
        const ofProgram = client_id === undefined ? sql`1 = 1` : sql`agent_client_id = ${client_id}`
        yield* sql`UPDATE api_keys SET deleted_on = ${yield* encodeInstant(at)}
          WHERE agent_user_id = ${user_id} AND ${ofProgram} AND deleted_on IS NULL`
      }, orDieSql)
    })
  })
)
