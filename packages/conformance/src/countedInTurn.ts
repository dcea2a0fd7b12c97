import { Transaction } from "@namewright/core/shared"
import { Deferred, Effect, Fiber } from "effect"

/** A limited creation: lock of the owner, number of its objects, and insertion of one. */
export interface LimitedCreation<R> {
  readonly lock: Effect.Effect<void, never, R>
  readonly count: Effect.Effect<number, never, R>
  readonly insert: Effect.Effect<unknown, never, R>
}

/**
 * What two concurrent transactions count that each lock first. The first inserts one; the second has to wait for it, and
 * counts one more.
 */
export const countedInTurn = Effect.fnUntraced(function*<R>({ count, insert, lock }: LimitedCreation<R>) {
  const { atomically } = yield* Transaction
  const locked = yield* Deferred.make<void>()
  const first = yield* Effect.forkChild(atomically(Effect.gen(function*() {
    yield* lock
    const before = yield* count
    yield* Deferred.succeed(locked, undefined)
    // Enough turns for the other transaction to interleave, if it could.
    yield* Effect.repeat(count, { times: 20 })
    yield* insert
    return before
  })))
  yield* Deferred.await(locked)
  const second = yield* atomically(Effect.andThen(lock, count))
  return [yield* Fiber.join(first), second]
})
