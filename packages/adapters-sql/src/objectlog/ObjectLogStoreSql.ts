import {
  ObjectLogDetails,
  ObjectLogEntry,
  type ObjectLogFilter,
  type ObjectLogSortField,
  ObjectLogStore
} from "@namewright/core/objectlog"
import type { Instant, SortOrder } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { affected } from "../Affected.ts"
import { EmptyText, InstantColumn, json, orDieSql } from "../Codecs.ts"
import { recordsetOf } from "../Recordset.ts"
import { rowReads } from "../RowReads.ts"

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

export const layer = Layer.effect(
  ObjectLogStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const entries = rowReads(sql, "object_logs", EntryRow)

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
      insert: Effect.fnUntraced(function*(added) {
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
        }, added)
        yield* sql`INSERT INTO object_logs (object_log_id, organization_id, object_type, object_id, action, details,
            performed_by_type, performed_by_id, api_key_id, server_request_id, created_on)
          SELECT object_log_id, organization_id, object_type, object_id, action, details,
            performed_by_type, performed_by_id, api_key_id, server_request_id, created_on FROM ${rows}`
      }, orDieSql),

      list: (organization, filter, { by, order }, page) =>
        entries.page(conditions(organization, filter), sql.literal(sortColumns(by, order)), page),

      removeBefore: (before, atMost) =>
        orDieSql(affected(
          sql`DELETE FROM object_logs WHERE object_log_id IN (
            SELECT object_log_id FROM (
              SELECT object_log_id, created_on FROM object_logs ORDER BY object_log_id LIMIT ${atMost}
            ) AS oldest WHERE created_on < ${at(before)})`
        ))
    })
  })
)
