import { DnsName, Rdata, recordTypeOf } from "@namewright/core/dns"
import { Result } from "effect"
import type { ImageRrset } from "../image/ImageRrset.ts"

const internet = 1

/** Octets of type, class, TTL and length, before the data of a record. */
const headerOctets = 10

const hasCapital = (octets: Uint8Array): boolean => octets.some((octet) => octet >= 0x41 && octet <= 0x5a)

/** Data of a record with its names in lower case, for the types of RFC 4034, section 6.2. */
export const canonicalRdata = (number: number, octets: Uint8Array): Uint8Array => {
  const type = recordTypeOf(number)
  if (type === undefined || !hasCapital(octets)) return octets
  const value = Rdata.decode(type, octets)
  return Result.isFailure(value) ? octets : Rdata.encode(type, value.success, "signature")
}

/**
 * Records of an RRset in the form that is signed (RFC 4034, section 3.1.8.1): each with its owner and the RRset's TTL, names
 * in lower case, sorted by their octets, without duplicates.
 */
export const canonicalRrset = ({ name, rdata, ttl, type }: ImageRrset): Uint8Array => {
  const owner = DnsName.encode(DnsName.lowerCase(name))
  const sorted = rdata.map((octets) => canonicalRdata(type, octets)).toSorted(Buffer.compare)
  const records = sorted.filter((octets, index) =>
    index === 0 || Buffer.compare(octets, sorted[index - 1] ?? octets) !== 0
  )
  const perRecord = owner.length + headerOctets
  const signed = new Uint8Array(records.reduce((sum, { length }) => sum + perRecord + length, 0))
  const view = new DataView(signed.buffer)
  let offset = 0
  for (const octets of records) {
    signed.set(owner, offset)
    view.setUint16(offset + owner.length, type)
    view.setUint16(offset + owner.length + 2, internet)
    view.setUint32(offset + owner.length + 4, ttl)
    view.setUint16(offset + owner.length + 8, octets.length)
    signed.set(octets, offset + perRecord)
    offset += perRecord + octets.length
  }
  return signed
}
