import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"

export const notes = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { instant, key } = dialect(sql)

  yield* sql`CREATE TABLE notes (
    note_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    text TEXT NOT NULL,
    created_on ${instant} NOT NULL
  )`
  yield* sql`CREATE INDEX notes_created ON notes (organization_id, created_on, note_id)`
})
