import { Effect, Option } from "effect"
import { OrganizationDirectory } from "../../access/index.ts"
import * as DnsName from "../DnsName.ts"
import { nearestAbove } from "../ownership/ServedZones.ts"
import { ZoneOwnershipStore } from "../ownership/ZoneOwnershipStore.ts"
import type { Zone } from "../Zone.ts"
import { namesAbove } from "../ZoneName.ts"

/** The served zones around a name. */
export interface ZonesAround {
  /** The nearest one above the name. */
  readonly above: Zone | undefined
  /** The one of the name itself. */
  readonly own: Zone | undefined
  /** Those below the name, without zones that lie below another one of them. */
  readonly below: ReadonlyArray<Zone>
}

/** Which served zones lie above and below each other. */
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
   * True if a zone delegates a zone below it by itself: both belong to one organization, the lower one to the parent of
   * the upper one's organization, or the owner of the upper one has consented.
   */
  const delegates = Effect.fnUntraced(function*(above: Zone, below: Zone) {
    if (above.organization_id === below.organization_id || below.proof === "consent") return true
    const owner = yield* directory.find(above.organization_id)
    return Option.exists(owner, ({ parent_organization_id }) => parent_organization_id === below.organization_id)
  })

  /** The same without the zones below the name. */
  const atAndAbove = Effect.fnUntraced(function*(name: DnsName.DnsName) {
    const served = yield* ownership.served([name, ...namesAbove(name)])
    return { own: served.get(name), above: nearestAbove(name, served) }
  })

  /** The nearest served zone above a served zone, where it delegates that. */
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
