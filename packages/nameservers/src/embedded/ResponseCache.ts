/** The version of a zone that an answer was made from; answers of one that is no longer current are not given out. */
export interface Version {
  isCurrent: boolean
}

export interface CachedResponse {
  readonly octets: Buffer
  readonly version: Version
  /** Milliseconds since 1970; signatures change from time to time. */
  readonly until: number
}

/** Answers and their keys take about 500 octets each. */
const defaultMaximum = 100_000

/** Finished answers by what was asked. Bounded: what was not asked for since half of the maximum was added is forgotten. */
export class ResponseCache {
  readonly #half: number
  #recent = new Map<string, CachedResponse>()
  #former = new Map<string, CachedResponse>()

  constructor(maximum: number = defaultMaximum) {
    this.#half = Math.ceil(maximum / 2)
  }

  get size(): number {
    return this.#recent.size + this.#former.size
  }

  get(key: string, now: number): Buffer | undefined {
    const recent = this.#recent.get(key)
    const found = recent ?? this.#former.get(key)
    if (found === undefined || !found.version.isCurrent || found.until <= now) return undefined
    if (recent === undefined) this.set(key, found)
    return found.octets
  }

  set(key: string, response: CachedResponse): void {
    if (this.#recent.size >= this.#half) {
      this.#former = this.#recent
      this.#recent = new Map()
    }
    this.#former.delete(key)
    this.#recent.set(key, response)
  }
}
