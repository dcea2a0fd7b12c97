import { ProgramUse, ProgramUseStore } from "@namewright/core/realm"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, orDieSql } from "../Codecs.ts"

const ProgramUseRow = Schema.Struct({ ...ProgramUse.fields, used_on: InstantColumn })

const columns = Object.keys(ProgramUseRow.fields).join(", ")

export const layer = Layer.effect(
  ProgramUseStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const encode = Schema.encodeEffect(ProgramUseRow)
    const encodeInstant = Schema.encodeEffect(InstantColumn)
    const decode = Schema.decodeUnknownEffect(Schema.Array(ProgramUseRow))

    return ProgramUseStore.of({
      save: Effect.fnUntraced(function*(use) {
        yield* sql`INSERT INTO program_uses ${sql.insert(yield* encode(use))}
          ON CONFLICT (user_id, client_id) DO UPDATE SET used_on = excluded.used_on, address = excluded.address
          WHERE program_uses.used_on < excluded.used_on`
      }, orDieSql),

      listOfUser: Effect.fnUntraced(function*(user_id) {
        return yield* decode(
          yield* sql`SELECT ${sql.literal(columns)} FROM program_uses WHERE user_id = ${user_id} ORDER BY client_id`
        )
      }, orDieSql),

      removeBefore: Effect.fnUntraced(function*(at, atMost) {
        const rows = yield* sql`DELETE FROM program_uses WHERE (user_id, client_id) IN (
          SELECT user_id, client_id FROM program_uses WHERE used_on < ${yield* encodeInstant(at)}
          ORDER BY used_on LIMIT ${atMost}) RETURNING client_id`
        return rows.length
      }, orDieSql)
    })
  })
)
