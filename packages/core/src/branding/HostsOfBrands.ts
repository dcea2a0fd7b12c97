import { Context, Effect } from "effect"
import type { BrandHosts } from "../mail/index.ts"
import type { OrganizationId } from "../shared/index.ts"

/** Hosts that an organization's brand is served at; null for those of the installation. Default: no brand has hosts. */
export const HostsOfBrands = Context.Reference<
  (organization: OrganizationId) => Effect.Effect<BrandHosts | null>
>("@namewright/core/branding/HostsOfBrands", { defaultValue: () => () => Effect.succeed(null) })
