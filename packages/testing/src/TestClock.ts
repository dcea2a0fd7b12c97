import type { DueTimes } from "./DueTimes.ts"
import type { VirtualClock } from "./VirtualClock.ts"

/** A length of time. */
export interface Advance {
  readonly days?: number
  readonly hours?: number
  readonly minutes?: number
  readonly seconds?: number
}

/** The clock of a test platform. It does not advance until the test moves it. */
export interface TestClock {
  readonly now: () => Date
  /**
   * Moves the clock, and runs all scheduled work on the way when it is due, in order: renewals, expiries, registry
   * messages, retries, reports. Resolves when the work is done.
   */
  readonly advance: (by: Advance) => Promise<void>
  /** Moves the clock to a later time, as `advance` does. */
  readonly set: (to: Date | string) => Promise<void>
  /** Runs all work that is due now. */
  readonly settle: () => Promise<void>
}

const minute = 60_000
const units: Record<keyof Advance, number> = { days: 1440 * minute, hours: 60 * minute, minutes: minute, seconds: 1000 }

const millisOf = (by: Advance): number => {
  let total = 0
  for (const [unit, count] of Object.entries(by)) {
    const length = units[unit as keyof Advance]
    if (length === undefined || !(Number(count) >= 0)) throw new RangeError(`clock.advance: ${unit}: ${String(count)}`)
    total += length * Number(count)
  }
  return total
}

/** A minute after the end of the month, when the reports of the month are made. */
const monthEnd = (now: number): number => {
  const date = new Date(now - minute)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) + minute
}

/**
 * Jumps from one due time to the next one. Rounds of recurring work are a minute apart, so work that is not done at its
 * time gets another round after a minute, and after longer pauses if it still waits, for example for a nameserver.
 */
export const makeTestClock = (
  clock: VirtualClock,
  work: () => Promise<void>,
  due: (now: number) => Promise<DueTimes>
): TestClock => {
  const now = () => clock.currentTimeMillisUnsafe()
  let moving: Promise<void> = Promise.resolve()

  const move = async (target: number): Promise<void> => {
    let pause = minute
    await work()
    while (now() < target) {
      // oxlint-disable-next-line no-await-in-loop -- a jump follows the work of the one before
      const { isOverdue, next } = await due(now())
      const retry = isOverdue ? now() + pause : Infinity
      const fixed = Math.min(next, monthEnd(now()))
      pause = retry < fixed ? pause * 2 : minute
      clock.moveTo(Math.min(target, fixed, retry))
      // oxlint-disable-next-line no-await-in-loop -- as above
      await work()
    }
  }

  /** One move after the other. */
  const enqueue = (run: () => Promise<void>): Promise<void> => {
    const result = moving.then(run)
    moving = result.catch(() => {})
    return result
  }

  const set = async (to: Date | string): Promise<void> => {
    const target = new Date(to).getTime()
    if (!(target >= now())) {
      throw new RangeError(`clock.set: ${String(to)} is not later than ${new Date(now()).toISOString()}`)
    }
    await enqueue(() => move(target))
  }

  return {
    now: () => new Date(now()),
    advance: async (by) => {
      const millis = millisOf(by)
      await enqueue(() => move(now() + millis))
    },
    set,
    settle: () => enqueue(work)
  }
}
