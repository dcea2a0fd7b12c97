/** How many datagrams are sent to one network. */
export interface RateLimitOptions {
  /** Per second, to one /24 of IPv4 or one /56 of IPv6. */
  readonly responses_per_second: number
  /** Of those beyond, one of so many is sent with TC and nothing else, so that who really asks can ask over TCP. 0: none. */
  readonly slip: number
}

/** What to do with an answer. */
export type Verdict = "send" | "truncate" | "drop"

/** Networks share a place when their hashes agree in these bits; the memory is the same however many ask. */
const places = 1 << 16

/** The first seven octets of an IPv6 address, as numbers of 16, 16, 16 and 8 bits. */
const ipv6Network = (address: string): string => {
  const [head = "", tail] = address.split("::")
  const before = head === "" ? [] : head.split(":")
  const after = tail === undefined || tail === "" ? [] : tail.split(":")
  const missing = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array.from({ length: Math.max(missing, 0) }, () => "0"), ...after]
  const [one = "0", two = "0", three = "0", four = "0"] = groups
  return `${one}:${two}:${three}:${(Number.parseInt(four, 16) >>> 8).toString(16)}`
}

/** The network of an address, in text. */
export const networkOf = (address: string): string =>
  address.includes(":")
    ? address.startsWith("::ffff:") && address.includes(".")
      ? address.slice("::ffff:".length, address.lastIndexOf("."))
      : ipv6Network(address)
    : address.slice(0, address.lastIndexOf("."))

/**
 * A token bucket for each network that answers go to. Addresses of datagrams can be forged; without a limit the answers
 * would be somebody else's flood.
 */
export class RateLimit {
  readonly #tokens: Float64Array
  readonly #filledAt: Float64Array
  readonly #rate: number
  readonly #slip: number
  readonly #seed: number
  #beyond = 0

  /** @param seed Nobody outside is to know which networks share a place. */
  constructor({ responses_per_second, slip }: RateLimitOptions, seed: number) {
    this.#rate = responses_per_second
    this.#slip = slip
    this.#seed = seed | 0
    this.#tokens = new Float64Array(places)
    this.#filledAt = new Float64Array(places)
  }

  /** @param now Milliseconds. */
  verdict(address: string, now: number): Verdict {
    const place = this.#placeOf(address)
    const gained = (now - (this.#filledAt[place] ?? 0)) * this.#rate / 1000
    // A second's worth may come at once.
    const tokens = Math.min((this.#tokens[place] ?? 0) + Math.max(gained, 0), this.#rate)
    this.#filledAt[place] = now
    if (tokens >= 1) {
      this.#tokens[place] = tokens - 1
      return "send"
    }
    this.#tokens[place] = tokens
    this.#beyond++
    return this.#slip > 0 && this.#beyond % this.#slip === 0 ? "truncate" : "drop"
  }

  /** FNV-1a over the characters of the network. */
  #placeOf(address: string): number {
    const network = networkOf(address)
    let hash = this.#seed
    for (let index = 0; index < network.length; index++) {
      hash = Math.imul(hash ^ network.charCodeAt(index), 0x0100_0193)
    }
    return (hash ^ hash >>> 16) & places - 1
  }
}
