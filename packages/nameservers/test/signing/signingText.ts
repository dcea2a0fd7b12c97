import { DnsName, Rdata, recordTypeOf, unknownForm } from "@namewright/core/dns"
import { Result } from "effect"
import type { ImageRrset } from "../../src/image/ImageRrset.ts"
import { rrTypes } from "../../src/message/RrType.ts"
import { base32Hex } from "../../src/signing/base32Hex.ts"

/** Reads the octets of a record from the front. */
class Octets {
  readonly #octets: Buffer
  #offset = 0

  constructor(octets: Uint8Array) {
    this.#octets = Buffer.from(octets)
  }

  get isAtEnd(): boolean {
    return this.#offset === this.#octets.length
  }

  integer(octets: number): number {
    return this.take(octets).readUIntBE(0, octets)
  }

  take(count: number): Buffer {
    if (this.#offset + count > this.#octets.length) throw new RangeError("The record is too short")
    this.#offset += count
    return this.#octets.subarray(this.#offset - count, this.#offset)
  }

  rest(): Buffer {
    return this.take(this.#octets.length - this.#offset)
  }

  name(): DnsName.DnsName {
    const labels: Array<Uint8Array> = []
    for (let size = this.integer(1); size > 0; size = this.integer(1)) labels.push(this.take(size))
    return DnsName.fromLabels(labels)
  }

  types(): ReadonlyArray<number> {
    const types: Array<number> = []
    while (!this.isAtEnd) {
      const window = this.integer(1)
      for (const [index, octet] of this.take(this.integer(1)).entries()) {
        for (let bit = 0; bit < 8; bit++) if ((octet & 0x80 >> bit) !== 0) types.push(window * 256 + index * 8 + bit)
      }
    }
    return types
  }
}

export const typesOfBitmap = (octets: Uint8Array): ReadonlyArray<number> => new Octets(octets).types()

const mnemonics: ReadonlyMap<number, string> = new Map(
  Object.entries(rrTypes).map(([text, number]) => [number, text])
)

export const typeText = (number: number): string => mnemonics.get(number) ?? `TYPE${number}`

const typesText = (reader: Octets): string => reader.types().map(typeText).join(" ")

const saltText = (salt: Buffer): string => salt.length === 0 ? "-" : salt.toString("hex")

const forms: ReadonlyMap<number, (reader: Octets) => string> = new Map([
  [rrTypes.RRSIG, (reader) =>
    [
      typeText(reader.integer(2)),
      ...[1, 1, 4, 4, 4, 2].map((octets) => reader.integer(octets)),
      reader.name(),
      reader.rest().toString("base64")
    ].join(" ")],
  [rrTypes.NSEC, (reader) => `${reader.name()} ${typesText(reader)}`],
  [rrTypes.NSEC3, (reader) =>
    [
      ...[1, 1, 2].map((octets) => reader.integer(octets)),
      saltText(reader.take(reader.integer(1))),
      base32Hex(reader.take(reader.integer(1))),
      typesText(reader)
    ].join(" ")],
  [
    rrTypes.NSEC3PARAM,
    (reader) =>
      [...[1, 1, 2].map((octets) => reader.integer(octets)), saltText(reader.take(reader.integer(1)))].join(" ")
  ]
])

/** Data of a record as in a zone file. */
export const rdataText = (number: number, octets: Uint8Array): string => {
  const form = forms.get(number)
  if (form !== undefined) return form(new Octets(octets))
  const type = recordTypeOf(number)
  return type === undefined ? unknownForm(octets) : Rdata.text(type, Result.getOrThrow(Rdata.decode(type, octets)))
}

/** The records of RRsets as lines of a zone file; `@` in a name by number, since ldns takes `\\@` for the origin. */
export const zoneLines = (rrsets: Iterable<ImageRrset>): ReadonlyArray<string> =>
  [...rrsets].flatMap(({ name, rdata, ttl, type }) =>
    rdata.map((octets) => `${name} ${ttl} IN ${typeText(type)} ${rdataText(type, octets)}`)
  )
