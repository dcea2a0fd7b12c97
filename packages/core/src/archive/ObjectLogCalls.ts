import { Schema } from "effect"
import { ObjectLogAction, ObjectLogEntry, ObjectLogSortField, Performer } from "../objectlog/index.ts"
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
import { ObjectLogs } from "./ObjectLogs.ts"

const pageSize = { standard: 50, maximum: 1000 }
const sort = { field: ObjectLogSortField, standard: { by: "created_on", order: "desc" } } as const

const filterOfObject = {
  object_log_id: Schema.optionalKey(searchText),
  object_type: Schema.optionalKey(searchText),
  action: Schema.optionalKey(ObjectLogAction),
  server_request_id: Schema.optionalKey(searchText),
  performed_by_type: Schema.optionalKey(Performer),
  performed_by_id: Schema.optionalKey(searchText),
  created_before: Schema.optionalKey(Instant.Instant),
  created_after: Schema.optionalKey(Instant.Instant)
}

/** Parameters of the log of one object. */
export const logOfObject = listForm({ pageSize, sort, filter: filterOfObject })

/** Parameters of the log of all objects. */
export const objectLogList = listForm({
  pageSize,
  sort,
  filter: { ...filterOfObject, object_id: Schema.optionalKey(searchText) }
})

export interface ObjectLogJson extends JsonOf<typeof ObjectLogEntry> {}
export interface ObjectLogFilterInput extends InputOf<Schema.Struct<typeof objectLogList.filter>> {}

/** Changes of the organization's objects: what changed, who changed it, and in which request. */
export interface ObjectLogCalls {
  /**
   * Returns one page of the log, newest first, unless the request says otherwise. An object that is not known has no entries.
   *
   * Rights: `audit_logs:read`.
   *
   * @example
   * const { items } = await caller.objectLogs.page({ filter: { object_type: "DOMAIN", action: "UPDATED" } })
   */
  readonly page: (
    request?: ListRequest<ObjectLogFilterInput, ObjectLogSortField>,
    options?: CallOptions
  ) => Promise<Page<ObjectLogJson>>
  /**
   * Iterates over all entries that match a filter, newest first, unless the options say otherwise.
   *
   * Rights: `audit_logs:read`.
   *
   * @example
   * for await (const { action, object_id } of caller.objectLogs.all({ performed_by_id: user_id })) console.log(action, object_id)
   */
  readonly all: (
    filter?: ObjectLogFilterInput,
    options?: AllOptions<ObjectLogSortField>
  ) => AsyncIterable<ObjectLogJson>
}

export const objectLogCalls = {
  ...listCalls(
    [],
    objectLogList,
    ObjectLogEntry,
    "object_log_id",
    ({ filter, page, sort: by }) => ObjectLogs.use((logs) => logs.list(filter, by, page))
  )
} satisfies CallsFor<ObjectLogCalls>
