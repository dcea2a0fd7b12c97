import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

/** Branding documents of organizations, as versions. */
export const branding = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { byPrimaryKey, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE branding_documents (
    organization_id ${key} PRIMARY KEY,
    auth TEXT
  ) ${byPrimaryKey}`

  yield* sql`CREATE TABLE branding_versions (
    organization_id ${key} NOT NULL REFERENCES branding_documents (organization_id),
    version_number INTEGER NOT NULL,
    document TEXT NOT NULL,
    performed_by_type ${key} NOT NULL,
    performed_by_id ${key},
    restored_from INTEGER,
    created_on ${instant} NOT NULL,
    PRIMARY KEY (organization_id, version_number)
  )`
})
