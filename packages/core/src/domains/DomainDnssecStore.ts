import { Context, type Effect } from "effect"
import type { DomainId } from "../shared/index.ts"
import type { DomainDnssecData } from "./DomainDnssecData.ts"

/** Storage port of the DNSSEC data last read from registries. It is removed with its domain. */
export class DomainDnssecStore extends Context.Service<DomainDnssecStore, {
  /** Entries in the order of the registry. */
  readonly ofDomain: (domain: DomainId) => Effect.Effect<ReadonlyArray<DomainDnssecData>>
  /** Replaces all entries of the domain. */
  readonly replace: (domain: DomainId, data: ReadonlyArray<DomainDnssecData>) => Effect.Effect<void>
}>()("@namewright/core/domains/DomainDnssecStore") {}
