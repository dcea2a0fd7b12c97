import { type FailedMessage, type MessageKey, RegistryMessageStore } from "@namewright/core/domains"
import { PollMessage, PollPayload } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { Array as Arr, DateTime, Effect, Layer, Option, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, IntegerColumn, json, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows, rowReads } from "../RowReads.ts"

/** Stored `queued_on` of messages without a time: constant, so that a repeated delivery has the same key. */
const undated = DateTime.makeUnsafe(0)

const instant = Schema.encodeSync(InstantColumn)
const payloadText = Schema.encodeSync(json(PollPayload))
const Content = json(PollMessage)
const encodeContent = Schema.encodeUnknownResult(Content)

const FailureRow = Schema.Struct({
  registry: Schema.String,
  message_id: Schema.String,
  queued_on: InstantColumn,
  state: Schema.Literals(["failing", "parked", "retrying"]),
  text: Schema.String,
  problem: Schema.String,
  attempts: IntegerColumn,
  first_failed_on: InstantColumn,
  last_failed_on: InstantColumn
})
const counts = decodedRows(Schema.Struct({ registry: Schema.String, n: IntegerColumn }))

const failedOf = (row: typeof FailureRow.Type): FailedMessage => ({
  ...row,
  queued_on: DateTime.Equivalence(row.queued_on, undated) ? null : row.queued_on
})

/** Encoded content of a message; without its payload if that cannot be encoded. */
const contentText = (message: PollMessage): string =>
  Result.getOrElse(
    encodeContent(message),
    () => Result.getOrThrow(encodeContent({ ...message, payload: { _tag: "Unknown" } }))
  )

export const layer = Layer.effect(
  RegistryMessageStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { count } = dialect(sql)
    const failures = rowReads(sql, "registry_message_failures", FailureRow).map(failedOf)

    const isKey = ({ message_id, queued_on, registry }: MessageKey) =>
      sql`registry = ${registry} AND message_id = ${message_id} AND queued_on = ${instant(queued_on ?? undated)}`

    return RegistryMessageStore.of({
      insert: Effect.fnUntraced(function*(registry, message) {
        const { message_id, payload, queued_on, raw, text } = message
        const rows = yield* sql`INSERT INTO registry_messages ${
          sql.insert({
            registry,
            message_id,
            queued_on: instant(queued_on ?? undated),
            text,
            payload: payloadText(payload),
            raw,
            received_on: instant(yield* Instant.now)
          })
        } ON CONFLICT DO NOTHING RETURNING message_id`
        yield* sql`DELETE FROM registry_message_failures WHERE ${isKey({ registry, message_id, queued_on })}`
        return rows.length > 0
      }, orDieSql),

      fail: Effect.fnUntraced(function*(registry, message, { mostAttempts, on, problem }) {
        const { message_id, queued_on, text } = message
        const failed = yield* failures.allOf(sql`INSERT INTO registry_message_failures ${
          sql.insert({
            registry,
            message_id,
            queued_on: instant(queued_on ?? undated),
            state: mostAttempts > 1 ? "failing" : "parked",
            text,
            content: contentText(message),
            problem,
            attempts: 1,
            first_failed_on: instant(on),
            last_failed_on: instant(on)
          })
        } ON CONFLICT (registry, message_id, queued_on) DO UPDATE SET
          attempts = registry_message_failures.attempts + 1,
          state = CASE WHEN registry_message_failures.attempts + 1 < ${mostAttempts} THEN 'failing' ELSE 'parked' END,
          problem = excluded.problem, last_failed_on = excluded.last_failed_on
          RETURNING ${failures.columns}`)
        return Arr.getUnsafe(failed, 0)
      }, orDieSql),

      findFailed: (key) => failures.first(isKey(key)),

      content: Effect.fnUntraced(function*(key) {
        const rows = yield* sql<{ readonly content: string }>`SELECT content FROM registry_message_failures
          WHERE ${isKey(key)}`
        const [row] = rows
        return row === undefined ? Option.none() : Option.some(yield* Schema.decodeEffect(Content)(row.content))
      }, orDieSql),

      parked: (limit) =>
        failures.all(
          sql`state IN ('parked', 'retrying')`,
          sql`ORDER BY registry, first_failed_on, message_id LIMIT ${limit}`
        ),

      countParked: Effect.map(
        counts.allOf(
          sql`SELECT registry, ${count} AS n FROM registry_message_failures
            WHERE state IN ('parked', 'retrying') GROUP BY registry`
        ),
        (rows) => new Map(rows.map(({ n, registry }) => [registry, n]))
      ),

      retry: Effect.fnUntraced(function*(registry, messageId) {
        const condition = messageId === undefined ? sql`` : sql`AND message_id = ${messageId}`
        const rows = yield* sql`UPDATE registry_message_failures SET state = 'retrying'
          WHERE state = 'parked' AND registry = ${registry} ${condition} RETURNING message_id`
        return rows.length
      }, orDieSql),

      retrying: (registry, limit) =>
        failures.all(
          sql`state = 'retrying' AND registry = ${registry}`,
          sql`ORDER BY first_failed_on, message_id LIMIT ${limit}`
        )
    })
  })
)
