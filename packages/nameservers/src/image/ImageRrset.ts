import { type DnsName, type PublishedRrset, Rdata, recordTypeNumber } from "@namewright/core/dns"
import { Result } from "effect"

/** An RRset with the octets that go on the wire. */
export interface ImageRrset {
  /** Absolute, in lower case. */
  readonly name: DnsName.DnsName
  /** The number of its type. */
  readonly type: number
  /** Seconds. */
  readonly ttl: number
  /** Without compression, names in the case they came in. At least one. */
  readonly rdata: ReadonlyArray<Uint8Array>
}

/** The text of stored records is canonical; one that cannot be read is a defect. */
const rdataOf = ({ name, records, type }: PublishedRrset): ReadonlyArray<Uint8Array> =>
  records.map((text) => {
    const value = Rdata.parse(type, text, { origin: name, form: "zone_file" })
    if (Result.isFailure(value)) throw new Error(`${name} ${type}: ${value.failure[0].message}`)
    return Rdata.encode(type, value.success)
  })

/** Most RRsets of a large zone are not asked for while it is in memory, so octets are made when they are. */
class PublishedImageRrset implements ImageRrset {
  readonly name: DnsName.DnsName
  readonly type: number
  readonly ttl: number
  #source: PublishedRrset | undefined
  #rdata: ReadonlyArray<Uint8Array> = []

  constructor(source: PublishedRrset) {
    this.name = source.name
    this.type = recordTypeNumber(source.type)
    this.ttl = source.ttl
    this.#source = source
  }

  get rdata(): ReadonlyArray<Uint8Array> {
    if (this.#source !== undefined) {
      this.#rdata = rdataOf(this.#source)
      this.#source = undefined
    }
    return this.#rdata
  }
}

export const imageRrsetOf = (rrset: PublishedRrset): ImageRrset => new PublishedImageRrset(rrset)
