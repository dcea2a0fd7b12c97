import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

export const reports = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, binary, byPrimaryKey, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE reports (
    report_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    report_type ${key} NOT NULL,
    status ${key} NOT NULL CHECK (status IN ('pending', 'generating', 'completed', 'empty', 'failed')),
    trigger_type ${key} NOT NULL CHECK (trigger_type IN ('on_demand', 'scheduled')),
    registrar_credential_id ${key},
    record_count INTEGER,
    file_size_bytes ${bigint},
    generated_on ${instant},
    created_on ${instant} NOT NULL,
    updated_on ${instant} NOT NULL,
    month ${key},
    attempts INTEGER NOT NULL
  )`
  yield* sql`CREATE INDEX reports_created ON reports (organization_id, created_on, report_id)`
  yield* sql`CREATE UNIQUE INDEX reports_month ON reports (organization_id, report_type, month)
    WHERE month IS NOT NULL`
  yield* sql`CREATE INDEX reports_unfinished ON reports (updated_on) WHERE status IN ('pending', 'generating')`
  yield* sql`CREATE TABLE report_requests (
    organization_id ${key} NOT NULL,
    report_type ${key} NOT NULL,
    requested_on ${instant},
    PRIMARY KEY (organization_id, report_type)
  ) ${byPrimaryKey}`
  // Files in pieces, so that neither a reader nor a writer has to hold a whole one.
  yield* sql`CREATE TABLE report_file_pieces (
    name ${key} NOT NULL,
    piece_no INTEGER NOT NULL,
    bytes ${binary} NOT NULL,
    PRIMARY KEY (name, piece_no)
  )`
})
