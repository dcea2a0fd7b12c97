import { Effect, Layer, Option } from "effect"
import { type OrganizationId, PlatformSettings } from "../../shared/index.ts"
import { absoluteName } from "../absoluteName.ts"
import { type Branding, platformBranding, ZoneBranding } from "../ZoneBranding.ts"
import { ZoneHosts } from "../ZoneHosts.ts"
import type { VanitySetId } from "./VanitySet.ts"
import { VanitySetNotActive, VanitySetNotFound } from "./VanitySetError.ts"
import type { StoredVanitySet } from "./VanitySetState.ts"
import { VanitySetStore } from "./VanitySetStore.ts"

/**
 * Nameserver branding by vanity sets. The status of a set is locked to the end of the caller's transaction, so that no
 * zone gets a set that is being removed.
 */
export const VanitySetBranding = Layer.effect(
  ZoneBranding,
  Effect.gen(function*() {
    const hosts = yield* ZoneHosts
    const store = yield* VanitySetStore
    const { dns } = yield* PlatformSettings

    const ofSet = Effect.fnUntraced(function*(organization: OrganizationId, set_id: VanitySetId) {
      const found = yield* store.keep(set_id)
      if (Option.isNone(found) || found.value.organization_id !== organization) {
        return yield* new VanitySetNotFound({ set_id })
      }
      return found.value.status === "active" ? brandingBy(found.value) : yield* new VanitySetNotActive({ set_id })
    })

    const ofDefault = (organization: OrganizationId) =>
      Effect.map(
        store.keepDefault(organization),
        Option.match({ onNone: () => platformBranding(dns), onSome: brandingBy })
      )

    return ZoneBranding.of({
      brandingOf: (organization, requested): Effect.Effect<Branding, VanitySetNotFound | VanitySetNotActive> =>
        requested === null
          ? Effect.succeed(platformBranding(dns))
          : requested === undefined
          ? ofDefault(organization)
          : ofSet(organization, requested),
      isInUse: (zone) =>
        Effect.flatMap(
          store.hasHostnamesIn(zone),
          (hasHostnames) => hasHostnames ? Effect.succeed(true) : hosts.hasHostsIn(zone)
        )
    })
  })
)

const brandingBy = ({ nameservers, set_id, soa_rname }: StoredVanitySet): Branding => ({
  nameservers: nameservers.map(({ hostname }) => absoluteName(hostname)),
  rname: absoluteName(soa_rname),
  vanity_nameserver_set_id: set_id
})
