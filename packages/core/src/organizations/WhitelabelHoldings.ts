import { Context, type Effect } from "effect"
import type { OrganizationId } from "../shared/index.ts"

/** Port for white-label configurations of an organization, implemented by the slice of brands. */
export class WhitelabelHoldings extends Context.Service<WhitelabelHoldings, {
  /** Number of configurations that are not terminated. */
  readonly count: (organization: OrganizationId) => Effect.Effect<number>
}>()("@namewright/core/organizations/WhitelabelHoldings") {}
