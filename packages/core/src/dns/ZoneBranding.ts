import { Context, Effect, Layer } from "effect"
import { type OrganizationId, PlatformSettings } from "../shared/index.ts"
import { absoluteName } from "./absoluteName.ts"
import type { VanitySetId } from "./vanity/VanitySet.ts"
import { type VanitySetNotActive, VanitySetNotFound } from "./vanity/VanitySetError.ts"
import type { Zone, ZoneId } from "./Zone.ts"

/** Whose names a zone shows: its apex NS, the mailbox of its SOA, and the set they are from. */
export type Branding = Pick<Zone, "nameservers" | "rname" | "vanity_nameserver_set_id">

/** Port: which nameservers a new zone is given, and whether a zone may go. */
export class ZoneBranding extends Context.Service<ZoneBranding, {
  /** `requested` is an active set of the organization, null for the platform's nameservers, or left to the default set. */
  readonly brandingOf: (
    organization: OrganizationId,
    requested: VanitySetId | null | undefined
  ) => Effect.Effect<Branding, VanitySetNotFound | VanitySetNotActive>
  /** Whether the zone holds the names of a set, and therefore cannot be deleted. */
  readonly isParent: (zone: ZoneId) => Effect.Effect<boolean>
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
        isParent: () => Effect.succeed(false)
      }))
  )
}

/** The branding of zones without a set. */
export const platformBranding = (
  { nameservers, rname }: Pick<PlatformSettings["dns"], "nameservers" | "rname">
): Branding => ({
  nameservers: nameservers.map(absoluteName),
  rname: absoluteName(rname),
  vanity_nameserver_set_id: null
})
