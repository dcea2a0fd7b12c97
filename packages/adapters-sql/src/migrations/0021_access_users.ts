import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../Dialect.ts"

export const accessUsers = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, instant, key } = dialect(sql)

  yield* sql`ALTER TABLE users ADD COLUMN password_hash TEXT`
  yield* sql`ALTER TABLE users ADD COLUMN totp_secret TEXT`
  yield* sql`ALTER TABLE users ADD COLUMN totp_pending TEXT`
  yield* sql`ALTER TABLE users ADD COLUMN totp_last_step ${bigint}`
  yield* sql`ALTER TABLE users ADD COLUMN credentials_changed_on ${instant}`
  yield* sql`ALTER TABLE users ADD COLUMN search_text TEXT NOT NULL DEFAULT ''`
  yield* sql`UPDATE users
    SET search_text = username_folded || ' ' || email_folded || ' ' || lower(first_name || ' ' || last_name)`
  yield* sql`CREATE INDEX users_by_username ON users (organization_id, username_folded, user_id)`
  yield* sql`CREATE INDEX users_by_email ON users (organization_id, email_folded, user_id)`

  // One name, one person: nobody's username is the email address of another.
  yield* sql`CREATE TABLE user_logins (
    login ${key} NOT NULL,
    user_id ${key} NOT NULL
  )`
  yield* sql`CREATE UNIQUE INDEX user_logins_login ON user_logins (login)`
  yield* sql`CREATE INDEX user_logins_user ON user_logins (user_id)`
  yield* sql`INSERT INTO user_logins (login, user_id) SELECT email_folded, user_id FROM users`
  yield* sql`INSERT INTO user_logins (login, user_id) SELECT username_folded, user_id FROM users
    WHERE username_folded NOT IN (SELECT email_folded FROM users)`

  yield* sql`CREATE TABLE sign_in_attempts (
    subject ${key} PRIMARY KEY,
    attempts INTEGER NOT NULL,
    expires_on ${instant} NOT NULL
  )`
  yield* sql`CREATE INDEX sign_in_attempts_expired ON sign_in_attempts (expires_on)`
})
