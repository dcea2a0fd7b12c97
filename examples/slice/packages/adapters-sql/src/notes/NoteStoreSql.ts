import { Note, NoteStore } from "@namewright/core/notes"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { affected } from "../Affected.ts"
import { InstantColumn, orDieSql } from "../Codecs.ts"
import { rowReads } from "../RowReads.ts"

const NoteRow = Schema.Struct({ ...Note.fields, created_on: InstantColumn })

export const layer = Layer.effect(
  NoteStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const notes = rowReads(sql, "notes", NoteRow)
    const encode = Schema.encodeSync(NoteRow)

    return NoteStore.of({
      insert: Effect.fnUntraced(function*(organization_id, note) {
        yield* sql`INSERT INTO notes ${sql.insert({ organization_id, ...encode(note) })}`
      }, orDieSql),

      find: (organization, id) => notes.first(sql`organization_id = ${organization} AND note_id = ${id}`),

      list: (organization, page) =>
        notes.page(sql`organization_id = ${organization}`, sql`created_on DESC, note_id DESC`, page),

      remove: Effect.fnUntraced(function*(organization, id) {
        return (yield* affected(sql`DELETE FROM notes WHERE organization_id = ${organization} AND note_id = ${id}`)) > 0
      }, orDieSql)
    })
  })
)
