import { Clock, Duration, Effect, Fiber, Option, Queue } from "effect"
import { TestClock } from "effect/testing"

/** Clock, and its sleeps that have begun, in milliseconds. */
export interface WatchedClock<C> {
  readonly clock: C
  readonly begun: Queue.Dequeue<number>
}

/**
 * Publishes each sleep that begins on a clock. A subject may also wait for real time, such as sockets and threads. With
 * this queue its test advances the clock only after the subject sleeps.
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

/** Longer sleeps are timeouts, which the clock must not reach. */
const longestPause = 1000

/**
 * Runs work that polls others with pauses. At each pause the others run, and the test clock advances to the end of the
 * pause. Waiting for real time is not limited. If the others fail, or nothing waits any more, the work ends with them.
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
