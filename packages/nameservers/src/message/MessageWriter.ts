import { compressible } from "./RrType.ts"
import * as WireName from "./WireName.ts"

const headerLength = 12

/** Pointers have 14 bits (RFC 1035, section 4.1.4). */
const pointerLimit = 0x4000

/** Header fields before the counts (RFC 1035, section 4.1.1). */
export interface MessageHeader {
  readonly id: number
  /** Second 16 bits: QR, opcode, AA, TC, RD, RA, AD, CD and the lower four bits of the response code. */
  readonly flags: number
}

export interface SectionCounts {
  readonly questions: number
  readonly answers: number
  readonly authorities: number
  readonly additionals: number
}

/**
 * Writes one message after another into the same buffer. Names are compressed in owners and in the data of types of RFC
 * 1035, which every receiver decompresses. A record that does not fit is not written at all.
 */
export class MessageWriter {
  readonly #octets: Uint8Array
  readonly #view: DataView
  readonly #names = new Map<WireName.WireName, number>()
  #limit = 0
  #length = headerLength

  /** @param capacity Octets of the longest message. */
  constructor(capacity = 0xffff) {
    this.#octets = new Uint8Array(capacity)
    this.#view = new DataView(this.#octets.buffer)
  }

  get length(): number {
    return this.#length
  }

  /** Starts a message of at most `limit` octets. */
  begin(limit: number): void {
    this.#limit = Math.min(limit, this.#octets.length)
    this.#length = headerLength
    this.#names.clear()
  }

  /** Raises the limit of the message by so many octets. */
  extend(octets: number): void {
    this.#limit = Math.min(this.#limit + octets, this.#octets.length)
  }

  /** Returns false if there is no room. */
  question(name: WireName.WireName, type: number, rrClass: number): boolean {
    const start = this.#length
    if (!this.#name(name)) return this.#undo(start)
    // Owners are in lower case, and equal the name of the question, whose letter case the client chose.
    const lower = WireName.lowerCase(name)
    if (lower !== name) this.#remember(lower, start)
    if (!this.#hasRoom(4)) return this.#undo(start)
    this.#uint16(type)
    this.#uint16(rrClass)
    return true
  }

  /** Returns false if there is no room. */
  record(name: WireName.WireName, type: number, rrClass: number, ttl: number, rdata: Uint8Array): boolean {
    const start = this.#length
    if (!this.#name(name) || !this.#hasRoom(10)) return this.#undo(start)
    this.#uint16(type)
    this.#uint16(rrClass)
    this.#uint16(ttl >>> 16)
    this.#uint16(ttl & 0xffff)
    this.#length += 2
    const dataStart = this.#length
    if (!this.#rdata(type, rdata)) return this.#undo(start)
    this.#view.setUint16(dataStart - 2, this.#length - dataStart)
    return true
  }

  /** Appends octets unchanged, for data without names. */
  octets(octets: Uint8Array): boolean {
    if (!this.#hasRoom(octets.length)) return false
    this.#octets.set(octets, this.#length)
    this.#length += octets.length
    return true
  }

  /** Cuts the message to this length. */
  truncate(length: number): void {
    this.#undo(length)
  }

  /** Returns the message; valid until the next one begins. */
  end({ flags, id }: MessageHeader, counts: SectionCounts): Uint8Array {
    this.#view.setUint16(0, id)
    this.#view.setUint16(2, flags)
    this.#view.setUint16(4, counts.questions)
    this.#view.setUint16(6, counts.answers)
    this.#view.setUint16(8, counts.authorities)
    this.#view.setUint16(10, counts.additionals)
    return this.#octets.subarray(0, this.#length)
  }

  #rdata(type: number, rdata: Uint8Array): boolean {
    const layout = compressible.get(type)
    if (layout === undefined || rdata.length <= layout.before) return this.octets(rdata)
    if (!this.octets(rdata.subarray(0, layout.before))) return false
    let at = layout.before
    for (let count = 0; count < layout.names; count++) {
      const end = at + WireName.lengthAt(rdata, at)
      if (!this.#name(WireName.ofOctets(rdata.subarray(at, end)))) return false
      at = end
    }
    return this.octets(rdata.subarray(at))
  }

  /** Writes the labels of a name up to the longest ending that was written before, and a pointer to that. */
  #name(name: WireName.WireName): boolean {
    for (let rest = name;; rest = WireName.parent(rest)) {
      const labelLength = rest.charCodeAt(0)
      if (labelLength === 0) {
        if (!this.#hasRoom(1)) return false
        this.#octets[this.#length++] = 0
        return true
      }
      const known = this.#names.get(rest)
      if (known !== undefined) {
        if (!this.#hasRoom(2)) return false
        this.#uint16(0xc000 | known)
        return true
      }
      if (!this.#hasRoom(labelLength + 1)) return false
      if (this.#length < pointerLimit) this.#names.set(rest, this.#length)
      for (let index = 0; index <= labelLength; index++) this.#octets[this.#length++] = rest.charCodeAt(index)
    }
  }

  #remember(name: WireName.WireName, start: number): void {
    let at = start
    for (let rest = name; rest !== WireName.root; rest = WireName.parent(rest)) {
      if (!this.#names.has(rest)) this.#names.set(rest, at)
      at += 1 + rest.charCodeAt(0)
    }
  }

  #uint16(value: number): void {
    this.#view.setUint16(this.#length, value)
    this.#length += 2
  }

  #hasRoom(octets: number): boolean {
    return this.#length + octets <= this.#limit
  }

  /** Forgets names behind the end, which pointers must not point to. */
  #undo(length: number): false {
    if (length < this.#length) {
      for (const [name, at] of this.#names) if (at >= length) this.#names.delete(name)
    }
    this.#length = length
    return false
  }
}
