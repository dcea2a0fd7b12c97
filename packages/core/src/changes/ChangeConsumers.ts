import { Cause, Context, Effect, Exit, Layer, Option, Queue, Schema } from "effect"
import { Processes } from "../processes/index.ts"
import { Entropy, Instant, type InvalidInput, Transaction } from "../shared/index.ts"
import { type Change, type ChangeKind, changeKinds } from "./Change.ts"
import type { ChangesRemoved } from "./ChangeError.ts"
import { Changes, ConsumerName, decodeArgument } from "./Changes.ts"
import { ChangeStore, type ConsumerLease } from "./ChangeStore.ts"

/** Pause of a consumer without work, and between attempts to get a lease. Commits of its own process wake it up earlier. */
const poll = "1 second"

/** Changes that are read at once. */
const batch = 100

/** Pauses of a handler that failed, in seconds: doubled each time. */
const pauses = { first: 1, longest: 60 }

/** Handles one change; a failure of any kind is tried again. */
export type ChangeHandler = (change: Change) => Effect.Effect<void, unknown>

/**
 * Consumers of the change feed. A consumer has a name and a stored cursor; one run of it at a time, in one process, has its
 * lease. If that process ends, another run continues at the cursor. Changes are handled in order and at least once.
 */
export class ChangeConsumers extends Context.Service<ChangeConsumers, {
  /** Runs a consumer until it is interrupted. A handler that has begun ends first, and its cursor is stored. */
  readonly consume: (
    name: string,
    handler: ChangeHandler,
    kinds?: ReadonlyArray<ChangeKind>
  ) => Effect.Effect<never, ChangesRemoved | InvalidInput>
}>()("@namewright/core/changes/ChangeConsumers") {
  static readonly layer = Layer.effect(
    ChangeConsumers,
    Effect.gen(function*() {
      const changes = yield* Changes
      const store = yield* ChangeStore
      const transaction = yield* Transaction
      const processes = yield* Processes
      const entropy = yield* Entropy

      const advance = (lease: ConsumerLease, position: number) =>
        transaction.atomically(Effect.flatMap(Instant.now, (now) => store.advance(lease, position, now)))

      /** False if the lease is lost. The handler is not interrupted, so that its cursor is stored. */
      const deliver = Effect.fnUntraced(function*(
        lease: ConsumerLease,
        handler: ChangeHandler,
        isCurrent: () => boolean,
        change: Change
      ) {
        for (let pause = pauses.first; isCurrent(); pause = Math.min(2 * pause, pauses.longest)) {
          const outcome = yield* Effect.uninterruptible(Effect.gen(function*() {
            const handled = yield* Effect.exit(Effect.suspend(() => handler(change)))
            return Exit.isFailure(handled) ? handled.cause : yield* advance(lease, change.position)
          }))
          if (typeof outcome === "boolean") return outcome
          yield* Effect.logWarning(
            `The consumer ${lease.name} failed at position ${change.position}; next attempt in ${pause} s`,
            outcome
          )
          yield* Effect.sleep(`${pause} seconds`)
          // The cursor may have been moved, perhaps past this change.
          if (!(yield* store.holds(lease))) return false
        }
        return false
      })

      /** Handles changes as long as the run has the lease. */
      const handleAll = Effect.fnUntraced(function*(
        lease: ConsumerLease,
        { handler, kinds, wakeUps }: {
          readonly handler: ChangeHandler
          readonly kinds: ReadonlyArray<ChangeKind> | undefined
          readonly wakeUps: Queue.Dequeue<void>
        }
      ) {
        const process_id = yield* processes.current
        const cursor = yield* transaction.atomically(store.acquire(lease, process_id))
        if (Option.isNone(cursor)) return yield* Effect.sleep(poll)
        const isCurrent = yield* processes.isCurrent(process_id)
        for (let after = cursor.value; isCurrent();) {
          const page = yield* changes.read({ after, limit: batch, ...(kinds === undefined ? {} : { kinds }) })
          for (const change of page.changes) {
            if (!(yield* deliver(lease, handler, isCurrent, change))) return
            after = change.position
          }
          if (page.next === after && page.changes.length === 0) {
            yield* Effect.timeoutOption(Queue.take(wakeUps), poll)
            // A moved cursor ends the lease, and the next run begins there.
            if (!(yield* store.holds(lease))) return
          } else if (page.next > after) {
            if (!(yield* advance(lease, page.next))) return
            after = page.next
          }
        }
      })

      const consume: ChangeConsumers["Service"]["consume"] = Effect.fn("ChangeConsumers.consume")(
        function*(name, handler, kinds) {
          yield* decodeArgument(ConsumerName, "name", name)
          if (kinds !== undefined) yield* decodeArgument(Schema.Array(Schema.Literals(changeKinds)), "kinds", kinds)
          const lease: ConsumerLease = { name, run_id: yield* entropy.uuidV4() }
          return yield* Effect.scoped(Effect.gen(function*() {
            const wakeUps = yield* changes.wakeUps
            return yield* Effect.forever(undisturbed(handleAll(lease, { handler, kinds, wakeUps })))
          })).pipe(Effect.ensuring(Effect.ignoreCause(transaction.atomically(store.release(lease)))))
        }
      )

      return ChangeConsumers.of({ consume })
    })
  )
}

/** Continues after a pause if the storage is unavailable. */
const undisturbed = <E>(effect: Effect.Effect<void, E>): Effect.Effect<void, E> =>
  Effect.catchCause(effect, (cause) =>
    Cause.hasDies(cause)
      ? Effect.andThen(Effect.logError("A consumer could not read changes", cause), Effect.sleep("1 second"))
      : Effect.failCause(cause))
