import { RecentlyUsed } from "@namewright/core/shared"

/** Version of a zone that responses are made from. Responses of a version that is not current are not sent. */
export interface Version {
  isCurrent: boolean
}

export interface CachedResponse {
  readonly octets: Buffer
  readonly version: Version
  /** Milliseconds since 1970. Cached responses expire because signatures are renewed. */
  readonly until: number
}

/** Responses in the cache; each takes about 500 octets with its key. */
const defaultMaximum = 100_000

/** The most recently used responses, by the key of the query. */
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
