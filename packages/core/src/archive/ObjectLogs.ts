import { Context, DateTime, Duration, Effect, Layer } from "effect"
import { type AuthorizationError, authorize } from "../access/index.ts"
import {
  type ObjectLogEntry,
  type ObjectLogFilter,
  type ObjectLogSortField,
  ObjectLogStore
} from "../objectlog/index.ts"
import {
  type CurrentActor,
  Instant,
  type Page,
  type PageRequest,
  type Sort,
  Timetable,
  Transaction
} from "../shared/index.ts"

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

/** Maximum entries removed in one transaction. */
const removedAtOnce = 1000

/** Removes entries at the end of their retention. */
export const ObjectLogRetention = Layer.effectDiscard(Effect.gen(function*() {
  const store = yield* ObjectLogStore
  const transaction = yield* Transaction
  yield* (yield* Timetable).add({
    name: "archive.retention",
    every: "1 hour",
    run: Effect.gen(function*() {
      const before = DateTime.subtractDuration(yield* Instant.now, objectLogsKept)
      return (yield* transaction.atomically(store.removeBefore(before, removedAtOnce))) === removedAtOnce
    })
  })
}))
