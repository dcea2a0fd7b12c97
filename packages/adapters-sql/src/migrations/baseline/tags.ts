import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

/** Which objects carry a tag is kept beside the objects, in tables of their slices. */
export const tags = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { instant, key } = dialect(sql)

  yield* sql`CREATE TABLE tags (
    tag_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    type ${key} NOT NULL,
    label TEXT NOT NULL,
    label_folded ${key} NOT NULL,
    color ${key} NOT NULL,
    description TEXT,
    created_on ${instant} NOT NULL,
    updated_on ${instant} NOT NULL
  )`
  yield* sql`CREATE UNIQUE INDEX tags_type_label ON tags (organization_id, type, label_folded)`
  yield* sql`CREATE INDEX tags_label ON tags (organization_id, label_folded, tag_id)`
  yield* sql`CREATE INDEX tags_created ON tags (organization_id, created_on, tag_id)`
  yield* sql`CREATE INDEX tags_updated ON tags (organization_id, updated_on, tag_id)`
})
