/** Octets of the longest message that a server reads: a name, a SOA record, EDNS with its options and a TSIG are far less. */
export const longestQuery = 4096

/** Prefixes a message with its length in two octets, for TCP (RFC 1035, section 4.2.2). */
export const frame = (message: Uint8Array): Buffer => {
  const framed = Buffer.allocUnsafe(2 + message.length)
  framed.writeUInt16BE(message.length, 0)
  framed.set(message, 2)
  return framed
}

/** Splits the octets of a TCP connection into messages. */
export class FrameReader {
  readonly #longest: number
  #received: Buffer = Buffer.alloc(0)

  /** @param longest Octets that a message may have. */
  constructor(longest = 0xffff) {
    this.#longest = longest
  }

  /** Octets that were received and not read yet. */
  get length(): number {
    return this.#received.length
  }

  /** True if the next message is longer than allowed; then no more can be read. */
  get isOversized(): boolean {
    return this.#received.length >= 2 && this.#received.readUInt16BE(0) > this.#longest
  }

  push(octets: Buffer): void {
    this.#received = this.#received.length === 0 ? octets : Buffer.concat([this.#received, octets])
  }

  /** Reads the next message; undefined until it is complete. */
  next(): Buffer | undefined {
    if (this.#received.length < 2 || this.isOversized) return undefined
    const end = 2 + this.#received.readUInt16BE(0)
    if (this.#received.length < end) return undefined
    const message = this.#received.subarray(2, end)
    this.#received = this.#received.subarray(end)
    return message
  }
}
