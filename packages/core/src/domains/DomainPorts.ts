import { Effect, Layer, Option } from "effect"
import { AttributeSetUsage, ContactUsage } from "../contacts/index.ts"
import { type DnsName, NameHolders } from "../dns/index.ts"
import { ParentDomains } from "../hosts/index.ts"
import type { DomainName } from "../shared/index.ts"
import type { Domain } from "./Domain.ts"
import { isOwned } from "./DomainState.ts"
import { DomainStore } from "./DomainStore.ts"
import { isExternal } from "./ExternalAccounts.ts"
import { registrable, registrableAncestors } from "./registrableAncestors.ts"
import { zoneNameOf } from "./zoneNameOf.ts"

/**
 * Ports of lower slices: use of contacts and of their attribute sets by domains, parent domains of hostnames, owners of the
 * names of zones.
 */
export const DomainPorts = Layer.mergeAll(
  Layer.effect(
    ContactUsage,
    Effect.map(DomainStore, (store) =>
      ContactUsage.of({
        isUsed: store.usesContact,
        domainNames: store.namesWithContact,
        usesOf: store.contactUses,
        requiredClaims: store.requiredClaims
      }))
  ),
  Layer.effect(
    AttributeSetUsage,
    Effect.map(DomainStore, (store) => AttributeSetUsage.of({ isUsed: store.usesAttributeSet }))
  ),
  Layer.effect(
    ParentDomains,
    Effect.map(DomainStore, (store) =>
      ParentDomains.of({
        find: (hostname) =>
          Effect.map(store.named(registrableAncestors(hostname)), (found) =>
            Option.map(
              // Hosts below a domain at an external registrar are not the platform's.
              Option.fromUndefinedOr(found.find(({ read_only }) => !read_only)),
              ({ domain_id, name, organization_id, registry, tld }) => ({
                domain_id,
                organization_id,
                name,
                registry,
                tld
              })
            )),
        delegates: store.usesNameserver
      }))
  ),
  Layer.effect(
    NameHolders,
    Effect.map(DomainStore, (store) =>
      NameHolders.of({
        of: Effect.fnUntraced(function*(zones) {
          const above = new Map(zones.map((zone) => [zone, domainNames(zone)]))
          const found = yield* store.named([...new Set([...above.values()].flat())])
          // What a listing of an external registrar names proves nothing about a zone.
          const byName = new Map<string, Domain>(
            found.flatMap((domain) => isExternal(domain) ? [] : [[domain.name, domain]])
          )
          return new Map([...above].flatMap(([zone, names]) => {
            const domain = names.map((name) => byName.get(name)).find((entry) => entry !== undefined)
            if (domain === undefined || !isOwned(domain)) return []
            const { domain_id, organization_id } = domain
            return [[zone, { domain_id, organization_id, name: zoneNameOf(domain.name) }] as const]
          }))
        })
      }))
  )
)

/** Possible names of the domain at or above a zone, nearest first. */
const domainNames = (zone: DnsName.DnsName): ReadonlyArray<DomainName> => {
  const name = zone.replace(/\.$/, "")
  return [...registrable(name), ...registrableAncestors(name)]
}
