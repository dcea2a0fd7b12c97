import { Array as Arr, Context, Duration, Effect, Layer, Queue, Semaphore } from "effect"
import { type AuthorizationError, authorize } from "../access/index.ts"
import { type CurrentActor, HostTransaction, type Page, type PageRequest, type Sort } from "../shared/index.ts"
import type { RequestFilter, RequestRecord, RequestSortField } from "./RequestRecord.ts"
import { type NewRequestRecord, RequestStore } from "./RequestStore.ts"
import { retention } from "./retention.ts"

/** Pause between two writes, in which requests are collected. */
const writeInterval = Duration.seconds(1)

/** Requests stored in one statement, so that a write does not delay others. */
const writtenAtOnce = 100

/** Requests that wait to be stored, if the database does not answer; further ones are not kept. */
const waitingAtMost = 10_000

/**
 * Requests of callers and their responses, for diagnosis. Requests are stored up to a second after their response, and
 * those that wait are lost if the process is killed; proof of changes is the object log.
 */
export class RequestHistory extends Context.Service<RequestHistory, {
  /** Adds a request to those that are stored next. */
  readonly record: (request: NewRequestRecord) => void
  /** Requests of the organization. Waiting requests of this process are stored first, except in a transaction of the host. */
  readonly list: (
    filter: RequestFilter,
    sort: Sort<RequestSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<RequestRecord>, AuthorizationError, CurrentActor>
}>()("@namewright/core/archive/RequestHistory") {
  static readonly layer = Layer.effect(
    RequestHistory,
    Effect.gen(function*() {
      const store = yield* RequestStore
      const waiting = yield* Queue.dropping<NewRequestRecord>(waitingAtMost)
      const turn = yield* Semaphore.make(1)
      let dropped = 0

      const writeAll = Effect.gen(function*() {
        const requests = yield* Queue.clear(waiting)
        if (dropped > 0) yield* Effect.logWarning(`${dropped} requests are missing in the request history`)
        dropped = 0
        yield* Effect.forEach(Arr.chunksOf(requests, writtenAtOnce), store.insert, { discard: true })
      }).pipe(Effect.catchCause((cause) => Effect.logError("The request history could not be stored", cause)))
      // A caller who disconnects must not lose the requests of others.
      const write = turn.withPermit(Effect.uninterruptible(writeAll))

      yield* Effect.addFinalizer(() => write)
      yield* Queue.peek(waiting).pipe(
        Effect.andThen(Effect.sleep(writeInterval)),
        Effect.andThen(write),
        Effect.forever,
        Effect.forkScoped
      )

      return RequestHistory.of({
        record: (request) => {
          if (!Queue.offerUnsafe(waiting, request)) dropped++
        },
        list: Effect.fn("RequestHistory.list")(function*(filter, sort, page) {
          const { organization_id } = yield* authorize("audit_logs:read")
          // Requests that are stored in a transaction of the host would be rolled back with it.
          if (!(yield* HostTransaction)) yield* write
          return yield* store.list(organization_id, filter, sort, page)
        })
      })
    })
  )
}

/** Retention of requests. */
export const requestsKept = Duration.days(90)

/** Removes requests at the end of their retention. */
export const RequestRetention = Layer.effectDiscard(
  Effect.flatMap(RequestStore, (store) => retention("archive.requestRetention", requestsKept, store))
)
