/** Time for which a command counts: one minute, and one second for network delays, which may bunch commands. */
export const windowMillis = 61_000

/**
 * Sliding-window rate limit per minute. It counts back from each command, so that no alignment of the minute exceeds
 * it.
 */
export class RateWindow {
  readonly #limit: number
  /** Times of the latest `limit` commands; the oldest is at `#next`. */
  readonly #sent: Array<number> = []
  #next = 0
  #newest = -Infinity

  /** `Infinity` for no limit. */
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

  /** Time from which no earlier command counts. */
  get clearFrom(): number {
    return this.#limit === Infinity ? -Infinity : this.#newest + windowMillis
  }
}
