import { Context, type Effect } from "effect"
import type { OrganizationId } from "../shared/index.ts"

/** Numbers of what an organization owns and pays for. */
export interface Holdings {
  /** With those at external registrars. */
  readonly domains: number
  readonly zones: number
  readonly vanity_nameserver_sets: number
}

/** Port for what an organization owns, implemented by the slice of domains. */
export class OrganizationHoldings extends Context.Service<OrganizationHoldings, {
  readonly of: (organization: OrganizationId) => Effect.Effect<Holdings>
}>()("@namewright/core/organizations/OrganizationHoldings") {}
