import { Context, Effect, Layer } from "effect"
import { type OrganizationId, PlatformSettings } from "../shared/index.ts"
import { absoluteName } from "./absoluteName.ts"
import type { VanitySetId } from "./vanity/VanitySet.ts"
import { type VanitySetNotActive, VanitySetNotFound } from "./vanity/VanitySetError.ts"
import type { Zone, ZoneId } from "./Zone.ts"

/** Nameserver branding of a zone: its apex NS, the mailbox of its SOA, and the vanity set they come from. */
export type Branding = Pick<Zone, "nameservers" | "rname" | "vanity_nameserver_set_id">

/** Port: selects the nameservers of a new zone, and protects zones that contain nameserver names from deletion. */
export class ZoneBranding extends Context.Service<ZoneBranding, {
  /**
   * `requested` is an active set of the organization, null for the platform's nameservers, or undefined for the default
   * set.
   */
  readonly brandingOf: (
    organization: OrganizationId,
    requested: VanitySetId | null | undefined
  ) => Effect.Effect<Branding, VanitySetNotFound | VanitySetNotActive>
  /** True if the zone contains nameserver names of a set, or white-label hosts, and therefore cannot be deleted. */
  readonly isInUse: (zone: ZoneId) => Effect.Effect<boolean>
}>()("@namewright/core/dns/ZoneBranding") {
  /** Every zone has the platform's nameservers, and there are no sets. */
  static readonly layerPlatform = Layer.effect(
    ZoneBranding,
    Effect.map(PlatformSettings, ({ dns }) =>
      ZoneBranding.of({
        brandingOf: (_, requested) =>
          requested
            ? Effect.fail(new VanitySetNotFound({ set_id: requested }))
            : Effect.succeed(platformBranding(dns)),
        isInUse: () => Effect.succeed(false)
      }))
  )
}

/** Branding of zones without a vanity set. */
export const platformBranding = (
  { nameservers, rname }: Pick<PlatformSettings["dns"], "nameservers" | "rname">
): Branding => ({
  nameservers: nameservers.map(absoluteName),
  rname: absoluteName(rname),
  vanity_nameserver_set_id: null
})
