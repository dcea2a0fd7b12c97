import * as DnsName from "../DnsName.ts"

/**
 * Purpose of the encoding. `message` keeps the case of names. `signature` is the canonical form of DNSSEC (RFC 4034,
 * section 6.2, with the types of RFC 6840, section 5.1). `comparison` is equal for equivalent records: all names in
 * lower case, the strings of TXT joined.
 */
export type WirePurpose = "message" | "signature" | "comparison"

/** Octets in network order, in a buffer that grows. */
export class WireWriter {
  readonly purpose: WirePurpose
  #octets = new Uint8Array(64)
  #length = 0

  constructor(purpose: WirePurpose = "message") {
    this.purpose = purpose
  }

  get length(): number {
    return this.#length
  }

  /** Writes an unsigned integer of 1, 2 or 4 octets. */
  integer(octets: 1 | 2 | 4, value: number): void {
    this.#reserve(octets)
    for (let index = octets - 1; index >= 0; index--) {
      this.#octets[this.#length + index] = value >>> 8 * (octets - 1 - index)
    }
    this.#length += octets
  }

  octets(octets: Uint8Array): void {
    this.#reserve(octets.length)
    this.#octets.set(octets, this.#length)
    this.#length += octets.length
  }

  /** Writes a name without compression, which later types forbid (RFC 3597, section 4). */
  name(name: DnsName.DnsName, isLowerCase: boolean): void {
    this.octets(DnsName.encode(isLowerCase ? DnsName.lowerCase(name) : name))
  }

  result(): Uint8Array {
    return this.#octets.slice(0, this.#length)
  }

  #reserve(count: number): void {
    const needed = this.#length + count
    if (needed <= this.#octets.length) return
    const larger = new Uint8Array(Math.max(needed, 2 * this.#octets.length))
    larger.set(this.#octets)
    this.#octets = larger
  }
}
