import { Context, Duration, Effect, Layer } from "effect"
import { type AuthorizationError, authorize } from "../access/index.ts"
import {
  type ObjectLogEntry,
  type ObjectLogFilter,
  type ObjectLogSortField,
  ObjectLogStore
} from "../objectlog/index.ts"
import type { CurrentActor, Page, PageRequest, Sort } from "../shared/index.ts"
import { retention } from "./retention.ts"

/** Changes of the objects of an organization. Source: gaps of the REST specification, "Archive and audit". */
export class ObjectLogs extends Context.Service<ObjectLogs, {
  readonly list: (
    filter: ObjectLogFilter,
    sort: Sort<ObjectLogSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<ObjectLogEntry>, AuthorizationError, CurrentActor>
}>()("@namewright/core/archive/ObjectLogs") {
  static readonly layer = Layer.effect(
    ObjectLogs,
    Effect.gen(function*() {
      const store = yield* ObjectLogStore
      return ObjectLogs.of({
        list: Effect.fn("ObjectLogs.list")(function*(filter, sort, page) {
          const { organization_id } = yield* authorize("audit_logs:read")
          return yield* store.list(organization_id, filter, sort, page)
        })
      })
    })
  )
}

/** Retention of entries, in days: seven years, with their leap days. */
export const objectLogsKept = Duration.days(7 * 365 + 2)

/** Removes entries at the end of their retention. */
export const ObjectLogRetention = Layer.effectDiscard(
  Effect.flatMap(ObjectLogStore, (store) => retention("archive.retention", objectLogsKept, store))
)
