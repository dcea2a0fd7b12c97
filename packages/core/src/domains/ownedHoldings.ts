import { Effect, Layer } from "effect"
import { VanitySetStore, ZoneStore } from "../dns/index.ts"
import { OrganizationHoldings } from "../organizations/index.ts"
import { DomainStore } from "./DomainStore.ts"

/** Implements the port of `organizations` for what an organization owns. */
export const ownedHoldings = Layer.effect(
  OrganizationHoldings,
  Effect.gen(function*() {
    const domains = yield* DomainStore
    const zones = yield* ZoneStore
    const sets = yield* VanitySetStore
    return OrganizationHoldings.of({
      of: Effect.fnUntraced(function*(organization) {
        return {
          domains: (yield* domains.totals([organization])).get(organization) ?? 0,
          zones: (yield* zones.counts(organization)).total_zones,
          vanity_nameserver_sets: (yield* sets.list(organization, { page: 1, page_size: 1 })).total
        }
      })
    })
  })
)
