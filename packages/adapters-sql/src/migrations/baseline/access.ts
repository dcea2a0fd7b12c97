import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

const credentials = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { instant, key } = dialect(sql)

  yield* sql`CREATE TABLE api_keys (
    api_key_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    api_key_name ${key} NOT NULL,
    api_key_description TEXT,
    api_key_last_four ${key} NOT NULL,
    role ${key} NOT NULL,
    key_hash ${key} NOT NULL,
    client_secret_hash ${key} NOT NULL,
    created_on ${instant} NOT NULL,
    last_used_on ${instant},
    last_used_address TEXT,
    expires_at ${instant},
    deleted_on ${instant},
    restrictions TEXT,
    agent_client_id ${key},
    agent_user_id ${key}
  )`
  yield* sql`CREATE UNIQUE INDEX api_keys_key_hash ON api_keys (key_hash)`
  yield* sql`CREATE UNIQUE INDEX api_keys_client_secret_hash ON api_keys (client_secret_hash)`
  yield* sql`CREATE INDEX api_keys_created ON api_keys (organization_id, created_on, api_key_id)`
  yield* sql`CREATE INDEX api_keys_agent ON api_keys (agent_user_id, agent_client_id) WHERE agent_user_id IS NOT NULL`

  // Holders of a role.
  yield* sql`CREATE INDEX api_keys_role ON api_keys (organization_id, role) WHERE deleted_on IS NULL`

  yield* sql`CREATE TABLE custom_roles (
    organization_id ${key} NOT NULL,
    label ${key} NOT NULL,
    name ${key} NOT NULL,
    name_folded ${key} NOT NULL,
    description TEXT,
    permissions TEXT NOT NULL,
    created_on ${instant} NOT NULL,
    updated_on ${instant} NOT NULL
  )`
  yield* sql`CREATE UNIQUE INDEX custom_roles_label ON custom_roles (organization_id, label)`
  yield* sql`CREATE UNIQUE INDEX custom_roles_name ON custom_roles (organization_id, name_folded)`
})

const people = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE users (
    user_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    username ${key} NOT NULL,
    username_folded ${key} NOT NULL,
    email ${key} NOT NULL,
    email_folded ${key} NOT NULL,
    first_name ${key} NOT NULL,
    last_name ${key} NOT NULL,
    locale ${key} NOT NULL,
    phone ${key},
    role ${key},
    user_attributes TEXT NOT NULL,
    password_hash TEXT,
    totp_secret TEXT,
    totp_pending TEXT,
    totp_last_step ${bigint},
    backup_codes TEXT,
    credentials_changed_on ${instant},
    search_text TEXT NOT NULL,
    created_on ${instant} NOT NULL,
    updated_on ${instant} NOT NULL
  )`
  yield* sql`CREATE UNIQUE INDEX users_username ON users (username_folded)`
  yield* sql`CREATE UNIQUE INDEX users_email ON users (email_folded)`
  yield* sql`CREATE INDEX users_created ON users (organization_id, created_on, user_id)`
  yield* sql`CREATE INDEX users_by_username ON users (organization_id, username_folded, user_id)`
  yield* sql`CREATE INDEX users_by_role ON users (organization_id, role)`
  yield* sql`CREATE INDEX users_by_email ON users (organization_id, email_folded, user_id)`

  // Usernames and email addresses are unique together: a username is never the email address of another user.
  yield* sql`CREATE TABLE user_logins (
    login ${key} NOT NULL,
    user_id ${key} NOT NULL
  )`
  yield* sql`CREATE UNIQUE INDEX user_logins_login ON user_logins (login)`
  yield* sql`CREATE INDEX user_logins_user ON user_logins (user_id)`
})

const signIn = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE passkeys (
    passkey_id ${key} PRIMARY KEY,
    user_id ${key} NOT NULL,
    name ${key} NOT NULL,
    credential_id ${key} NOT NULL,
    public_key TEXT NOT NULL,
    counter ${bigint} NOT NULL,
    transports TEXT NOT NULL,
    created_on ${instant} NOT NULL,
    last_used_on ${instant}
  )`
  yield* sql`CREATE UNIQUE INDEX passkeys_credential ON passkeys (credential_id)`
  yield* sql`CREATE INDEX passkeys_user ON passkeys (user_id, created_on, passkey_id)`

  yield* sql`CREATE TABLE sign_in_attempts (
    subject ${key} PRIMARY KEY,
    attempts INTEGER NOT NULL,
    expires_on ${instant} NOT NULL
  )`
  yield* sql`CREATE INDEX sign_in_attempts_expired ON sign_in_attempts (expires_on)`

  yield* sql`CREATE TABLE revoked_tokens (
    jti ${key} PRIMARY KEY,
    expires_on ${instant} NOT NULL
  )`
  yield* sql`CREATE INDEX revoked_tokens_expired ON revoked_tokens (expires_on)`

  // Time and address of the last use of each connected program.
  yield* sql`CREATE TABLE program_uses (
    user_id ${key} NOT NULL,
    client_id ${key} NOT NULL,
    used_on ${instant} NOT NULL,
    address ${key},
    PRIMARY KEY (user_id, client_id)
  )`
  yield* sql`CREATE INDEX program_uses_used_on ON program_uses (used_on)`
})

const restrictions = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { instant, key, neverReused } = dialect(sql)

  yield* sql`CREATE TABLE ip_restrictions (
    ip_restriction_id ${neverReused},
    organization_id ${key} NOT NULL,
    ip_network ${key} NOT NULL,
    last_used_on ${instant},
    created_on ${instant} NOT NULL
  )`
  yield* sql`CREATE UNIQUE INDEX ip_restrictions_network ON ip_restrictions (organization_id, ip_network)`

  yield* sql`CREATE TABLE signing_keys (
    key_id ${key} PRIMARY KEY,
    environment ${key} NOT NULL,
    generation INTEGER NOT NULL,
    public_key TEXT NOT NULL,
    private_key TEXT NOT NULL,
    created_on ${instant} NOT NULL,
    retired_on ${instant}
  )`
  yield* sql`CREATE UNIQUE INDEX signing_keys_generation ON signing_keys (environment, generation)`
})

export const access = Effect.all([credentials, people, signIn, restrictions], { discard: true })
