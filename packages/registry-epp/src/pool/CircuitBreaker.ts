import type { SessionFailure } from "../session/SessionFailure.ts"

/** Milliseconds until the next attempt after so many failures in a row: 1, 2, 4 s and so on, a minute at most. */
const waitAfter = (failures: number): number => Math.min(60_000, 1000 * 2 ** (failures - 1))

/** After so many failures in a row commands do not wait for the next attempt. */
const failuresToOpen = 3

const minute = 60_000
/** Registries lock an account after three failed logins or so, and a person has to ask for it to be opened. */
const refusedRest = 6 * 60 * minute

/**
 * Says when a session may be opened. A registry that cannot be reached is tried again after growing waits. One that
 * refuses the login gets a second try after a minute, and then none for hours: the account could be locked.
 */
export class CircuitBreaker {
  #failures = 0
  #refusals = 0
  #restsUntil = -Infinity
  #problem: SessionFailure | undefined = undefined

  /** The newest failure, unless a session was opened since. */
  get problem(): SessionFailure | undefined {
    return this.#problem
  }

  /** Whether commands without a session fail at once. Not any more when it is time to try again. */
  isOpen(now: number): boolean {
    return (this.#refusals > 0 || this.#failures >= failuresToOpen) && now < this.#restsUntil
  }

  /** From when on a session may be opened. */
  get restsUntil(): number {
    return this.#restsUntil
  }

  /** A session was opened, or the credentials are others than those that were refused. */
  opened(): void {
    this.#refusals = 0
    this.#restsUntil = -Infinity
    this.#problem = undefined
  }

  /** A session was of use: a server that closes each one after the login goes on counting as one that fails. */
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
    // Whole milliseconds: a clock may round a fraction off, and would be asked for the rest of it again and again.
    this.#restsUntil = now + Math.round(waitAfter(this.#failures) * (1 + jitter / 2))
  }
}
