import { Context, Effect } from "effect"
import type { BrandAddresses } from "../mail/index.ts"
import type { OrganizationId } from "../shared/index.ts"

/** Base URLs at which an organization's brand is served; null for those of the installation. Default: no brand has hosts. */
export const BrandAddressLookup = Context.Reference<
  (organization: OrganizationId) => Effect.Effect<BrandAddresses | null>
>("@namewright/core/branding/BrandAddressLookup", { defaultValue: () => () => Effect.succeed(null) })
