import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

/** Branding documents of organizations, as versions, their assets, the files of those, and senders of mails. */
export const branding = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { binary, byPrimaryKey, instant, key } = dialect(sql)

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

  yield* sql`CREATE TABLE branding_files (
    sha256 ${key} PRIMARY KEY,
    content_type ${key} NOT NULL,
    bytes ${binary} NOT NULL,
    png ${binary}
  )`

  yield* sql`CREATE TABLE branding_assets (
    asset_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    sha256 ${key} NOT NULL REFERENCES branding_files (sha256),
    content_type ${key} NOT NULL,
    size_bytes INTEGER NOT NULL,
    updated_on ${instant} NOT NULL,
    UNIQUE (organization_id, sha256)
  )`
  yield* sql`CREATE TABLE branding_senders (
    organization_id ${key} PRIMARY KEY,
    address ${key} NOT NULL,
    selector ${key} NOT NULL,
    private_key TEXT NOT NULL,
    public_key TEXT NOT NULL,
    status ${key} NOT NULL CHECK (status IN ('pending', 'verified', 'failed')),
    found TEXT NOT NULL,
    checked_on ${instant},
    verified_on ${instant},
    due_on ${instant} NOT NULL,
    version INTEGER NOT NULL
  )`
  yield* sql`CREATE INDEX branding_senders_address ON branding_senders (address)`
  yield* sql`CREATE INDEX branding_senders_due ON branding_senders (due_on)`
  yield* sql`CREATE INDEX branding_assets_file ON branding_assets (sha256)`
})
