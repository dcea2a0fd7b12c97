import type { PublishedDifference, PublishedRrset, PublishedZone, ZoneId } from "@namewright/core/dns"
import { Effect } from "effect"
import { type ImageRrset, imageRrsetOf } from "../image/ImageRrset.ts"
import { rrTypes } from "../message/RrType.ts"
import { type SigningContext, zoneSignatures } from "../signing/ZoneSignatures.ts"

/** A zone at one serial, as transferred. */
export interface ZoneVersion {
  /** A zone that is created again has another. */
  readonly dns_zone_id: ZoneId
  readonly serial: number
  readonly soa: ImageRrset
  /** All RRsets except the SOA, including signatures and proofs. */
  readonly rrsets: ReadonlyArray<ImageRrset>
  readonly isSigned: boolean
}

/** Difference of two versions; both lists begin with the SOA (RFC 1995, section 4). */
export interface Difference {
  readonly removed: ReadonlyArray<ImageRrset>
  readonly added: ReadonlyArray<ImageRrset>
}

const isSoa = ({ type }: { readonly type: number }): boolean => type === rrTypes.SOA

/** Separates the SOA from the others; a published zone without one is a defect. */
const split = (rrsets: ReadonlyArray<ImageRrset>): Pick<ZoneVersion, "soa" | "rrsets"> => {
  const soa = rrsets.find(isSoa)
  if (soa === undefined) throw new Error("A published zone has no SOA")
  return { soa, rrsets: rrsets.filter((rrset) => !isSoa(rrset)) }
}

/** A published zone as transferred: a signed one with all signatures and proofs. */
export const zoneVersion = Effect.fnUntraced(function*(
  { dns_zone_id, name, rrsets, serial, signing }: PublishedZone,
  context: SigningContext
): Effect.fn.Return<ZoneVersion> {
  const plain = rrsets.map(imageRrsetOf)
  const { rrsets: others, soa } = split(plain)
  if (signing === null) return { dns_zone_id, serial, soa, rrsets: others, isSigned: false }
  const signatures = zoneSignatures({ name, rrsets: plain, signing }, context)
  yield* signatures.prepare
  return { dns_zone_id, serial, soa, rrsets: [...others, ...signatures.all()], isSigned: true }
})

/** RRsets of a published difference, its SOA first. */
const ordered = (rrsets: ReadonlyArray<PublishedRrset>): ReadonlyArray<ImageRrset> => {
  const { rrsets: others, soa } = split(rrsets.map(imageRrsetOf))
  return [soa, ...others]
}

/** A published difference of an unsigned zone. */
export const differenceOf = ({ added, removed }: PublishedDifference): Difference => ({
  removed: ordered(removed),
  added: ordered(added)
})

const octetsKey = (octets: Uint8Array): string => Buffer.from(octets).toString("latin1")

/** Records of a version by a key of all their fields. */
const recordsOf = (rrsets: ReadonlyArray<ImageRrset>): ReadonlyMap<string, ImageRrset> =>
  new Map(rrsets.flatMap((rrset) =>
    rrset.rdata.map((rdata) => [
      `${rrset.name} ${rrset.type} ${rrset.ttl} ${octetsKey(rdata)}`,
      { ...rrset, rdata: [rdata] }
    ])
  ))

/** Difference of two versions; undefined if the whole zone is not longer. */
export const differenceBetween = (from: ZoneVersion, to: ZoneVersion): Difference | undefined => {
  const [before, after] = [recordsOf(from.rrsets), recordsOf(to.rrsets)]
  const removed = [...before].flatMap(([key, rrset]) => after.has(key) ? [] : [rrset])
  const added = [...after].flatMap(([key, rrset]) => before.has(key) ? [] : [rrset])
  return removed.length + added.length >= after.size
    ? undefined
    : { removed: [from.soa, ...removed], added: [to.soa, ...added] }
}
