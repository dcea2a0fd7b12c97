import { type Clock, Duration, Effect } from "effect"

/** Clock that is exact at `base` and runs `factor` times as fast. Processes with the same values agree. */
export const hastyClock = (base: number, factor: number): Clock.Clock => {
  const millis = () => Math.floor(base + (Date.now() - base) * factor)
  const nanos = () => BigInt(millis()) * 1_000_000n
  const monotonic = () => process.hrtime.bigint() * BigInt(factor)
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: monotonic,
    monotonicTimeNanos: Effect.sync(monotonic),
    sleep: (duration) =>
      Effect.callback((resume) => {
        const timer = setTimeout(() => resume(Effect.void), Math.min(Duration.toMillis(duration) / factor, 2 ** 31 - 1))
        return Effect.sync(() => clearTimeout(timer))
      })
  }
}
