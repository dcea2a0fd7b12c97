import { RecentlyUsed } from "../RecentlyUsed.ts"

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

/** Finished answers by what was asked, those that were asked for last. */
export class ResponseCache {
  readonly #responses: RecentlyUsed<CachedResponse>

  constructor(maximum: number = defaultMaximum) {
    this.#responses = new RecentlyUsed(maximum)
  }

  get size(): number {
    return this.#responses.size
  }

  get(key: string, now: number): Buffer | undefined {
    const found = this.#responses.get(key)
    return found?.version.isCurrent === true && found.until > now ? found.octets : undefined
  }

  set(key: string, response: CachedResponse): void {
    this.#responses.set(key, response)
  }
}
