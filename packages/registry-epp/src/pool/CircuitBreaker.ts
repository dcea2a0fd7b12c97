import type { SessionFailure } from "../session/SessionFailure.ts"

/** Back-off in milliseconds after a number of consecutive failures: 1, 2, 4 s and so on, at most 1 minute. */
const waitAfter = (failures: number): number => Math.min(60_000, 1000 * 2 ** (failures - 1))

/** Consecutive failures after which commands fail without waiting for the next attempt. */
const failuresToOpen = 3

const minute = 60_000
/** Registries lock an account after about three failed logins, until an operator asks them to unlock it. */
const refusedRest = 6 * 60 * minute

/**
 * Decides when a session may be opened. An unreachable registry is tried again with exponential back-off. One that
 * refuses the login is tried again after a minute, and then not for hours: the account could be locked.
 */
export class CircuitBreaker {
  #failures = 0
  #refusals = 0
  #restsUntil = -Infinity
  #problem: SessionFailure | undefined = undefined

  /** The latest failure, unless a session was opened since. */
  get problem(): SessionFailure | undefined {
    return this.#problem
  }

  /** True if commands without a session fail at once. False once the next attempt is due. */
  isOpen(now: number): boolean {
    return (this.#refusals > 0 || this.#failures >= failuresToOpen) && now < this.#restsUntil
  }

  /** Time from which a session may be opened. */
  get restsUntil(): number {
    return this.#restsUntil
  }

  /** A session was opened, or the credentials have changed. */
  opened(): void {
    this.#refusals = 0
    this.#restsUntil = -Infinity
    this.#problem = undefined
  }

  /** A session answered a command. Sessions closed right after the login still count as failures. */
  proven(): void {
    this.#failures = 0
  }

  /** `jitter` from 0 to 1 spreads the attempts of several processes. */
  failed(failure: SessionFailure, now: number, jitter: number): void {
    this.#problem = failure
    if (failure.kind === "credentials" || failure.kind === "refused") {
      this.#refusals++
      this.#restsUntil = now + (this.#refusals > 1 || failure.isFinal ? refusedRest : minute)
      return
    }
    this.#failures++
    // Whole milliseconds: a clock may round fractions down, and would be called again and again for the rest.
    this.#restsUntil = now + Math.round(waitAfter(this.#failures) * (1 + jitter / 2))
  }
}
