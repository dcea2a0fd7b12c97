import { rrTypes } from "../message/RrType.ts"
import * as WireName from "../message/WireName.ts"
import type { AnswerRrset } from "./Answer.ts"
import type { ImageRrset } from "./ImageRrset.ts"
import { placeOf, type ZoneImage } from "./ZoneImage.ts"

/** Where the name is whose addresses are sent along; octets from the start of the data. */
const targetAt: ReadonlyMap<number, number> = new Map([[rrTypes.NS, 0], [rrTypes.MX, 2], [rrTypes.SRV, 6]])

const addressTypes = [rrTypes.A, rrTypes.AAAA]

const targetsOf = ({ rdata, type }: ImageRrset): ReadonlySet<WireName.WireName> => {
  const at = targetAt.get(type)
  if (at === undefined) return new Set()
  return new Set(rdata.map((octets) => WireName.lowerCase(WireName.ofOctets(octets.subarray(at)))))
}

const addresses = (
  owner: WireName.WireName,
  node: ReadonlyMap<number, ImageRrset> | undefined,
  isSigned: boolean
): ReadonlyArray<AnswerRrset> =>
  addressTypes.flatMap((type) => {
    const rrset = node?.get(type)
    return rrset === undefined ? [] : [{ owner, rrset, ttl: rrset.ttl, isSigned }]
  })

const addressesOf = (image: ZoneImage, target: WireName.WireName): ReadonlyArray<AnswerRrset> => {
  if (!WireName.isWithin(target, image.apex)) return []
  const place = placeOf(image, target, rrTypes.A)
  switch (place.kind) {
    case "node":
      return addresses(target, place.node, true)
    case "wildcard":
      return addresses(target, place.node, true)
    // Below a delegation there is glue.
    case "cut":
      return addresses(target, image.nodes.get(target), false)
    default:
      return []
  }
}

/** The addresses of the hosts that an answer names, as far as the zone has them. */
export const additionalsOf = (image: ZoneImage, rrset: ImageRrset): ReadonlyArray<AnswerRrset> =>
  [...targetsOf(rrset)].flatMap((target) => addressesOf(image, target))

/**
 * The addresses of the nameservers of a delegation. They are needed when one of the nameservers is below the delegation
 * itself: there is no other way to it.
 */
export const glueOf = (
  image: ZoneImage,
  cut: WireName.WireName,
  ns: ImageRrset
): { readonly rrsets: ReadonlyArray<AnswerRrset>; readonly isNeeded: boolean } => ({
  rrsets: additionalsOf(image, ns),
  isNeeded: [...targetsOf(ns)].some((target) => WireName.isWithin(target, cut) && image.nodes.has(target))
})
