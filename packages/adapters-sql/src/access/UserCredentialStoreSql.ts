import { type StoredUserCredentials, UserCredentialStore } from "@namewright/core/access"
import { Text } from "@namewright/core/shared"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { InstantColumn, IntegerColumn, orDieSql } from "../Codecs.ts"
import { decodedRows } from "../RowReads.ts"
import { UserRow } from "./UserStoreSql.ts"

const StoredColumns = Schema.Struct({
  ...UserRow.fields,
  password_hash: Schema.NullOr(Schema.String),
  totp_secret: Schema.NullOr(Schema.String),
  totp_pending: Schema.NullOr(Schema.String),
  totp_last_step: Schema.NullOr(IntegerColumn),
  backup_codes: Schema.NullOr(Schema.String),
  credentials_changed_on: Schema.NullOr(InstantColumn)
})

const CredentialsRow = Schema.Struct({ ...StoredColumns.fields, passkeys: IntegerColumn })

const columns = [
  ...Object.keys(StoredColumns.fields).map((column) => `u.${column}`),
  "(SELECT COUNT(*) FROM passkeys p WHERE p.user_id = u.user_id) AS passkeys"
].join(", ")

/** Hashes in the column, each followed by a space, so that one statement can remove one of them. */
const backupCodesText = (hashes: ReadonlyArray<string>): string => hashes.map((hash) => `${hash} `).join("")

const hashesOf = (text: string): ReadonlyArray<string> => text.split(" ").filter((hash) => hash !== "")

const BackupCodesRow = Schema.Struct({ backup_codes: Schema.String })

const credentialsOf = (row: typeof CredentialsRow.Type): StoredUserCredentials => {
  const {
    backup_codes,
    credentials_changed_on,
    passkeys,
    password_hash,
    totp_last_step,
    totp_pending,
    totp_secret,
    ...user
  } = row
  return {
    user,
    password_hash,
    totp_secret,
    totp_pending,
    totp_last_step,
    backup_codes: backup_codes === null ? null : hashesOf(backup_codes),
    passkeys,
    credentials_changed_on
  }
}

export const layer = Layer.effect(
  UserCredentialStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const credentials = decodedRows(CredentialsRow).map(credentialsOf)
    const backupCodes = decodedRows(BackupCodesRow)
    const encodeInstant = Schema.encodeSync(InstantColumn)

    const find = (from: Statement.Fragment) => credentials.firstOf(sql`SELECT ${sql.literal(columns)} FROM ${from}`)

    return UserCredentialStore.of({
      find: (id) => find(sql`users u WHERE u.user_id = ${id}`),
      // PostgreSQL refuses text with a NUL, so no login contains one.
      findByLogin: (login) =>
        login.includes("\u0000")
          ? Effect.succeedNone
          : find(sql`user_logins l JOIN users u ON u.user_id = l.user_id WHERE l.login = ${Text.foldCase(login)}`),

      setPassword: Effect.fnUntraced(function*(id, hash, at) {
        yield* sql`UPDATE users SET password_hash = ${hash}, credentials_changed_on = ${encodeInstant(at)}
          WHERE user_id = ${id}`
      }, orDieSql),

      rehash: Effect.fnUntraced(function*(id, before, hash) {
        yield* sql`UPDATE users SET password_hash = ${hash} WHERE user_id = ${id} AND password_hash = ${before}`
      }, orDieSql),

      setPendingTotp: Effect.fnUntraced(function*(id, sealed) {
        yield* sql`UPDATE users SET totp_pending = ${sealed} WHERE user_id = ${id}`
      }, orDieSql),

      confirmTotp: Effect.fnUntraced(function*(id, pending, step, at) {
        const rows = yield* sql`UPDATE users
          SET totp_secret = totp_pending, totp_pending = NULL, totp_last_step = ${step},
            credentials_changed_on = ${encodeInstant(at)}
          WHERE user_id = ${id} AND totp_pending = ${pending} RETURNING user_id`
        return rows.length > 0
      }, orDieSql),

      removeTotp: Effect.fnUntraced(function*(id, at) {
        yield* sql`UPDATE users
          SET totp_secret = NULL, totp_pending = NULL, totp_last_step = NULL,
            backup_codes = CASE WHEN EXISTS (SELECT 1 FROM passkeys WHERE user_id = ${id}) THEN backup_codes END,
            credentials_changed_on = ${encodeInstant(at)}
          WHERE user_id = ${id}`
      }, orDieSql),

      takeTotpStep: Effect.fnUntraced(function*(id, step) {
        const rows = yield* sql`UPDATE users SET totp_last_step = ${step}
          WHERE user_id = ${id} AND (totp_last_step IS NULL OR totp_last_step < ${step}) RETURNING user_id`
        return rows.length > 0
      }, orDieSql),

      setBackupCodes: Effect.fnUntraced(function*(id, hashes, at) {
        yield* sql`UPDATE users
          SET backup_codes = ${backupCodesText(hashes)}, credentials_changed_on = ${encodeInstant(at)}
          WHERE user_id = ${id}`
      }, orDieSql),

      takeBackupCode: (id, hash) =>
        Effect.map(
          backupCodes.firstOf(sql`UPDATE users SET backup_codes = REPLACE(backup_codes, ${`${hash} `}, '')
            WHERE user_id = ${id} AND REPLACE(backup_codes, ${`${hash} `}, '') <> backup_codes
            RETURNING backup_codes`),
          Option.map((row) => hashesOf(row.backup_codes).length)
        )
    })
  })
)
