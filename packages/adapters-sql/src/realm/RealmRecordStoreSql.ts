import { RealmRecord, RealmRecordStore } from "@namewright/core/realm"
import { Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { InstantColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { rowReads } from "../RowReads.ts"

const RealmRecordRow = Schema.Struct({
  ...RealmRecord.fields,
  created_on: InstantColumn,
  expires_on: InstantColumn,
  consumed_on: Schema.NullOr(InstantColumn)
})

export const layer = Layer.effect(
  RealmRecordStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { texts } = dialect(sql)
    const encode = Schema.encodeEffect(RealmRecordRow)
    const encodeInstant = Schema.encodeSync(InstantColumn)
    const records = rowReads(sql, "realm_records", RealmRecordRow)

    const one = (where: Statement.Fragment) => records.first(where, sql`LIMIT 1`)

    return RealmRecordStore.of({
      put: Effect.fnUntraced(function*(record) {
        yield* sql`INSERT INTO realm_records ${sql.insert(yield* encode(record))}
          ON CONFLICT (record_id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
            user_code = excluded.user_code, uid = excluded.uid, user_id = excluded.user_id,
            expires_on = excluded.expires_on`
      }, orDieSql),

      find: (record_id) => one(sql`record_id = ${record_id}`),
      findByUid: (model, uid) => one(sql`uid = ${uid} AND model = ${model}`),
      findByUserCode: (model, user_code) => one(sql`user_code = ${user_code} AND model = ${model}`),

      listOfUser: (model, user_id, now) =>
        records.all(
          sql`user_id = ${user_id} AND model = ${model} AND expires_on > ${encodeInstant(now)}`,
          sql`ORDER BY created_on, record_id`
        ),

      listExpired: (model, now, atMost) =>
        records.all(
          sql`model = ${model} AND expires_on <= ${encodeInstant(now)}`,
          sql`ORDER BY expires_on LIMIT ${atMost}`
        ),

      consume: Effect.fnUntraced(function*(record_id, at) {
        const rows = yield* sql`UPDATE realm_records SET consumed_on = ${encodeInstant(at)}
          WHERE record_id = ${record_id} AND consumed_on IS NULL RETURNING record_id`
        return rows.length > 0
      }, orDieSql),

      replacePayload: Effect.fnUntraced(function*(record_id, payload) {
        yield* sql`UPDATE realm_records SET payload = ${payload} WHERE record_id = ${record_id}`
      }, orDieSql),

      keepUntil: Effect.fnUntraced(function*(record_id, at) {
        const until = encodeInstant(at)
        yield* sql`UPDATE realm_records SET expires_on = ${until} WHERE record_id = ${record_id} AND expires_on < ${until}`
      }, orDieSql),

      remove: Effect.fnUntraced(function*(record_id) {
        yield* sql`DELETE FROM realm_records WHERE record_id = ${record_id}`
      }, orDieSql),

      removeByGrant: Effect.fnUntraced(function*(grant_id) {
        yield* sql`DELETE FROM realm_records WHERE grant_id = ${grant_id}`
      }, orDieSql),

      removeOfUser: Effect.fnUntraced(function*(models, user_id, except) {
        yield* sql`DELETE FROM realm_records WHERE user_id = ${user_id} AND model IN ${texts(models)}
          AND record_id <> ${except ?? ""}`
      }, orDieSql),

      removeExpired: Effect.fnUntraced(function*(now, atMost) {
        const rows = yield* sql`DELETE FROM realm_records WHERE record_id IN (
          SELECT record_id FROM realm_records WHERE expires_on <= ${encodeInstant(now)}
          ORDER BY expires_on LIMIT ${atMost}) RETURNING record_id`
        return rows.length
      }, orDieSql)
    })
  })
)
