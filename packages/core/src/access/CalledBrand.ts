import { Context } from "effect"
import type { OrganizationId } from "../shared/index.ts"

/**
 * Organization of the white-label host that received the request; null for the hosts of the installation. Tokens of a sign-in
 * realm are valid at some hosts only.
 */
export const CalledBrand = Context.Reference<OrganizationId | null>("@namewright/core/access/CalledBrand", {
  defaultValue: () => null
})
