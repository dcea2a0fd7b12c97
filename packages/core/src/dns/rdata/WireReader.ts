import * as DnsName from "../DnsName.ts"
import { fieldText } from "./fieldText.ts"
import type { RdataProblem, RdataSlug } from "./RdataProblem.ts"

const nothing = new Uint8Array(0)

/**
 * Reads the octets of one record. The first problem ends the reading: further reads return empty values, so that every
 * loop ends.
 */
export class WireReader {
  readonly problems: Array<RdataProblem> = []
  #octets: Uint8Array
  #offset = 0

  constructor(octets: Uint8Array) {
    this.#octets = octets
  }

  get remaining(): number {
    return this.#octets.length - this.#offset
  }

  report(slug: RdataSlug, field: string, message: string): void {
    if (this.problems.length === 0) this.problems.push({ slug, field, at: this.#offset, message })
    this.#octets = nothing
    this.#offset = 0
  }

  /** Reads an unsigned integer of 1, 2 or 4 octets. */
  integer(octets: 1 | 2 | 4, field: string): number {
    return this.octets(octets, field).reduce((value, octet) => value * 256 + octet, 0)
  }

  octets(count: number, field: string): Uint8Array {
    if (count > this.remaining) {
      this.report("too_short", field, `The record ends within the ${fieldText(field)}`)
      return nothing
    }
    this.#offset += count
    return this.#octets.slice(this.#offset - count, this.#offset)
  }

  /** Reads a name without compression; pointers are only valid within a message. */
  name(field: string): DnsName.DnsName {
    const labels: Array<Uint8Array> = []
    let length = 1
    for (;;) {
      const size = this.integer(1, field)
      if (size === 0) return DnsName.fromLabels(labels)
      length += size + 1
      if (size > 63 || length > 255) {
        this.report("name_too_long", field, `The ${fieldText(field)} is compressed or too long`)
      }
      labels.push(this.octets(size, field))
    }
  }

  end(): void {
    if (this.remaining > 0) this.report("too_long", "rdata", "There are octets after the last field of this type")
  }
}
