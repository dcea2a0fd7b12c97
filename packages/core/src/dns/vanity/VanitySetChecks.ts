import { Context, Effect, Layer, Option } from "effect"
import { OrganizationDirectory, OrganizationScope, systemActor } from "../../access/index.ts"
import { type ParentDomain, ParentDomains } from "../../hosts/index.ts"
import { RegistryRouter } from "../../registry/index.ts"
import { DomainName, type Hostname, PlatformSettings } from "../../shared/index.ts"
import { DelegationLookup, unanswered } from "./DelegationLookup.ts"
import { registeredAddresses } from "./registeredAddresses.ts"
import { type Registered, type VanitySetReport, verdictOn } from "./VanitySetCheck.ts"
import type { StoredVanitySet } from "./VanitySetState.ts"

/** Checks the hostnames of a set with resolvers, the zone above, and the registry. Not called in a transaction. */
export class VanitySetChecks extends Context.Service<VanitySetChecks, {
  readonly check: (set: StoredVanitySet) => Effect.Effect<VanitySetReport>
}>()("@namewright/core/dns/vanity/VanitySetChecks") {
  static readonly layer = Layer.effect(
    VanitySetChecks,
    Effect.gen(function*() {
      const directory = yield* OrganizationDirectory
      const lookup = yield* DelegationLookup
      const parents = yield* ParentDomains
      const router = yield* RegistryRouter
      const { dns } = yield* PlatformSettings

      const registered = Effect.fnUntraced(
        function*(parent: Option.Option<ParentDomain>, hostname: Hostname): Effect.fn.Return<Registered> {
          if (Option.isNone(parent)) return { _tag: "Foreign" }
          const registry = router.find(parent.value.registry)
          return Option.isNone(registry)
            ? unanswered("the registry is not connected")
            : yield* registeredAddresses(registry.value, DomainName.make(parent.value.name), hostname)
        }
      )

      const check = Effect.fn("VanitySetChecks.check")(function*(set: StoredVanitySet) {
        const { nameservers, organization_id, parent_domain_name, set_id, status } = set
        const seen = yield* Effect.forEach(
          nameservers,
          Effect.fnUntraced(function*({ hostname }) {
            const found = yield* parents.find(hostname)
            const ours = Option.isSome(found)
              && (yield* OrganizationScope.visible(
                directory,
                systemActor(organization_id),
                found.value.organization_id
              ))
            const parent = ours ? found : Option.none()
            const domain = Option.match(parent, {
              onNone: () => parent_domain_name,
              onSome: ({ name }) => DomainName.make(name)
            })
            return yield* Effect.all({
              hostname: Effect.succeed(hostname),
              published: lookup.publicAddresses(hostname),
              registered: registered(parent, hostname),
              visible: lookup.glue(domain, hostname)
            }, { concurrency: "unbounded" })
          }),
          { concurrency: "unbounded" }
        )
        return { set_id, parent_domain_name, status, ...verdictOn(dns.anycast, seen) }
      })

      return VanitySetChecks.of({ check })
    })
  )
}
