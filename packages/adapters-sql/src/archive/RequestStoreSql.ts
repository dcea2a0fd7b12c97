import {
  type NewRequestRecord,
  type RequestFilter,
  RequestRecord,
  type RequestSortField,
  RequestStore
} from "@namewright/core/archive"
import type { Instant, SortOrder } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { affected } from "../Affected.ts"
import { EmptyText, InstantColumn, orDieSql } from "../Codecs.ts"
import { recordsetOf } from "../Recordset.ts"
import { rowReads } from "../RowReads.ts"

const RequestRow = Schema.Struct({
  ...RequestRecord.fields,
  performed_by_id: EmptyText,
  request_body: Schema.NullOr(Schema.fromJsonString(RequestRecord.fields.request_body)),
  response_body: Schema.NullOr(Schema.fromJsonString(RequestRecord.fields.response_body)),
  request_started_at: InstantColumn,
  request_completed_at: InstantColumn
})

const at = Schema.encodeSync(InstantColumn)

const sortColumns = (by: RequestSortField, order: SortOrder): string =>
  [...(by === "created_on" || by === "request_started_at" ? [] : [by]), "request_started_at", "server_request_id"]
    .map((column) => `${column} ${order}`).join(", ")

/** Follows every text that begins with another, in byte order. */
const lastCharacter = "\u{10ffff}"

export const layer = Layer.effect(
  RequestStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const requests = rowReads(sql, "requests", RequestRow)

    const bound = (column: string, operator: "=" | "<" | ">" | "<=" | ">=", value: string | number | undefined) =>
      value === undefined ? [] : [sql`${sql(column)} ${sql.literal(operator)} ${value}`]

    const time = (operator: "<" | ">", instant: Instant.Instant | undefined) =>
      instant === undefined ? [] : [sql`request_started_at ${sql.literal(operator)} ${at(instant)}`]

    const performer = (id: string | undefined) => id === "" ? [sql`1 = 0`] : bound("performed_by_id", "=", id)

    const conditions = (organization: string, filter: RequestFilter) =>
      sql.and([
        sql`organization_id = ${organization}`,
        ...bound("method", "=", filter.method),
        ...bound("path", ">=", filter.path),
        ...bound("path", "<", filter.path === undefined ? undefined : filter.path + lastCharacter),
        ...bound("status_code", "=", filter.status_code),
        ...bound("status_code", ">=", filter.min_status_code),
        ...bound("status_code", "<=", filter.max_status_code),
        ...bound("duration", ">=", filter.min_duration),
        ...bound("duration", "<=", filter.max_duration),
        ...bound("client_ip", "=", filter.client_ip),
        ...bound("server_request_id", "=", filter.server_request_id),
        ...bound("performed_by_type", "=", filter.performed_by_type),
        ...performer(filter.performed_by_id),
        ...time("<", filter.request_started_before),
        ...time(">", filter.request_started_after)
      ])

    return RequestStore.of({
      insert: Effect.fnUntraced(function*(added) {
        const rows = recordsetOf<NewRequestRecord>(sql, {
          server_request_id: ["key", (request) => request.server_request_id],
          organization_id: ["key", (request) => request.organization_id],
          method: ["key", (request) => request.method],
          path: ["key", (request) => request.path],
          status_code: ["integer", (request) => request.status_code],
          duration: ["text", (request) => String(request.duration)],
          client_ip: ["key", (request) => request.client_ip],
          performed_by_type: ["key", (request) => request.performed_by_type],
          performed_by_id: ["key", (request) => request.performed_by_id ?? ""],
          request_body: ["text", (request) => request.request_body],
          response_body: ["text", (request) => request.response_body],
          request_started_at: ["instant", (request) => DateTime.formatIso(request.request_started_at)],
          request_completed_at: ["instant", (request) => DateTime.formatIso(request.request_completed_at)]
        }, added)
        yield* sql`INSERT INTO requests (server_request_id, organization_id, method, path, status_code, duration,
            client_ip, performed_by_type, performed_by_id, request_body, response_body, request_started_at,
            request_completed_at)
          SELECT server_request_id, organization_id, method, path, status_code, CAST(duration AS DOUBLE PRECISION),
            client_ip, performed_by_type, performed_by_id, request_body, response_body, request_started_at,
            request_completed_at FROM ${rows}`
      }, orDieSql),

      list: (organization, filter, { by, order }, page) =>
        requests.page(conditions(organization, filter), sql.literal(sortColumns(by, order)), page),

      removeBefore: (before, atMost) =>
        orDieSql(affected(
          sql`DELETE FROM requests WHERE ordinal IN (
            SELECT ordinal FROM (
              SELECT ordinal, request_started_at FROM requests ORDER BY ordinal LIMIT ${atMost}
            ) AS oldest WHERE request_started_at < ${at(before)})`
        ))
    })
  })
)
