import { networkOf } from "@namewright/core/shared"
import { RecentlyUsed } from "@namewright/core/shared"
import { responseKind } from "./responseKind.ts"

/** Limits of responses over UDP to one network: a /24 of IPv4 or a /56 of IPv6. */
export interface RateLimitOptions {
  /** Equal responses per second. Negative responses and referrals of one zone are equal, as are errors with one code. */
  readonly responses_per_second: number
  /** All responses per second. Default 4 times `responses_per_second`. */
  readonly all_responses_per_second?: number | undefined
  /**
   * One in `slip` responses above a limit is sent empty and truncated (TC), so that a resolver asks again over TCP; the
   * others are dropped. 0: all are dropped.
   */
  readonly slip: number
}

export const standardRateLimit: RateLimitOptions = { responses_per_second: 20, all_responses_per_second: 80, slip: 2 }

/** Decision about a response. */
export type Verdict = "send" | "truncate" | "drop"

/** Buckets of one limit. Keys with equal hashes share a bucket, so that memory use is constant. */
const size = 1 << 16

/** Addresses whose buckets are kept, at about 100 octets each. */
const keptAddresses = 10_000

/** Token buckets; each holds the responses of one second at most. */
class Buckets {
  readonly #tokens = new Float64Array(size)
  readonly #filledAt = new Float64Array(size)
  readonly #rate: number

  constructor(rate: number) {
    this.#rate = rate
  }

  /** True if a response may be sent. `now` in milliseconds. */
  has(bucket: number, now: number): boolean {
    const gained = (now - (this.#filledAt[bucket] ?? 0)) * this.#rate / 1000
    const tokens = Math.min((this.#tokens[bucket] ?? 0) + Math.max(gained, 0), this.#rate)
    this.#filledAt[bucket] = now
    this.#tokens[bucket] = tokens
    return tokens >= 1
  }

  take(bucket: number): void {
    this.#tokens[bucket] = (this.#tokens[bucket] ?? 0) - 1
  }
}

/**
 * Response rate limit, as in BIND, Knot DNS and NSD. Source addresses of datagrams can be forged: without a limit, an
 * attacker directs responses at a victim, and each is many times as long as the query.
 */
export class RateLimit {
  readonly #networks: Buckets
  readonly #responses: Buckets
  /** Responses above a limit, by the bucket of their network. */
  readonly #excess = new Uint32Array(size)
  /** Buckets of networks. Reading an address takes longer than the rest of a verdict. */
  readonly #bucketByAddress = new RecentlyUsed<number>(keptAddresses)
  readonly #slip: number
  readonly #seed: number

  /** @param seed Secret, or a client could choose addresses that share a bucket with a victim. */
  constructor({ all_responses_per_second, responses_per_second, slip }: RateLimitOptions, seed: number) {
    this.#networks = new Buckets(all_responses_per_second ?? 4 * responses_per_second)
    this.#responses = new Buckets(responses_per_second)
    this.#slip = slip
    this.#seed = seed | 0
  }

  /** Decides about a query before it is answered, so that queries above the limit of a network cost little. `now` in milliseconds. */
  onQuery(address: string, now: number): Verdict {
    const network = this.#networkBucket(address)
    return this.#networks.has(network, now) ? "send" : this.#above(network)
  }

  /** Decides about a finished response. `now` in milliseconds. */
  onResponse(address: string, response: Uint8Array, now: number): Verdict {
    const network = this.#networkBucket(address)
    const kind = bucketOf(responseKind(response, network ^ this.#seed))
    if (!this.#networks.has(network, now) || !this.#responses.has(kind, now)) return this.#above(network)
    this.#networks.take(network)
    this.#responses.take(kind)
    return "send"
  }

  #above(network: number): Verdict {
    const count = (this.#excess[network] ?? 0) + 1
    this.#excess[network] = count
    return this.#slip > 0 && count % this.#slip === 0 ? "truncate" : "drop"
  }

  #networkBucket(address: string): number {
    return this.#bucketByAddress.get(address) ?? this.#bucketByAddress.set(address, this.#hashed(address))
  }

  /** FNV-1a over the characters of the network. */
  #hashed(address: string): number {
    const network = networkOf(address, "site") ?? ""
    let hash = this.#seed
    for (let index = 0; index < network.length; index++) {
      hash = Math.imul(hash ^ network.charCodeAt(index), 0x0100_0193)
    }
    return bucketOf(hash)
  }
}

const bucketOf = (hash: number): number => (hash ^ hash >>> 16) & size - 1
