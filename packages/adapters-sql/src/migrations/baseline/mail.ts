import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

export const mail = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { instant, key } = dialect(sql)

  yield* sql`CREATE TABLE mails (
    mail_id ${key} PRIMARY KEY,
    cause ${key} NOT NULL,
    organization_id ${key},
    template ${key} NOT NULL,
    locale ${key} NOT NULL,
    sender_name TEXT NOT NULL,
    sender_address TEXT NOT NULL,
    recipient TEXT NOT NULL,
    message_id TEXT NOT NULL,
    content TEXT NOT NULL,
    status ${key} NOT NULL CHECK (status IN ('pending', 'sent', 'failed')),
    attempts INTEGER NOT NULL,
    error_message TEXT,
    created_on ${instant} NOT NULL,
    sent_on ${instant}
  )`
  yield* sql`CREATE UNIQUE INDEX mails_cause ON mails (cause)`
  yield* sql`CREATE INDEX mails_age ON mails (created_on)`
  yield* sql`CREATE INDEX mails_recipient ON mails (organization_id, template, lower(recipient), created_on)`
})
