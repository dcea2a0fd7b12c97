import type { RotatingKey, RotatingKeyStore } from "@namewright/core/access"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, orDieSql } from "../Codecs.ts"
import { rowReads } from "../RowReads.ts"

/**
 * Rotating keys in a table with one row per environment and generation; with `purpose`, per environment, purpose and
 * generation.
 */
export const rotatingKeysSql = Effect.fnUntraced(function*<K extends RotatingKey>(
  table: string,
  row: Schema.Codec<K, object> & { readonly fields: object },
  purpose?: string
) {
  const sql = yield* SqlClient.SqlClient
  const encode = Schema.encodeEffect(row)
  const encodeInstant = Schema.encodeSync(InstantColumn)
  const reads = rowReads(sql, table, row)
  const keys = sql.literal(table)
  const unique = sql.literal(purpose === undefined ? "environment, generation" : "environment, purpose, generation")
  const ofPurpose = purpose === undefined ? sql`` : sql`AND purpose = ${purpose}`

  const store: RotatingKeyStore<K> = {
    list: (environment, now) =>
      reads.all(
        sql`environment = ${environment} ${ofPurpose} AND (retired_on IS NULL OR retired_on > ${encodeInstant(now)})`,
        sql`ORDER BY generation DESC`
      ),

    insert: Effect.fnUntraced(function*(key) {
      const rows = yield* sql`INSERT INTO ${keys} ${sql.insert({ ...(yield* encode(key)) })}
        ON CONFLICT (${unique}) DO NOTHING RETURNING key_id`
      return rows.length > 0
    }, orDieSql),

    retireBefore: Effect.fnUntraced(function*(environment, generation, at) {
      yield* sql`UPDATE ${keys} SET retired_on = ${encodeInstant(at)}
        WHERE environment = ${environment} ${ofPurpose} AND generation < ${generation} AND retired_on IS NULL`
    }, orDieSql)
  }
  return store
})
