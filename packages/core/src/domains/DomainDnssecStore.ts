import { Context, type Effect } from "effect"
import type { DomainId } from "../shared/index.ts"
import type { DomainDnssecData } from "./DomainDnssecData.ts"

/** Storage port of what registries were last seen to have of domains' keys. It goes with its domain. */
export class DomainDnssecStore extends Context.Service<DomainDnssecStore, {
  /** In the order of the registry. */
  readonly ofDomain: (domain: DomainId) => Effect.Effect<ReadonlyArray<DomainDnssecData>>
  /** Puts these in the place of all that is there. */
  readonly replace: (domain: DomainId, data: ReadonlyArray<DomainDnssecData>) => Effect.Effect<void>
}>()("@namewright/core/domains/DomainDnssecStore") {}
