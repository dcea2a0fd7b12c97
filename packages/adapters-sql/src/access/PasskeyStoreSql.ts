import { Passkey, PasskeyStore } from "@namewright/core/access"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { affected } from "../Affected.ts"
import { InstantColumn, IntegerColumn, orDieSql } from "../Codecs.ts"
import { decodedRows } from "../RowReads.ts"

const PasskeyRow = Schema.Struct({
  ...Passkey.fields,
  counter: IntegerColumn,
  transports: Schema.fromJsonString(Schema.Array(Schema.String)),
  created_on: InstantColumn,
  last_used_on: Schema.NullOr(InstantColumn)
})

export const layer = Layer.effect(
  PasskeyStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const passkeys = decodedRows(PasskeyRow)
    const encode = Schema.encodeEffect(PasskeyRow)
    const encodeInstant = Schema.encodeSync(InstantColumn)

    return PasskeyStore.of({
      list: (user) =>
        passkeys.allOf(sql`SELECT * FROM passkeys WHERE user_id = ${user} ORDER BY created_on, passkey_id`),

      // PostgreSQL refuses text with a NUL, so no credential contains one.
      findByCredential: (credential_id) =>
        credential_id.includes("\u0000")
          ? Effect.succeedNone
          : passkeys.firstOf(sql`SELECT * FROM passkeys WHERE credential_id = ${credential_id}`),

      insert: Effect.fnUntraced(function*(passkey) {
        const row = yield* Effect.orDie(encode(passkey))
        const inserted = yield* affected(
          sql`INSERT INTO passkeys ${sql.insert(row)} ON CONFLICT (credential_id) DO NOTHING`
        )
        if (inserted === 0) return false
        yield* sql`UPDATE users SET credentials_changed_on = ${encodeInstant(passkey.created_on)}
          WHERE user_id = ${passkey.user_id}`
        return true
      }, orDieSql),

      use: Effect.fnUntraced(function*(id, counter, at) {
        const used = yield* affected(
          sql`UPDATE passkeys SET counter = ${counter}, last_used_on = ${encodeInstant(at)}
            WHERE passkey_id = ${id} AND ${counter === 0 ? sql`counter = 0` : sql`counter < ${counter}`}`
        )
        return used > 0
      }, orDieSql),

      rename: Effect.fnUntraced(function*(user, id, name) {
        const found = yield* passkeys.firstOf(
          sql`SELECT * FROM passkeys WHERE user_id = ${user} AND passkey_id = ${id}`
        )
        yield* sql`UPDATE passkeys SET name = ${name} WHERE user_id = ${user} AND passkey_id = ${id}`
        return found
      }, orDieSql),

      remove: Effect.fnUntraced(function*(user, id, at) {
        const removed = yield* passkeys.firstOf(
          sql`DELETE FROM passkeys WHERE user_id = ${user} AND passkey_id = ${id} RETURNING *`
        )
        if (Option.isNone(removed)) return removed
        yield* sql`UPDATE users SET
            credentials_changed_on = ${encodeInstant(at)},
            backup_codes = CASE
              WHEN totp_secret IS NOT NULL OR EXISTS (SELECT 1 FROM passkeys WHERE user_id = ${user})
              THEN backup_codes END
          WHERE user_id = ${user}`
        return removed
      }, orDieSql),

      removeAll: (user) => affected(sql`DELETE FROM passkeys WHERE user_id = ${user}`).pipe(orDieSql)
    })
  })
)
