import { Effect, Option } from "effect"
import { OrganizationDirectory } from "../../access/index.ts"
import * as DnsName from "../DnsName.ts"
import { nearestAbove } from "../ownership/ServedZones.ts"
import { ZoneOwnershipStore } from "../ownership/ZoneOwnershipStore.ts"
import type { Zone } from "../Zone.ts"
import { namesAbove } from "../ZoneName.ts"

/** The served zones around a name. */
export interface ZonesAround {
  /** Nearest served zone above the name. */
  readonly above: Zone | undefined
  /** Served zone of the name itself. */
  readonly own: Zone | undefined
  /** Nearest served zones below the name. */
  readonly below: ReadonlyArray<Zone>
}

/** Look-ups of served zones above and below a name. */
export const makeHostedZones = Effect.gen(function*() {
  const ownership = yield* ZoneOwnershipStore
  const directory = yield* OrganizationDirectory

  const around = Effect.fnUntraced(function*(name: DnsName.DnsName) {
    const zones = yield* ownership.servedAround(name, namesAbove(name))
    const within = new Map(zones.flatMap((zone) => DnsName.isWithin(zone.name, name) ? [[zone.name, zone]] : []))
    const own = within.get(name)
    const found: ZonesAround = {
      above: zones.findLast((zone) => !within.has(zone.name)),
      own,
      below: [...within.values()].filter((zone) => zone !== own && nearestAbove(zone.name, within) === own)
    }
    return found
  })

  /**
   * True if the platform delegates `below` from `above`: both belong to one organization, `below` belongs to the parent
   * of the organization of `above`, or the owner of `above` has consented.
   */
  const delegates = Effect.fnUntraced(function*(above: Zone, below: Zone) {
    if (above.organization_id === below.organization_id || below.proof === "consent") return true
    const owner = yield* directory.find(above.organization_id)
    return Option.exists(owner, ({ parent_organization_id }) => parent_organization_id === below.organization_id)
  })

  /** As `around`, without the zones below the name. */
  const atAndAbove = Effect.fnUntraced(function*(name: DnsName.DnsName) {
    const served = yield* ownership.served([name, ...namesAbove(name)])
    return { own: served.get(name), above: nearestAbove(name, served) }
  })

  /** The nearest served zone above a served zone, if it delegates that zone. */
  const parentOf = Effect.fnUntraced(function*({ dns_zone_id, name }: Pick<Zone, "dns_zone_id" | "name">) {
    const { above, own } = yield* atAndAbove(name)
    return own?.dns_zone_id === dns_zone_id && above !== undefined && (yield* delegates(above, own))
      ? Option.some(above)
      : Option.none<Zone>()
  })

  /** All served zones above a name. */
  const zonesAbove = (name: DnsName.DnsName) =>
    Effect.map(ownership.served(namesAbove(name)), (served) => [...served.values()])

  return { around, atAndAbove, delegates, parentOf, zonesAbove }
})
