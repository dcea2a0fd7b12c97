import { Clock, Duration, Effect, Fiber, Option, Queue } from "effect"
import { TestClock } from "effect/testing"

/** A clock, and the sleeps that were begun by it, in milliseconds. */
export interface WatchedClock<C> {
  readonly clock: C
  readonly begun: Queue.Dequeue<number>
}

/**
 * Has a clock tell of each sleep that begins by it. A test whose subject also waits for what really takes its time
 * (sockets, threads) learns here that the subject has come so far, and moves the clock then and not before.
 */
export const watchSleeps = Effect.fnUntraced(function*<C extends Clock.Clock>(clock: C) {
  const begun = yield* Queue.unbounded<number>()
  const sleep: Clock.Clock["sleep"] = (duration) =>
    Effect.suspend(() => {
      Queue.offerUnsafe(begun, Duration.toMillis(duration))
      return clock.sleep(duration)
    })
  const watched: WatchedClock<C> = { clock: { ...clock, sleep }, begun }
  return watched
})

/** Longer sleeps are limits, to which the clock is not to come. */
const longestPause = 1000

/**
 * Does work that pauses between its looks at what others do. At each pause the others have their turn, and the clock of
 * the test goes on to the end of the pause. Whatever else the work waits for may really take as long as it likes. When
 * the others fail, or nobody waits any more, the work ends with them.
 */
export const whileItPauses = Effect.fnUntraced(function*<A, E, R, E2, R2>(
  work: Effect.Effect<A, E, R>,
  others: Effect.Effect<unknown, E2, R2>
) {
  const { begun, clock } = yield* watchSleeps(yield* Clock.Clock)
  const fiber = yield* Effect.forkChild(Effect.provideService(work, Clock.Clock, clock))
  const next = Effect.raceFirst(Effect.asSome(Queue.take(begun)), Effect.as(Fiber.await(fiber), Option.none<number>()))
  const turns = Effect.gen(function*() {
    for (let pause = yield* next; Option.isSome(pause); pause = yield* next) {
      if (pause.value > longestPause) continue
      yield* others
      yield* TestClock.adjust(pause.value)
    }
    return yield* Fiber.join(fiber)
  })
  return yield* Effect.ensuring(turns, Fiber.interrupt(fiber))
})
