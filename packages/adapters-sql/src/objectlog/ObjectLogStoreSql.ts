import {
  ObjectLogDetails,
  ObjectLogEntry,
  type ObjectLogFilter,
  type ObjectLogSortField,
  ObjectLogStore
} from "@namewright/core/objectlog"
import type { Instant, SortOrder } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Queue, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { affected } from "../Affected.ts"
import { EmptyText, InstantColumn, json, orDieSql } from "../Codecs.ts"
import { recordsetOf } from "../Recordset.ts"
import { rowReads } from "../RowReads.ts"
import { together } from "../together.ts"
import { transactionLock } from "../transactionLock.ts"

const EntryRow = Schema.Struct({
  ...ObjectLogEntry.fields,
  details: Schema.NullOr(json(ObjectLogDetails)),
  performed_by_id: EmptyText,
  api_key_id: EmptyText,
  server_request_id: EmptyText,
  created_on: InstantColumn
})

const at = Schema.encodeSync(InstantColumn)

/** Columns by sort field. Ids sort by time of creation. */
const sortColumns = (by: ObjectLogSortField, order: SortOrder): string =>
  [...(by === "created_on" || by === "object_log_id" ? [] : [by]), "created_on", "object_log_id"]
    .map((column) => `${column} ${order}`).join(", ")

/** Number of new entries of this process after which they are moved. */
const movedAfter = 1000

/** Entries moved in one transaction, which other writers on SQLite wait for. */
const movedAtOnce = 500

/**
 * New entries are stored in `new_object_logs`, which has no indexes. They are moved to `object_logs` when they are many, and before
 * a list is read. The indexes of many entries are written at a fraction of the cost.
 */
export const layer = Layer.effect(
  ObjectLogStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const lock = transactionLock(sql)
    const entries = rowReads(sql, "object_logs", EntryRow)
    const columns = sql.literal([...Object.keys(EntryRow.fields), "organization_id"].join(", "))

    const oldest = sql`SELECT ordinal FROM new_object_logs ORDER BY ordinal LIMIT ${movedAtOnce}`
    const moveOldest = sql.onDialectOrElse({
      // One statement: an entry with an earlier number may be committed between two.
      pg: () =>
        sql`WITH moved AS (DELETE FROM new_object_logs WHERE ordinal IN (${oldest}) RETURNING *)
          INSERT INTO object_logs (${columns}) SELECT ${columns} FROM moved ORDER BY object_log_id`,
      orElse: () =>
        Effect.andThen(
          sql`INSERT INTO object_logs (${columns})
            SELECT ${columns} FROM new_object_logs WHERE ordinal IN (${oldest}) ORDER BY object_log_id`,
          sql`DELETE FROM new_object_logs WHERE ordinal IN (${oldest})`
        )
    })
    const moveAll: Effect.Effect<void> = Effect.flatMap(
      orDieSql(sql`SELECT ordinal FROM new_object_logs LIMIT 1`),
      (found) =>
        found.length === 0
          ? Effect.void
          : Effect.andThen(orDieSql(sql.withTransaction(Effect.andThen(lock("object_logs"), moveOldest))), moveAll)
    )

    const many = yield* Queue.sliding<void>(1)
    const move = Effect.ignoreCause(moveAll, { log: "Warn", message: "New entries of the object log were not moved" })
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(Queue.take(many), move)))
    let added = 0
    const countAdded = (count: number) =>
      Effect.sync(() => {
        added += count
        if (added < movedAfter) return
        added = 0
        Queue.offerUnsafe(many, undefined)
      })

    const equal = (column: string, value: string | undefined) => {
      if (value === undefined) return []
      return [value === "" ? sql`1 = 0` : sql`${sql(column)} = ${value}`]
    }

    const bound = (operator: "<" | ">", instant: Instant.Instant | undefined) =>
      instant === undefined ? [] : [sql`created_on ${sql.literal(operator)} ${at(instant)}`]

    const conditions = (organization: string, filter: ObjectLogFilter) =>
      sql.and([
        sql`organization_id = ${organization}`,
        ...equal("object_log_id", filter.object_log_id),
        ...equal("object_type", filter.object_type),
        ...equal("object_id", filter.object_id),
        ...equal("action", filter.action),
        ...equal("server_request_id", filter.server_request_id),
        ...equal("performed_by_type", filter.performed_by_type),
        ...equal("performed_by_id", filter.performed_by_id),
        ...bound("<", filter.created_before),
        ...bound(">", filter.created_after)
      ])

    return ObjectLogStore.of({
      insert: Effect.fnUntraced(function*(created) {
        const rows = recordsetOf(sql, {
          object_log_id: ["key", (entry) => entry.object_log_id],
          organization_id: ["key", (entry) => entry.organization_id],
          object_type: ["key", (entry) => entry.object_type],
          object_id: ["key", (entry) => entry.object_id],
          action: ["key", (entry) => entry.action],
          details: ["text", (entry) => entry.details === null ? null : JSON.stringify(entry.details)],
          performed_by_type: ["key", (entry) => entry.performed_by_type],
          performed_by_id: ["key", (entry) => entry.performed_by_id ?? ""],
          api_key_id: ["key", (entry) => entry.api_key_id ?? ""],
          server_request_id: ["key", (entry) => entry.server_request_id ?? ""],
          created_on: ["instant", (entry) => DateTime.formatIso(entry.created_on)]
        }, created)
        yield* together(sql, [sql`INSERT INTO new_object_logs (${columns}) SELECT ${columns} FROM ${rows}`])
        yield* countAdded(created.length)
      }, orDieSql),

      list: (organization, filter, { by, order }, page) =>
        Effect.andThen(
          moveAll,
          entries.page(conditions(organization, filter), sql.literal(sortColumns(by, order)), page)
        ),

      removeBefore: (before, atMost) =>
        Effect.andThen(
          moveAll,
          orDieSql(affected(
            sql`DELETE FROM object_logs WHERE object_log_id IN (
              SELECT object_log_id FROM (
                SELECT object_log_id, created_on FROM object_logs ORDER BY object_log_id LIMIT ${atMost}
              ) AS oldest WHERE created_on < ${at(before)})`
          ))
        )
    })
  })
)
