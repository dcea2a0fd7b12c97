import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"

/** Tells the test's time, by which years pass, but waits as long as it really takes: a socket is silent in real time. */
export const registryClock = Effect.gen(function*() {
  const clock = yield* Clock.Clock
  const { sleep } = yield* TestClock.withLive(Clock.Clock)
  return { ...clock, sleep }
})
