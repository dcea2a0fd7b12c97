import { Clock, Duration, Effect, FiberSet, type Scope } from "effect"

/** The clock of a scope, for what is called by sockets rather than by fibers. */
export interface Timekeeper {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Runs an action after so many milliseconds, unless the answer is called before. */
  readonly after: (millis: number, action: () => void) => () => void
}

/** Keeps time until the scope ends. */
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
 * One call at the earliest of the moments that were asked for. A moment that is not needed any more is not taken back:
 * whoever is called looks at what is due, and asks again. So thousands of commands a second share one timer.
 */
export class Alarm {
  readonly #timekeeper: Timekeeper
  readonly #call: () => void
  #at = Infinity
  #cancel: () => void = () => undefined

  constructor(timekeeper: Timekeeper, call: () => void) {
    this.#timekeeper = timekeeper
    this.#call = call
  }

  /** Asks for a call at a moment, in milliseconds since 1970, or before it; at once when it has passed. */
  by(at: number): void {
    if (at >= this.#at) return
    this.#cancel()
    this.#at = at
    this.#cancel = this.#timekeeper.after(Math.max(0, at - this.#timekeeper.now()), () => {
      this.#at = Infinity
      this.#call()
    })
  }

  /** Calls nobody until it is asked again. */
  stop(): void {
    this.#cancel()
    this.#at = Infinity
  }
}
