import { type IntentId, OperationInProgress, RegistryIntent, RegistryIntentStore } from "@namewright/core/registry"
import type { Instant } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import { InstantColumn, IntegerColumn, json, onUniqueViolation, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"

const IntentRow = Schema.Struct({
  ...RegistryIntent.fields,
  payload: Schema.fromJsonString(Schema.Unknown),
  billing_transaction_ids: json(RegistryIntent.fields.billing_transaction_ids),
  run_after: InstantColumn,
  created_on: InstantColumn,
  escalated_on: Schema.NullOr(InstantColumn)
})

const EscalatedCounts = Schema.Array(Schema.Struct({ registry: Schema.String, n: IntegerColumn }))

const columns = Object.keys(IntentRow.fields).join(", ")

const rowOf = (intent: RegistryIntent) => ({
  ...intent,
  payload: JSON.stringify(intent.payload),
  billing_transaction_ids: JSON.stringify(intent.billing_transaction_ids),
  run_after: DateTime.formatIso(intent.run_after),
  created_on: DateTime.formatIso(intent.created_on),
  escalated_on: intent.escalated_on === null ? null : DateTime.formatIso(intent.escalated_on)
})

const isAny = (rows: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) =>
  Effect.map(orDieSql(rows), ({ length }) => length > 0)

export const layer = Layer.effect(
  RegistryIntentStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { count, skipLocked } = dialect(sql)
    const decode = Schema.decodeUnknownEffect(Schema.Array(IntentRow))
    const decodeCounts = Schema.decodeUnknownEffect(EscalatedCounts)
    const instant = Schema.encodeSync(InstantColumn)

    const select = Effect.fnUntraced(function*(where: Statement.Fragment) {
      return yield* decode(
        yield* sql`SELECT ${sql.literal(columns)} FROM registry_intents WHERE ${where} ORDER BY intent_id`
      )
    }, orDieSql)

    /** False when there is no such row. */
    const update = (id: string, change: Statement.Fragment, where: Statement.Fragment = sql`1 = 1`) =>
      isAny(sql`UPDATE registry_intents SET ${change} WHERE intent_id = ${id} AND ${where} RETURNING intent_id`)

    return RegistryIntentStore.of({
      insert: (intent) =>
        sql`INSERT INTO registry_intents ${sql.insert(rowOf(intent))}`.pipe(
          onUniqueViolation(() => new OperationInProgress({ object_name: intent.object_name })),
          Effect.asVoid
        ),

      remove: (id, command) => {
        const newest = command === undefined ? sql`` : sql`AND command_id = ${command}`
        return isAny(sql`DELETE FROM registry_intents WHERE intent_id = ${id} ${newest} RETURNING intent_id`)
      },

      find: (id) => Effect.map(select(sql`intent_id = ${id}`), ([intent]) => Option.fromUndefinedOr(intent)),

      ofObject: (objectId) => select(sql`object_id = ${objectId}`),

      accept: (id, runAfter) => update(id, sql`state = 'accepted', run_after = ${instant(runAfter)}`),

      resend: (id, command, runAfter) => update(id, sql`command_id = ${command}, run_after = ${instant(runAfter)}`),

      postpone: (id, runAfter) => Effect.asVoid(update(id, sql`run_after = ${instant(runAfter)}`)),

      take: Effect.fnUntraced(function*(id: IntentId, now: Instant.Instant, leasedUntil: Instant.Instant) {
        const rows = yield* sql`UPDATE registry_intents
          SET run_after = ${instant(leasedUntil)}, attempts = attempts + 1
          WHERE intent_id = ${id} AND state = 'prepared' AND run_after <= ${instant(now)}
          RETURNING ${sql.literal(columns)}`
        return Option.fromUndefinedOr((yield* decode(rows))[0])
      }, orDieSql),

      escalate: Effect.fnUntraced(function*(id, escalation, now) {
        const isNew = yield* update(
          id,
          sql`escalation = ${escalation}, escalated_on = ${instant(now)}`,
          sql`escalated_on IS NULL`
        )
        if (!isNew) yield* update(id, sql`escalation = ${escalation}`)
        return isNew
      }),

      rule: (id, ruling, now) =>
        update(id, sql`ruling = ${ruling}, run_after = ${instant(now)}`, sql`escalated_on IS NOT NULL`),

      escalated: Effect.fnUntraced(function*(limit) {
        return yield* decode(
          yield* sql`SELECT ${sql.literal(columns)} FROM registry_intents
            WHERE escalated_on IS NOT NULL ORDER BY escalated_on, intent_id LIMIT ${limit}`
        )
      }, orDieSql),

      countEscalated: Effect.suspend(() =>
        sql`SELECT registry, ${count} AS n FROM registry_intents WHERE escalated_on IS NOT NULL GROUP BY registry`
      ).pipe(
        Effect.flatMap(decodeCounts),
        Effect.map((rows) => new Map(rows.map(({ n, registry }) => [registry, n]))),
        orDieSql
      ),

      claim: Effect.fnUntraced(function*(now: Instant.Instant, leasedUntil: Instant.Instant, limit: number) {
        const rows = yield* sql`UPDATE registry_intents
          SET run_after = ${instant(leasedUntil)}, attempts = attempts + 1
          WHERE intent_id IN (
            SELECT intent_id FROM registry_intents WHERE run_after <= ${instant(now)}
            ORDER BY run_after, intent_id LIMIT ${limit} ${skipLocked})
          RETURNING ${sql.literal(columns)}`
        return yield* decode(rows)
      }, orDieSql)
    })
  })
)
