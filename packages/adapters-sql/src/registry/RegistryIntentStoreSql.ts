import {
  type IntentWait,
  type LeaseTerm,
  OperationInProgress,
  RegistryIntent,
  RegistryIntentStore
} from "@namewright/core/registry"
import type { Instant } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import { BooleanColumn, InstantColumn, IntegerColumn, json, orDieSql } from "../Codecs.ts"
import { type Dialect, dialect } from "../Dialect.ts"
import { decodedRows, rowReads } from "../RowReads.ts"

const IntentRow = Schema.Struct({
  ...RegistryIntent.fields,
  ordered_by: json(RegistryIntent.fields.ordered_by),
  payload: Schema.fromJsonString(Schema.Unknown),
  billing_transaction_ids: json(RegistryIntent.fields.billing_transaction_ids),
  due_on: InstantColumn,
  conclusive_from: InstantColumn,
  created_on: InstantColumn,
  escalated_on: Schema.NullOr(InstantColumn),
  found_pending: BooleanColumn
})

const IntentCountRow = Schema.Struct({ registry: Schema.String, n: IntegerColumn })

const countsOf = (statement: Statement.Statement<unknown>) =>
  Effect.map(
    decodedRows(IntentCountRow).allOf(statement),
    (rows) => new Map(rows.map(({ n, registry }) => [registry, n]))
  )

const rowOf = (intent: RegistryIntent, bool: Dialect["bool"]) => ({
  ...intent,
  ordered_by: JSON.stringify(intent.ordered_by),
  found_pending: bool(intent.found_pending),
  payload: JSON.stringify(intent.payload),
  billing_transaction_ids: JSON.stringify(intent.billing_transaction_ids),
  due_on: DateTime.formatIso(intent.due_on),
  conclusive_from: DateTime.formatIso(intent.conclusive_from),
  created_on: DateTime.formatIso(intent.created_on),
  escalated_on: intent.escalated_on === null ? null : DateTime.formatIso(intent.escalated_on)
})

const isAny = (rows: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) =>
  Effect.map(orDieSql(rows), ({ length }) => length > 0)

export const layer = Layer.effect(
  RegistryIntentStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { bool, count, rowsOf, skipLocked } = dialect(sql)
    const intents = rowReads(sql, "registry_intents", IntentRow)
    const instant = Schema.encodeSync(InstantColumn)

    /** False if the row does not exist or has another lease. */
    const update = (id: string, lease: number, change: Statement.Fragment) =>
      isAny(
        sql`UPDATE registry_intents SET ${change} WHERE intent_id = ${id} AND lease = ${lease} RETURNING intent_id`
      )

    const waiting = ({ attempts, conclusive_from, due_on }: IntentWait) =>
      sql`process_id = NULL, due_on = ${instant(due_on)}, conclusive_from = ${instant(conclusive_from)}${
        attempts === undefined ? sql`` : sql`, attempts = ${attempts}`
      }`

    const leased = ({ process_id, due_on }: LeaseTerm) => sql`process_id = ${process_id}, due_on = ${instant(due_on)}`

    return RegistryIntentStore.of({
      // A conflict does not abort the transaction on PostgreSQL.
      insert: Effect.fnUntraced(function*(intent) {
        const inserted = yield* isAny(
          sql`INSERT INTO registry_intents ${
            sql.insert(rowOf(intent, bool))
          } ON CONFLICT DO NOTHING RETURNING intent_id`
        )
        if (!inserted) return yield* new OperationInProgress({ object_name: intent.object_name })
      }),

      remove: (id, lease) => {
        const own = lease === undefined ? sql`` : sql`AND lease = ${lease}`
        return isAny(sql`DELETE FROM registry_intents WHERE intent_id = ${id} ${own} RETURNING intent_id`)
      },

      find: (id) => intents.first(sql`intent_id = ${id}`, sql`ORDER BY intent_id`),

      ofObject: (objectId) => intents.all(sql`object_id = ${objectId}`, sql`ORDER BY intent_id`),

      accept: (id, lease, wait, payload) => {
        const replaced = payload === undefined ? sql`` : sql`payload = ${JSON.stringify(payload)},`
        return update(id, lease, sql`${replaced} state = 'accepted', ${waiting(wait)}`)
      },

      resend: (id, lease, command, term) =>
        update(
          id,
          lease,
          sql`command_id = ${command}, conclusive_from = ${instant(term.due_on)}, ${leased(term)}`
        ),

      setReview: (id, lease, { found_pending, ...decision }) => {
        const found = found_pending === undefined ? {} : { found_pending: bool(found_pending) }
        return update(id, lease, sql`${sql.update({ ...decision, ...found })}`)
      },

      postpone: (id, lease, wait) => update(id, lease, waiting(wait)),

      claim: (id, lease, term) => update(id, lease, sql`lease = lease + 1, ${leased(term)}`),

      renew: (id, lease, term) => update(id, lease, leased(term)),

      escalate: Effect.fnUntraced(function*(id, lease, escalation, now) {
        const rows = yield* orDieSql(
          sql`UPDATE registry_intents SET escalation = ${escalation}, escalated_on = ${instant(now)}
            WHERE intent_id = ${id} AND lease = ${lease} AND escalated_on IS NULL RETURNING intent_id`
        )
        if (rows.length === 0) yield* update(id, lease, sql`escalation = ${escalation}`)
        return rows.length > 0
      }),

      rule: (id, ruling, now) =>
        isAny(
          sql`UPDATE registry_intents SET ruling = ${ruling}, due_on = ${instant(now)}
            WHERE intent_id = ${id} AND escalated_on IS NOT NULL RETURNING intent_id`
        ),

      escalated: (limit) =>
        intents.all(sql`escalated_on IS NOT NULL`, sql`ORDER BY escalated_on, intent_id LIMIT ${limit}`),

      countOpen: countsOf(sql`SELECT registry, ${count} AS n FROM registry_intents GROUP BY registry`),

      countEscalated: countsOf(
        sql`SELECT registry, ${count} AS n FROM registry_intents WHERE escalated_on IS NOT NULL GROUP BY registry`
      ),

      claimDue: (now: Instant.Instant, until: Instant.Instant, limit: number) => {
        const due = sql`FROM registry_intents WHERE due_on <= ${instant(now)}
          ORDER BY due_on, intent_id LIMIT ${limit} ${skipLocked}`
        return intents.allOf(sql`UPDATE registry_intents
          SET due_on = ${instant(until)}, lease = lease + 1, process_id = NULL
          WHERE ${rowsOf(due)} RETURNING ${intents.columns}`)
      },

      release: (id, lease, wait, process_id) => {
        const own = process_id === undefined ? sql`process_id IS NOT NULL` : sql`process_id = ${process_id}`
        return intents.firstOf(sql`UPDATE registry_intents SET lease = lease + 1, ${waiting(wait)}
          WHERE intent_id = ${id} AND lease = ${lease} AND ${own} RETURNING ${intents.columns}`)
      },

      releaseEnded: (wait: IntentWait, limit: number) => {
        const ended = sql`FROM registry_intents i WHERE process_id IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM processes p WHERE p.process_id = i.process_id)
          ORDER BY intent_id LIMIT ${limit} ${skipLocked}`
        return intents.allOf(sql`UPDATE registry_intents SET lease = lease + 1, ${waiting(wait)}
          WHERE ${rowsOf(ended)} RETURNING ${intents.columns}`)
      }
    })
  })
)
