import { type DnsName, type PublishedRrset, Rdata, recordTypeNumbers } from "@namewright/core/dns"
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
export const imageRrsetOf = ({ name, records, ttl, type }: PublishedRrset): ImageRrset => ({
  name,
  type: recordTypeNumbers[type],
  ttl,
  rdata: records.map((text) => {
    const value = Rdata.parse(type, text, { origin: name, form: "zone_file" })
    if (Result.isFailure(value)) throw new Error(`${name} ${type}: ${value.failure[0].message}`)
    return Rdata.encode(type, value.success)
  })
})
