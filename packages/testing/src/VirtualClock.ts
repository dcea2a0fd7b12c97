import { type Clock, Duration, Effect } from "effect"

/** A clock that advances only when it is moved. */
export interface VirtualClock extends Clock.Clock {
  /** Moves the clock to a time in milliseconds since 1970, and ends the sleeps until then. */
  readonly moveTo: (millis: number) => void
}

interface Sleeper {
  readonly until: number
  readonly wake: () => void
}

/** Longest delay of `setTimeout`. */
const longestTimer = 2 ** 31 - 1

/** Sleeps of at least this many milliseconds do not keep the process of a test alive. */
const longSleep = 1_000

const nanos = (millis: number): bigint => BigInt(millis) * 1_000_000n

/**
 * A sleep ends when the clock is moved beyond it, or after the same time in reality: waiting code does not hang in a test
 * that leaves the clock alone.
 */
export const makeVirtualClock = (start: number): VirtualClock => {
  let now = start
  const sleepers = new Set<Sleeper>()

  const sleep = (duration: Duration.Duration): Effect.Effect<void> =>
    Effect.callback((resume) => {
      const millis = Math.max(0, Duration.toMillis(duration))
      const timer = setTimeout(() => sleeper.wake(), Math.min(millis, longestTimer))
      if (millis >= longSleep) timer.unref()
      const end = () => {
        clearTimeout(timer)
        sleepers.delete(sleeper)
      }
      const sleeper: Sleeper = {
        until: now + millis,
        wake: () => {
          end()
          resume(Effect.void)
        }
      }
      sleepers.add(sleeper)
      return Effect.sync(end)
    })

  return {
    currentTimeMillisUnsafe: () => now,
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanosUnsafe: () => nanos(now),
    currentTimeNanos: Effect.sync(() => nanos(now)),
    monotonicTimeNanosUnsafe: () => nanos(now),
    monotonicTimeNanos: Effect.sync(() => nanos(now)),
    sleep,
    moveTo: (millis) => {
      now = millis
      for (const sleeper of sleepers) if (sleeper.until <= now) sleeper.wake()
    }
  }
}
