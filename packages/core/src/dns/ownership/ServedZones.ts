import type { OrganizationId } from "../../shared/index.ts"
import type * as DnsName from "../DnsName.ts"
import type { Zone } from "../Zone.ts"
import { namesAbove } from "../ZoneName.ts"
import type { NameHolder } from "./NameHolders.ts"
import type { HolderRelation } from "./nextOwnership.ts"
import { type Precedence, precedenceOf, serves, type Trust } from "./Ownership.ts"

/** Members of a zone that decide on the zones below it. */
export type ZoneAbove = Pick<Zone, "dns_zone_id" | "name" | "organization_id" | "ownership" | "proof">

/**
 * True if an organization can act for the owner of a zone or domain: it is the owner or the owner's parent. A
 * suborganization cannot act for its parent.
 */
export type ActsFor = (organization: OrganizationId, owner: OrganizationId) => boolean

/** Relation of a zone's organization to the holder of the domain at or above its name. */
export const relationOf = (
  { name, organization_id }: Pick<Zone, "name" | "organization_id">,
  holders: ReadonlyMap<DnsName.DnsName, NameHolder>,
  actsFor: ActsFor
): HolderRelation => {
  const holder = holders.get(name)
  return holder === undefined ? "none" : actsFor(organization_id, holder.organization_id) ? "self" : "another"
}

/** Nearest of the served zones above a name. */
export const nearestAbove = <Z>(
  name: DnsName.DnsName,
  served: ReadonlyMap<DnsName.DnsName, Z>
): Z | undefined => namesAbove(name).map((above) => served.get(above)).find((zone) => zone !== undefined)

const rank: Record<Precedence, number> = { firm: 0, tolerated: 1, none: 2 }

/**
 * Decides which of the zones of one name is served, if any: `firm` ones before `tolerated` ones, then the one that is
 * served already, then the oldest.
 */
export const servedOf = (
  zones: ReadonlyArray<Zone>,
  above: ZoneAbove | undefined,
  trustOf: (organization: OrganizationId) => Trust,
  actsFor: ActsFor
): Zone | undefined => {
  const ranked = zones
    .map((zone) => ({ zone, precedence: precedenceOf(zone, trustOf(zone.organization_id)) }))
    .toSorted((left, right) =>
      rank[left.precedence] - rank[right.precedence] || Number(right.zone.is_served) - Number(left.zone.is_served)
    )
  return ranked.find(({ precedence, zone }) =>
    serves(
      precedence,
      zone.is_served,
      above !== undefined && !actsFor(zone.organization_id, above.organization_id)
    )
  )?.zone
}
