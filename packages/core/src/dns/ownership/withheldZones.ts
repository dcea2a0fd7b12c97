import type * as DnsName from "../DnsName.ts"
import type { Zone } from "../Zone.ts"
import { namesAbove } from "../ZoneName.ts"
import type { NameHolder } from "./NameHolders.ts"
import { type NewProof, prevailingProof } from "./NewProof.ts"
import { type ActsFor, relationOf } from "./ServedZones.ts"

/** A served zone whose page of a review is left to a job. */
export type ServedBelow = Pick<Zone, "checked_on" | "dns_zone_id" | "name" | "organization_id" | "proof">

/** Facts that decide which zones of later pages are withheld. */
export interface WithholdingFacts {
  readonly holders: ReadonlyMap<DnsName.DnsName, NameHolder>
  readonly proofs: ReadonlyArray<NewProof>
  readonly actsFor: ActsFor
  /** Names of which another zone, or none, is served since this review. */
  readonly changed: ReadonlySet<DnsName.DnsName>
}

/**
 * The zones, of `served`, that are not served until a job has reviewed their page: zones of organizations that are not the
 * holder or have not made the new proof, and zones by consent if a zone above them ceased to be served. `served` is in
 * the order of names, parents before children.
 */
export const withheldZones = (
  served: ReadonlyArray<ServedBelow>,
  { actsFor, changed, holders, proofs }: WithholdingFacts
): ReadonlyArray<ServedBelow> => {
  const ended = new Set(changed)
  return served.filter((zone) => {
    const relation = relationOf(zone, holders, actsFor)
    if (relation === "self") return false
    const isWithheld = zone.proof === "consent"
      ? namesAbove(zone.name).some((above) => ended.has(above))
      : relation === "another" || prevailingProof({ ...zone, is_consented: false }, proofs, actsFor) !== undefined
    if (isWithheld) ended.add(zone.name)
    return isWithheld
  })
}
