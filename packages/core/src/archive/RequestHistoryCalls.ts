import { Schema } from "effect"
import { Performer } from "../objectlog/index.ts"
import {
  type AllOptions,
  type CallOptions,
  type CallsFor,
  type InputOf,
  Instant,
  type JsonOf,
  listCalls,
  listForm,
  type ListRequest,
  type Page,
  searchText
} from "../shared/index.ts"
import { RequestHistory } from "./RequestHistory.ts"
import { RequestMethod, RequestRecord, RequestSortField } from "./RequestRecord.ts"

const StatusCode = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 999 }))

/** Milliseconds. */
const Milliseconds = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))

/** Parameters of the list. */
export const requestList = listForm({
  pageSize: { standard: 50, maximum: 1000 },
  sort: { field: RequestSortField, standard: { by: "created_on", order: "desc" } },
  filter: {
    method: Schema.optionalKey(RequestMethod),
    path: Schema.optionalKey(searchText),
    status_code: Schema.optionalKey(StatusCode),
    min_status_code: Schema.optionalKey(StatusCode),
    max_status_code: Schema.optionalKey(StatusCode),
    min_duration: Schema.optionalKey(Milliseconds),
    max_duration: Schema.optionalKey(Milliseconds),
    client_ip: Schema.optionalKey(searchText),
    server_request_id: Schema.optionalKey(searchText),
    performed_by_type: Schema.optionalKey(Performer),
    performed_by_id: Schema.optionalKey(searchText),
    request_started_before: Schema.optionalKey(Instant.Instant),
    request_started_after: Schema.optionalKey(Instant.Instant)
  }
})

export interface RequestJson extends JsonOf<typeof RequestRecord> {}
export interface RequestFilterInput extends InputOf<Schema.Struct<typeof requestList.filter>> {}

/** Requests of the organization's callers over REST and MCP, and their responses. Calls of the library are not requests. */
export interface RequestHistoryCalls {
  /**
   * Returns one page of the history, the last request first, unless the request says otherwise.
   *
   * Rights: `audit_logs:read`.
   *
   * @example
   * const { items } = await caller.requestHistory.page({ filter: { min_status_code: 500 } })
   */
  readonly page: (
    request?: ListRequest<RequestFilterInput, RequestSortField>,
    options?: CallOptions
  ) => Promise<Page<RequestJson>>
  /**
   * Iterates over all requests that match a filter, the last request first, unless the options say otherwise.
   *
   * Rights: `audit_logs:read`.
   *
   * @example
   * for await (const { path, status_code } of caller.requestHistory.all({ method: "DELETE" })) console.log(path, status_code)
   */
  readonly all: (
    filter?: RequestFilterInput,
    options?: AllOptions<RequestSortField>
  ) => AsyncIterable<RequestJson>
}

export const requestHistoryCalls = {
  ...listCalls(
    [],
    requestList,
    RequestRecord,
    "server_request_id",
    ({ filter, page, sort: by }) => RequestHistory.use((history) => history.list(filter, by, page))
  )
} satisfies CallsFor<RequestHistoryCalls>
