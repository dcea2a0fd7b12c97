import { Schema } from "effect"
import { Performer } from "../objectlog/index.ts"
import { Instant } from "../shared/index.ts"

/** Methods of HTTP (RFC 9110, section 9) and PATCH (RFC 5789). */
export const RequestMethod = Schema.Literals([
  "CONNECT",
  "DELETE",
  "GET",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "POST",
  "PUT",
  "TRACE"
]).annotate({ identifier: "HTTPMethod" })
export type RequestMethod = typeof RequestMethod.Type

/** Address of requests whose transport names none: the unspecified address (RFC 4291, section 2.5.2). */
export const unknownAddress = "::"

/** An object or an array; other bodies are not kept. */
const Body = Schema.NullOr(Schema.Union([
  Schema.Record(Schema.String, Schema.Json),
  Schema.Array(Schema.Json)
]))

/** One request of an authenticated caller, and its response. Source: gaps of the REST specification, "Archive and audit". */
export const RequestRecord = Schema.Struct({
  /** `X-Request-Id` of the response. */
  server_request_id: Schema.String,
  method: RequestMethod,
  /** Path without the query. */
  path: Schema.String,
  status_code: Schema.Int,
  /** Milliseconds from the start of the request to the start of the response. */
  duration: Schema.Finite,
  /** Address of the caller; `::` if the transport names none. */
  client_ip: Schema.String,
  performed_by_type: Performer,
  /** User or organization; null for the platform itself. */
  performed_by_id: Schema.NullOr(Schema.String),
  /** Body with masked secrets. Null without a body, and for one that is no JSON or has more than 16 KiB. */
  request_body: Body,
  /** As `request_body`. Null also for a read that succeeded. */
  response_body: Body,
  request_started_at: Instant.Instant,
  request_completed_at: Instant.Instant
}).annotate({ identifier: "RequestHistory" })
export type RequestRecord = typeof RequestRecord.Type

/** Fields by which the history is sorted. `created_on` is the time of the start. */
export const RequestSortField = Schema.Literals([
  "method",
  "path",
  "status_code",
  "duration",
  "server_request_id",
  "performed_by_type",
  "performed_by_id",
  "created_on",
  "request_started_at",
  "request_completed_at"
]).annotate({ identifier: "RequestHistorySortField" })
export type RequestSortField = typeof RequestSortField.Type

/** Filter of the history. Bounds of numbers are inclusive, those of times exclusive. */
export interface RequestFilter {
  readonly method?: RequestMethod | undefined
  /** Beginning of the path. */
  readonly path?: string | undefined
  readonly status_code?: number | undefined
  readonly min_status_code?: number | undefined
  readonly max_status_code?: number | undefined
  readonly min_duration?: number | undefined
  readonly max_duration?: number | undefined
  readonly client_ip?: string | undefined
  readonly server_request_id?: string | undefined
  readonly performed_by_type?: Performer | undefined
  readonly performed_by_id?: string | undefined
  readonly request_started_before?: Instant.Instant | undefined
  readonly request_started_after?: Instant.Instant | undefined
}
