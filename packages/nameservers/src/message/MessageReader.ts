import { decompressible } from "./RrType.ts"
import * as WireName from "./WireName.ts"

const longestName = 255
/** Labels of one octet, and the root. */
const mostLabels = 127

/** Reads a message from its beginning. After the first problem all values are empty. */
export class MessageReader {
  problem: "too_short" | "name" | "rdata" | "trailing_octets" | undefined = undefined
  /** Offset of the record that is being read; undefined before the first. */
  recordAt: number | undefined = undefined
  readonly #octets: Uint8Array
  readonly #view: DataView
  #at = 0

  constructor(octets: Uint8Array) {
    this.#octets = octets
    this.#view = new DataView(octets.buffer, octets.byteOffset, octets.length)
  }

  startRecord(): void {
    this.recordAt = this.#at
  }

  uint16(): number {
    return this.#has(2) ? this.#view.getUint16(this.#at - 2) : 0
  }

  uint32(): number {
    return this.#has(4) ? this.#view.getUint32(this.#at - 4) : 0
  }

  name(): WireName.WireName {
    const { end, name } = this.#nameAt(this.#at, this.#octets.length)
    if (name === undefined) return this.#fail("name")
    this.#at = end
    return name
  }

  /** Reads the length and the data of a record, and decompresses its names. */
  rdata(type: number): Uint8Array {
    const length = this.uint16()
    const start = this.#at
    if (!this.#has(length)) return new Uint8Array(0)
    const layout = decompressible.get(type)
    const octets = this.#octets.slice(start, this.#at)
    return layout === undefined || length === 0 ? octets : this.#decompressed(start, layout.before, layout.names)
  }

  end(): void {
    if (this.#at < this.#octets.length) this.#fail("trailing_octets")
  }

  #decompressed(start: number, before: number, names: number): Uint8Array {
    const end = this.#at
    let text = WireName.ofOctets(this.#octets.subarray(start, Math.min(start + before, end)))
    let at = start + before
    for (let count = 0; count < names; count++) {
      const found = this.#nameAt(at, end)
      if (found.name === undefined) {
        this.#fail("rdata")
        return new Uint8Array(0)
      }
      text += found.name
      at = found.end
    }
    return WireName.octetsOf(text + WireName.ofOctets(this.#octets.subarray(at, end)))
  }

  /**
   * Reads a name whose own octets end before `bound`. Each pointer must point before the labels that contain it, and
   * there are at most as many as a name can have labels: a chain of pointers would cost as much as the message has octets.
   */
  #nameAt(start: number, bound: number): { readonly name: WireName.WireName | undefined; readonly end: number } {
    let name = ""
    let end: number | undefined = undefined
    let [at, first, last] = [start, start, bound]
    let pointers = 0
    for (;;) {
      if (at >= last) break
      const length = this.#view.getUint8(at)
      if (length === 0) return { name: `${name}\0`, end: end ?? at + 1 }
      if (length >= 0xc0) {
        if (at + 2 > last) break
        const target = this.#view.getUint16(at) & 0x3fff
        end ??= at + 2
        if (target >= first || ++pointers > mostLabels) break
        // The target is before this name, and so within the message.
        last = first
        first = target
        at = target
        continue
      }
      if (length > 63 || at + 1 + length > last || name.length + length + 2 > longestName) break
      name += WireName.ofOctets(this.#octets.subarray(at, at + 1 + length))
      at += 1 + length
    }
    return { name: undefined, end: start }
  }

  /** True if so many octets are left; moves past them. */
  #has(count: number): boolean {
    if (this.problem === undefined && this.#at + count <= this.#octets.length) {
      this.#at += count
      return true
    }
    this.#fail("too_short")
    return false
  }

  #fail(problem: NonNullable<MessageReader["problem"]>): WireName.WireName {
    this.problem ??= problem
    return WireName.root
  }
}
