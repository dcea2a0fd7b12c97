import { MessageSubject, PollMessage, type QueuedMessage, type SimulatorStore } from "@namewright/core/registry"
import { Array, Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { InstantColumn, json, orDieSql } from "../../Codecs.ts"
import { dialect } from "../../Dialect.ts"

/** Content of a message. */
const Content = json(Schema.Struct({
  payload: PollMessage.fields.payload,
  subject: Schema.NullOr(MessageSubject)
}))
const encodeContent = Schema.encodeSync(Content)
const decodeContent = Schema.decodeUnknownSync(Content)
const encodeInstant = Schema.encodeSync(InstantColumn)
const decodeInstant = Schema.decodeUnknownSync(InstantColumn)

interface Row {
  readonly message_id: string
  readonly queued_on: unknown
  readonly text: string
  readonly payload: string
}
const message = ({ message_id, payload, queued_on, text }: Row): QueuedMessage => ({
  message_id,
  queued_on: decodeInstant(queued_on),
  text,
  ...decodeContent(payload),
  raw: null
})

type Methods = Pick<SimulatorStore["Service"], "enqueue" | "oldestMessage" | "countMessages" | "removeMessage">

/** Message queues of registrars. An acknowledged message is deleted. */
export const simulatedMessages = (sql: SqlClient.SqlClient): Methods => ({
  enqueue: Effect.fnUntraced(function*(registry, messages) {
    const rows = messages.map(({ payload, queued_on, registrar, subject, text }) => ({
      registry,
      registrar,
      queued_on: encodeInstant(queued_on),
      text,
      payload: encodeContent({ payload, subject })
    }))
    if (Array.isArrayNonEmpty(rows)) yield* sql`INSERT INTO sim_messages ${sql.insert(rows)}`
  }, orDieSql),

  oldestMessage: Effect.fnUntraced(function*(registry, registrar) {
    const rows = yield* sql<Row>`SELECT CAST(number AS TEXT) AS message_id, queued_on, text, payload FROM sim_messages
      WHERE registry = ${registry} AND registrar = ${registrar} ORDER BY queued_on, number LIMIT 1`
    return Option.map(Array.head(rows), message)
  }, orDieSql),

  countMessages: Effect.fnUntraced(function*(registry, registrar) {
    const rows = yield* sql<{ readonly waiting: number }>`SELECT ${dialect(sql).count} AS waiting FROM sim_messages
      WHERE registry = ${registry} AND registrar = ${registrar}`
    return rows[0]?.waiting ?? 0
  }, orDieSql),

  removeMessage: Effect.fnUntraced(function*(registry, registrar, messageId) {
    if (!/^\d{1,15}$/.test(messageId)) return false
    const rows = yield* sql`DELETE FROM sim_messages
      WHERE registry = ${registry} AND registrar = ${registrar} AND number = ${Number(messageId)} RETURNING number`
    return rows.length > 0
  }, orDieSql)
})
