/** For so long a command counts: a minute, and a second for its way, so that what left in time does not arrive bunched. */
export const windowMillis = 61_000

/**
 * Keeps commands below a number in any minute. Looks back from each moment, so that no choice of when a minute begins
 * finds more.
 */
export class RateWindow {
  readonly #limit: number
  /** When the newest `limit` commands were sent; the oldest stands at `#next`. */
  readonly #sent: Array<number> = []
  #next = 0
  #newest = -Infinity

  /** Any number of commands for `Infinity`. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Milliseconds until one more command may be sent; 0 for now. */
  wait(now: number): number {
    if (this.#sent.length < this.#limit) return 0
    return Math.max(0, (this.#sent[this.#next] ?? -Infinity) + windowMillis - now)
  }

  /** Counts a command that is sent now. */
  count(now: number): void {
    this.#newest = now
    if (this.#limit === Infinity) return
    this.#sent[this.#next] = now
    this.#next = (this.#next + 1) % this.#limit
  }

  /** From when on nothing that was sent counts any more. */
  get clearFrom(): number {
    return this.#limit === Infinity ? -Infinity : this.#newest + windowMillis
  }
}
