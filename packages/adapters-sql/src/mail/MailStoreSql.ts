import { Mail, MailStore } from "@namewright/core/mail"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, type InstantValue, orDieSql, readInstant } from "../Codecs.ts"
import { rowReads } from "../RowReads.ts"
import { transactionLock } from "../transactionLock.ts"

const MailRow = Schema.Struct({
  ...Mail.fields,
  content: Schema.String,
  created_on: InstantColumn,
  sent_on: Schema.NullOr(InstantColumn)
})

export const layer = Layer.effect(
  MailStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const encode = Schema.encodeSync(MailRow)
    const encodeInstant = Schema.encodeSync(InstantColumn)
    const lock = transactionLock(sql)
    const mails = rowReads(sql, "mails", MailRow)

    return MailStore.of({
      insert: Effect.fnUntraced(function*(mail) {
        const rows = yield* sql`INSERT INTO mails ${sql.insert(encode(mail))}
          ON CONFLICT (cause) DO NOTHING RETURNING mail_id`
        return rows.length > 0
      }, orDieSql),

      find: (id) => mails.first(sql`mail_id = ${id}`),

      findByCause: (cause) => mails.first(sql`cause = ${cause}`),

      lockAddress: (address) => lock(`mail ${address}`),

      createdFor: Effect.fnUntraced(function*(organization, template, address, atMost) {
        const rows = yield* sql<{ readonly created_on: InstantValue }>`SELECT created_on FROM mails
          WHERE organization_id = ${organization} AND template = ${template} AND lower(recipient) = ${address}
          ORDER BY created_on DESC LIMIT ${atMost}`
        return rows.map(({ created_on }) => readInstant(created_on))
      }, orDieSql),

      recordAttempt: Effect.fnUntraced(function*(id, { error_message, sent_on, status }) {
        yield* sql`UPDATE mails SET status = ${status}, attempts = attempts + 1, error_message = ${error_message},
            sent_on = ${sent_on === null ? null : encodeInstant(sent_on)}
          WHERE mail_id = ${id} AND status <> 'sent'`
      }, orDieSql),

      removeBefore: Effect.fnUntraced(function*(before, atMost) {
        const rows = yield* sql`DELETE FROM mails WHERE mail_id IN (
          SELECT mail_id FROM mails WHERE created_on < ${encodeInstant(before)} ORDER BY created_on LIMIT ${atMost})
          RETURNING mail_id`
        return rows.length
      }, orDieSql)
    })
  })
)
