import type { PublishedDifference, PublishedRrset, PublishedZone, ZoneId } from "@namewright/core/dns"
import { Effect } from "effect"
import { type ImageRrset, imageRrsetOf } from "../image/ImageRrset.ts"
import { rrTypes } from "../message/RrType.ts"
import { type SigningContext, zoneSignatures } from "../signing/ZoneSignatures.ts"

/** A zone at one serial, as it is transferred. */
export interface ZoneVersion {
  /** A zone that is made anew has another. */
  readonly dns_zone_id: ZoneId
  readonly serial: number
  readonly soa: ImageRrset
  /** All but the SOA; signatures and proofs included. */
  readonly rrsets: ReadonlyArray<ImageRrset>
  readonly isSigned: boolean
}

/** From one version to a later one; both lists begin with the SOA (RFC 1995, section 4). */
export interface Difference {
  readonly removed: ReadonlyArray<ImageRrset>
  readonly added: ReadonlyArray<ImageRrset>
}

const isSoa = ({ type }: { readonly type: number }): boolean => type === rrTypes.SOA

/** The SOA before all others; a zone without one is a defect of whoever published it. */
const split = (rrsets: ReadonlyArray<ImageRrset>): Pick<ZoneVersion, "soa" | "rrsets"> => {
  const soa = rrsets.find(isSoa)
  if (soa === undefined) throw new Error("A published zone has no SOA")
  return { soa, rrsets: rrsets.filter((rrset) => !isSoa(rrset)) }
}

/** A published zone as it is transferred: signed ones with all signatures and proofs. */
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

/** The records of a version, each with all that makes it another record. */
const recordsOf = (rrsets: ReadonlyArray<ImageRrset>): ReadonlyMap<string, ImageRrset> =>
  new Map(rrsets.flatMap((rrset) =>
    rrset.rdata.map((rdata) => [
      `${rrset.name} ${rrset.type} ${rrset.ttl} ${octetsKey(rdata)}`,
      { ...rrset, rdata: [rdata] }
    ])
  ))

/** What changes between two versions; undefined where the whole zone is no longer than that. */
export const differenceBetween = (from: ZoneVersion, to: ZoneVersion): Difference | undefined => {
  const [before, after] = [recordsOf(from.rrsets), recordsOf(to.rrsets)]
  const removed = [...before].flatMap(([key, rrset]) => after.has(key) ? [] : [rrset])
  const added = [...after].flatMap(([key, rrset]) => before.has(key) ? [] : [rrset])
  return removed.length + added.length >= after.size
    ? undefined
    : { removed: [from.soa, ...removed], added: [to.soa, ...added] }
}
