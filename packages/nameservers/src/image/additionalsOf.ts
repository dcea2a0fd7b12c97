import { rrTypes } from "../message/RrType.ts"
import * as WireName from "../message/WireName.ts"
import type { AnswerRrset } from "./Answer.ts"
import type { ImageRrset } from "./ImageRrset.ts"
import { type ImageNode, placeOf, type ZoneImage } from "./ZoneImage.ts"

/** Octets of the data before the name of a target. */
const targetAt: ReadonlyMap<number, number> = new Map([
  [rrTypes.NS, 0],
  [rrTypes.MX, 2],
  [rrTypes.AFSDB, 2],
  [rrTypes.SRV, 6],
  [rrTypes.KX, 2],
  [rrTypes.SVCB, 2],
  [rrTypes.HTTPS, 2],
  [rrTypes.LP, 2]
])

const isService = (type: number): boolean => type === rrTypes.SVCB || type === rrTypes.HTTPS

/** The names that an RRset leads to. A service whose target is the root is at the owner itself (RFC 9460, section 2.5.2). */
const targetsOf = ({ rdata, type }: ImageRrset, owner: WireName.WireName): ReadonlySet<WireName.WireName> => {
  const at = targetAt.get(type)
  if (at === undefined) return new Set()
  return new Set(rdata.flatMap((octets) => {
    const target = nameIn(octets, at)
    if (!isService(type) || target !== WireName.root) return [target]
    // An alias (priority 0) of the root says that there is no service.
    return octets[0] === 0 && octets[1] === 0 ? [] : [owner]
  }))
}

const nameIn = (octets: Uint8Array, at: number): WireName.WireName => {
  const rest = octets.subarray(at)
  return WireName.lowerCase(WireName.ofOctets(rest.subarray(0, WireName.lengthAt(rest, 0))))
}

/** The types that are sent along of a target: of services the target's own services too (RFC 9460, section 4.1). */
const additionalTypes = (type: number): ReadonlyArray<number> => {
  if (type === rrTypes.LP) return [rrTypes.L32, rrTypes.L64]
  const addresses = [rrTypes.A, rrTypes.AAAA]
  return isService(type) ? [...addresses, type] : addresses
}

const rrsetsOf = (
  owner: WireName.WireName,
  node: ImageNode | undefined,
  types: ReadonlyArray<number>,
  isSigned: boolean
): ReadonlyArray<AnswerRrset> =>
  types.flatMap((type) => {
    const rrset = node?.get(type)
    return rrset === undefined ? [] : [{ owner, rrset, ttl: rrset.ttl, isSigned }]
  })

const rrsetsAt = (
  image: ZoneImage,
  target: WireName.WireName,
  types: ReadonlyArray<number>
): ReadonlyArray<AnswerRrset> => {
  if (!WireName.isWithin(target, image.apex)) return []
  const place = placeOf(image, target, rrTypes.A)
  switch (place.kind) {
    case "node":
      return rrsetsOf(target, place.node, types, true)
    case "wildcard":
      return rrsetsOf(target, place.node, types, true)
    // Below a delegation there is glue.
    case "cut":
      return rrsetsOf(target, image.nodes.get(target), types, false)
    default:
      return []
  }
}

/** What the zone has of the hosts that an answer at `owner` names. */
export const additionalsOf = (
  image: ZoneImage,
  rrset: ImageRrset,
  owner: WireName.WireName
): ReadonlyArray<AnswerRrset> =>
  [...targetsOf(rrset, owner)].flatMap((target) =>
    rrsetsAt(image, target, additionalTypes(rrset.type).filter((type) => type !== rrset.type || target !== owner))
  )

/**
 * The addresses of the nameservers of a delegation. They are needed when one of the nameservers is below the delegation
 * itself: there is no other way to it.
 */
export const glueOf = (
  image: ZoneImage,
  cut: WireName.WireName,
  ns: ImageRrset
): { readonly rrsets: ReadonlyArray<AnswerRrset>; readonly isNeeded: boolean } => ({
  rrsets: additionalsOf(image, ns, cut),
  isNeeded: [...targetsOf(ns, cut)].some((target) => WireName.isWithin(target, cut) && image.nodes.has(target))
})
