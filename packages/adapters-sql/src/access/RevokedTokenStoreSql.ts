import { RevokedTokenStore } from "@namewright/core/access"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { affected } from "../Affected.ts"
import { InstantColumn, orDieSql } from "../Codecs.ts"

export const layer = Layer.effect(
  RevokedTokenStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const encodeInstant = Schema.encodeSync(InstantColumn)

    return RevokedTokenStore.of({
      insert: Effect.fnUntraced(function*(jti, expires_on) {
        const row = { jti, expires_on: encodeInstant(expires_on) }
        yield* sql`INSERT INTO revoked_tokens ${sql.insert(row)} ON CONFLICT (jti) DO NOTHING`
      }, orDieSql),

      exists: Effect.fnUntraced(function*(jti) {
        const rows = yield* sql`SELECT jti FROM revoked_tokens WHERE jti = ${jti}`
        return rows.length > 0
      }, orDieSql),

      removeExpired: Effect.fnUntraced(function*(now, limit) {
        return yield* affected(
          sql`DELETE FROM revoked_tokens WHERE jti IN (
            SELECT jti FROM revoked_tokens WHERE expires_on <= ${encodeInstant(now)}
            ORDER BY expires_on LIMIT ${limit})`
        )
      }, orDieSql)
    })
  })
)
