import { Clock, Duration, Effect, FiberSet, type Scope } from "effect"

/** Clock of a scope, for code that sockets call outside of fibers. */
export interface Timekeeper {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Runs an action after a delay in milliseconds. The returned function cancels it. */
  readonly after: (millis: number, action: () => void) => () => void
}

/** Timers run until the scope ends. */
export const makeTimekeeper: Effect.Effect<Timekeeper, never, Scope.Scope> = Effect.gen(function*() {
  const clock = yield* Clock.Clock
  const run = yield* FiberSet.makeRuntime()
  return {
    now: () => clock.currentTimeMillisUnsafe(),
    after: (millis, action) => {
      const fiber = run(Effect.andThen(Effect.sleep(Duration.millis(millis)), Effect.sync(action)))
      return () => fiber.interruptUnsafe()
    }
  }
})

/**
 * One call at the earliest requested time. Requests are not cancelled: the callee checks what is due and requests the
 * next call. So thousands of commands a second share one timer.
 */
export class Alarm {
  readonly #timekeeper: Timekeeper
  readonly #call: () => void
  #time = Infinity
  #cancel: () => void = () => undefined

  constructor(timekeeper: Timekeeper, call: () => void) {
    this.#timekeeper = timekeeper
    this.#call = call
  }

  /** Requests a call at or before a time, in milliseconds since 1970; at once if it has passed. */
  by(time: number): void {
    if (time >= this.#time) return
    this.#cancel()
    this.#time = time
    this.#cancel = this.#timekeeper.after(Math.max(0, time - this.#timekeeper.now()), () => {
      this.#time = Infinity
      this.#call()
    })
  }

  /** Cancels the pending call. */
  stop(): void {
    this.#cancel()
    this.#time = Infinity
  }
}
