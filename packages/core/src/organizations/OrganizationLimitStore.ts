import { Context, type Effect, type Option } from "effect"
import type { OrganizationId } from "../shared/index.ts"
import type { LimitValues } from "./OrganizationLimit.ts"

/** Storage port of limits. An organization without a row has none. */
export class OrganizationLimitStore extends Context.Service<OrganizationLimitStore, {
  readonly find: (organization: OrganizationId) => Effect.Effect<LimitValues>
  /**
   * Limit of the domains of an organization, null for no limit, and prevents its deletion until the transaction ends. None
   * for a deleted organization.
   */
  readonly keepWithLimit: (organization: OrganizationId) => Effect.Effect<Option.Option<number | null>>
  /** Locks the limits of an organization that has a row until the transaction ends. */
  readonly lock: (organization: OrganizationId) => Effect.Effect<LimitValues>
  readonly put: (organization: OrganizationId, values: LimitValues) => Effect.Effect<void>
}>()("@namewright/core/organizations/OrganizationLimitStore") {}
