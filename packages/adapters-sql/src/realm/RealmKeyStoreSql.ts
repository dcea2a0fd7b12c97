import { RealmKey, RealmKeyStore } from "@namewright/core/realm"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, orDieSql } from "../Codecs.ts"

const RealmKeyRow = Schema.Struct({
  ...RealmKey.fields,
  created_on: InstantColumn,
  retired_on: Schema.NullOr(InstantColumn)
})

const columns = Object.keys(RealmKeyRow.fields).join(", ")

export const layer = Layer.effect(
  RealmKeyStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const encode = Schema.encodeEffect(RealmKeyRow)
    const encodeInstant = Schema.encodeEffect(InstantColumn)
    const decode = Schema.decodeUnknownEffect(Schema.Array(RealmKeyRow))

    return RealmKeyStore.of({
      list: Effect.fnUntraced(function*(environment, now) {
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM realm_keys
          WHERE environment = ${environment} AND (retired_on IS NULL OR retired_on > ${yield* encodeInstant(now)})
          ORDER BY generation DESC, purpose`
        return yield* decode(rows)
      }, orDieSql),

      insert: Effect.fnUntraced(function*(key) {
        const rows = yield* sql`INSERT INTO realm_keys ${sql.insert(yield* encode(key))}
          ON CONFLICT (environment, purpose, generation) DO NOTHING RETURNING key_id`
        return rows.length > 0
      }, orDieSql),

      retireBefore: Effect.fnUntraced(function*(environment, purpose, generation, at) {
        yield* sql`UPDATE realm_keys SET retired_on = ${yield* encodeInstant(at)}
          WHERE environment = ${environment} AND purpose = ${purpose} AND generation < ${generation}
            AND retired_on IS NULL`
      }, orDieSql)
    })
  })
)
