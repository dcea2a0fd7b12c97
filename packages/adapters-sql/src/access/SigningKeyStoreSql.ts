import { SigningKey, SigningKeyStore } from "@namewright/core/access"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, orDieSql } from "../Codecs.ts"

const SigningKeyRow = Schema.Struct({
  ...SigningKey.fields,
  created_on: InstantColumn,
  retired_on: Schema.NullOr(InstantColumn)
})

const columns = Object.keys(SigningKeyRow.fields).join(", ")

export const layer = Layer.effect(
  SigningKeyStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const encode = Schema.encodeEffect(SigningKeyRow)
    const encodeInstant = Schema.encodeEffect(InstantColumn)
    const decode = Schema.decodeUnknownEffect(Schema.Array(SigningKeyRow))

    return SigningKeyStore.of({
      list: Effect.fnUntraced(function*(environment, now) {
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM signing_keys
          WHERE environment = ${environment} AND (retired_on IS NULL OR retired_on > ${yield* encodeInstant(now)})
          ORDER BY generation DESC`
        return yield* decode(rows)
      }, orDieSql),

      insert: Effect.fnUntraced(function*(key) {
        const rows = yield* sql`INSERT INTO signing_keys ${sql.insert(yield* encode(key))}
          ON CONFLICT (environment, generation) DO NOTHING RETURNING key_id`
        return rows.length > 0
      }, orDieSql),

      retireBefore: Effect.fnUntraced(function*(environment, generation, at) {
        yield* sql`UPDATE signing_keys SET retired_on = ${yield* encodeInstant(at)}
          WHERE environment = ${environment} AND generation < ${generation} AND retired_on IS NULL`
      }, orDieSql)
    })
  })
)
