import { type Clock, Duration, Effect } from "effect"

/** A clock that went right at `base` and runs `factor` times as fast since; processes with the same two agree. */
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
