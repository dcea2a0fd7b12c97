import { type IdempotencyClaim, IdempotencyStore, type IdempotentAttempt, RequestId } from "@namewright/core/access"
import { ProcessId } from "@namewright/core/processes"
import { OrganizationId } from "@namewright/core/shared"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, json, orDieSql } from "../Codecs.ts"
import { decodedRows, rowReads } from "../RowReads.ts"

const Answer = Schema.Struct({
  status: Schema.Int,
  content_type: Schema.NullOr(Schema.String),
  body: Schema.String
})

const recorded = {
  organization_id: OrganizationId,
  idempotency_key: Schema.String,
  request_hash: Schema.String,
  attempt_id: Schema.String,
  started_on: InstantColumn,
  expires_on: InstantColumn
}

const Attempt = Schema.Struct({ ...recorded, request_id: RequestId, process_id: ProcessId })
const Taken = Schema.Struct({ request_id: RequestId, begun_on: InstantColumn })
const Row = Schema.Struct({ ...recorded, answer: Schema.NullOr(json(Answer)) })

export const layer = Layer.effect(
  IdempotencyStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const encode = Schema.encodeEffect(Attempt)
    const encodeAnswer = Schema.encodeEffect(json(Answer))
    const encodeInstant = Schema.encodeEffect(InstantColumn)
    const records = rowReads(sql, "idempotency_keys", Row)
    const takes = decodedRows(Taken)

    const heldBy = (attempt: IdempotentAttempt) =>
      sql.and([
        sql`organization_id = ${attempt.organization_id}`,
        sql`idempotency_key = ${attempt.idempotency_key}`,
        sql`attempt_id = ${attempt.attempt_id}`
      ])

    const claim = (
      attempt: IdempotentAttempt,
      row: Record<string, unknown>,
      abandoned: string | Date
    ): Effect.Effect<IdempotencyClaim> =>
      Effect.gen(function*() {
        const own = yield* takes.firstOf(
          sql`INSERT INTO idempotency_keys ${sql.insert({ ...row, begun_on: row["started_on"], answer: null })}
          ON CONFLICT (organization_id, idempotency_key) DO UPDATE SET request_hash = excluded.request_hash,
            attempt_id = excluded.attempt_id, process_id = excluded.process_id, answer = NULL, started_on = excluded.started_on,
            expires_on = excluded.expires_on,
            request_id = CASE WHEN idempotency_keys.expires_on <= excluded.started_on THEN excluded.request_id
              ELSE COALESCE(idempotency_keys.request_id, excluded.request_id) END,
            begun_on = CASE WHEN idempotency_keys.expires_on <= excluded.started_on THEN excluded.begun_on
              ELSE COALESCE(idempotency_keys.begun_on, excluded.begun_on) END
          WHERE idempotency_keys.expires_on <= excluded.started_on OR (idempotency_keys.answer IS NULL
            AND idempotency_keys.request_hash = excluded.request_hash
            AND (idempotency_keys.started_on <= ${abandoned} OR (idempotency_keys.process_id IS NOT NULL
              AND NOT EXISTS (SELECT 1 FROM processes p WHERE p.process_id = idempotency_keys.process_id))))
          RETURNING request_id, begun_on`
        )
        if (Option.isSome(own)) return { _tag: "Taken", ...own.value }
        const record = yield* records.first(
          sql`organization_id = ${attempt.organization_id} AND idempotency_key = ${attempt.idempotency_key}`
        )
        // The conflicting record was released between the two statements.
        return Option.isNone(record)
          ? yield* claim(attempt, row, abandoned)
          : { _tag: "Held", record: record.value }
      })

    return IdempotencyStore.of({
      claim: Effect.fnUntraced(function*(attempt, abandoned) {
        return yield* claim(attempt, yield* encode(attempt), yield* encodeInstant(abandoned))
      }, orDieSql),

      find: Effect.fnUntraced(function*(organization, key, now) {
        return yield* records.first(
          sql`organization_id = ${organization} AND idempotency_key = ${key}
            AND expires_on > ${yield* encodeInstant(now)}`
        )
      }, orDieSql),

      complete: Effect.fnUntraced(function*(attempt, answer) {
        yield* sql`UPDATE idempotency_keys SET answer = ${yield* encodeAnswer(answer)} WHERE ${heldBy(attempt)}`
      }, orDieSql),

      abandon: Effect.fnUntraced(function*(attempt, asOf) {
        yield* sql`UPDATE idempotency_keys SET started_on = ${yield* encodeInstant(asOf)}
          WHERE ${heldBy(attempt)} AND answer IS NULL`
      }, orDieSql),

      release: Effect.fnUntraced(function*(attempt) {
        yield* sql`DELETE FROM idempotency_keys WHERE ${heldBy(attempt)} AND answer IS NULL`
      }, orDieSql),

      removeExpired: Effect.fnUntraced(function*(now, atMost) {
        const rows = yield* sql`DELETE FROM idempotency_keys WHERE (organization_id, idempotency_key) IN (
          SELECT organization_id, idempotency_key FROM idempotency_keys
          WHERE expires_on <= ${yield* encodeInstant(now)} ORDER BY expires_on LIMIT ${atMost})
          RETURNING idempotency_key`
        return rows.length
      }, orDieSql)
    })
  })
)
