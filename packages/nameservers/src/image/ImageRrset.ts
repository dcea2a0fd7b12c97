import { type DnsName, type PublishedRrset, Rdata, recordTypeNumber } from "@namewright/core/dns"
import { Result } from "effect"

/** An RRset with its data as on the wire. */
export interface ImageRrset {
  /** Absolute, in lower case. */
  readonly name: DnsName.DnsName
  /** The number of its type. */
  readonly type: number
  /** Seconds. */
  readonly ttl: number
  /** Data of the records, without compression, names in their original case. At least one. */
  readonly rdata: ReadonlyArray<Uint8Array>
}

/** Encodes stored records. Their text is canonical; one that cannot be read is a defect. */
const rdataOf = ({ name, records, type }: PublishedRrset): ReadonlyArray<Uint8Array> =>
  records.map((text) => {
    const value = Rdata.parse(type, text, { origin: name, form: "zone_file" })
    if (Result.isFailure(value)) throw new Error(`${name} ${type}: ${value.failure[0].message}`)
    return Rdata.encode(type, value.success)
  })

/** Encodes its records with the first use: most RRsets of a large zone are never queried while it is in memory. */
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
