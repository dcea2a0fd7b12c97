import { rrTypes } from "../message/RrType.ts"
import * as WireName from "../message/WireName.ts"
import type { AnswerRrset } from "./Answer.ts"
import type { ImageRrset } from "./ImageRrset.ts"
import { type ImageNode, lookUp, type ZoneImage } from "./ZoneImage.ts"

/** Octets of the data before the target's name, by type. */
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

/** Targets of an RRset. A service with the root as its target is at the owner itself (RFC 9460, section 2.5.2). */
const targetsOf = ({ rdata, type }: ImageRrset, owner: WireName.WireName): ReadonlySet<WireName.WireName> => {
  const at = targetAt.get(type)
  if (at === undefined) return new Set()
  return new Set(rdata.flatMap((octets) => {
    const target = nameIn(octets, at)
    if (!isService(type) || target !== WireName.root) return [target]
    // An alias (priority 0) of the root means that there is no service.
    return octets[0] === 0 && octets[1] === 0 ? [] : [owner]
  }))
}

const nameIn = (octets: Uint8Array, at: number): WireName.WireName => {
  const rest = octets.subarray(at)
  return WireName.lowerCase(WireName.ofOctets(rest.subarray(0, WireName.lengthAt(rest, 0))))
}

/** Types of a target's additional records; for services its own services too (RFC 9460, section 4.1). */
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
  const found = lookUp(image, target, rrTypes.A)
  switch (found.kind) {
    case "node":
      return rrsetsOf(target, found.node, types, true)
    case "wildcard":
      return rrsetsOf(target, found.node, types, true)
    // Addresses below a delegation are glue.
    case "cut":
      return rrsetsOf(target, image.nodes.get(target), types, false)
    default:
      return []
  }
}

/** Additional records for an RRset that answers at `owner`: those of its targets within the zone. */
export const additionalsOf = (
  image: ZoneImage,
  rrset: ImageRrset,
  owner: WireName.WireName
): ReadonlyArray<AnswerRrset> =>
  [...targetsOf(rrset, owner)].flatMap((target) =>
    rrsetsAt(image, target, additionalTypes(rrset.type).filter((type) => type !== rrset.type || target !== owner))
  )

/**
 * Addresses of the nameservers of a delegation. They are needed if one of the nameservers is below the delegation itself,
 * because its address cannot be found otherwise.
 */
export const glueOf = (
  image: ZoneImage,
  cut: WireName.WireName,
  ns: ImageRrset
): { readonly rrsets: ReadonlyArray<AnswerRrset>; readonly isNeeded: boolean } => ({
  rrsets: additionalsOf(image, ns, cut),
  isNeeded: [...targetsOf(ns, cut)].some((target) => WireName.isWithin(target, cut) && image.nodes.has(target))
})
