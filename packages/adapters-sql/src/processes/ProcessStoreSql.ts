import { Process, ProcessStore } from "@namewright/core/processes"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, orDieSql } from "../Codecs.ts"
import { rowReads } from "../RowReads.ts"

const ProcessRow = Schema.Struct({
  ...Process.fields,
  started_on: InstantColumn,
  seen_on: InstantColumn
})

export const layer = Layer.effect(
  ProcessStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const processes = rowReads(sql, "processes", ProcessRow)
    const instant = Schema.encodeSync(InstantColumn)

    return ProcessStore.of({
      insert: ({ process_id, seen_on, started_on }) => {
        const row = { process_id, started_on: instant(started_on), seen_on: instant(seen_on) }
        return Effect.asVoid(orDieSql(sql`INSERT INTO processes ${sql.insert(row)}`))
      },

      beat: (id, now) =>
        orDieSql(Effect.map(
          sql`UPDATE processes SET seen_on = ${instant(now)} WHERE process_id = ${id} RETURNING process_id`,
          ({ length }) => length > 0
        )),

      others: (id) => processes.all(sql`process_id <> ${id}`, sql`ORDER BY process_id`),

      end: (id, seen_on) =>
        orDieSql(Effect.map(
          sql`DELETE FROM processes WHERE process_id = ${id} AND seen_on <= ${instant(seen_on)} RETURNING process_id`,
          ({ length }) => length > 0
        )),

      remove: (id) => Effect.asVoid(orDieSql(sql`DELETE FROM processes WHERE process_id = ${id}`))
    })
  })
)
