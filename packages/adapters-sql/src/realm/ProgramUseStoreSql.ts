import { ProgramUse, ProgramUseStore } from "@namewright/core/realm"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, orDieSql } from "../Codecs.ts"
import { rowReads } from "../RowReads.ts"

const ProgramUseRow = Schema.Struct({ ...ProgramUse.fields, used_on: InstantColumn })

export const layer = Layer.effect(
  ProgramUseStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const encode = Schema.encodeEffect(ProgramUseRow)
    const encodeInstant = Schema.encodeEffect(InstantColumn)
    const uses = rowReads(sql, "program_uses", ProgramUseRow)

    return ProgramUseStore.of({
      save: Effect.fnUntraced(function*(use) {
        yield* sql`INSERT INTO program_uses ${sql.insert(yield* encode(use))}
          ON CONFLICT (user_id, client_id) DO UPDATE SET used_on = excluded.used_on, address = excluded.address
          WHERE program_uses.used_on < excluded.used_on`
      }, orDieSql),

      listOfUser: (user_id) => uses.all(sql`user_id = ${user_id}`, sql`ORDER BY client_id`),

      removeBefore: Effect.fnUntraced(function*(at, atMost) {
        const rows = yield* sql`DELETE FROM program_uses WHERE (user_id, client_id) IN (
          SELECT user_id, client_id FROM program_uses WHERE used_on < ${yield* encodeInstant(at)}
          ORDER BY used_on LIMIT ${atMost}) RETURNING client_id`
        return rows.length
      }, orDieSql)
    })
  })
)
