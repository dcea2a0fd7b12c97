import { Context, type Effect, type Option } from "effect"
import type { Hostname, Instant, OrganizationId, Page, PageRequest } from "../../shared/index.ts"
import type { ZoneId } from "../Zone.ts"
import type { VanitySetId } from "./VanitySet.ts"
import type { StoredVanitySet } from "./VanitySetState.ts"

/** Storage port of vanity nameserver sets. */
export class VanitySetStore extends Context.Service<VanitySetStore, {
  /** The hostnames of an organization's other sets among these; nothing is stored when there are any. */
  readonly insert: (set: StoredVanitySet) => Effect.Effect<ReadonlyArray<Hostname>>
  /** Of any organization; the service checks who may see it. */
  readonly find: (id: VanitySetId) => Effect.Effect<Option.Option<StoredVanitySet>>
  /** Finds and locks the row to the end of the transaction. */
  readonly lock: (id: VanitySetId) => Effect.Effect<Option.Option<StoredVanitySet>>
  /** Finds it and keeps its status from changing to the end of the transaction; others may do the same. */
  readonly keep: (id: VanitySetId) => Effect.Effect<Option.Option<StoredVanitySet>>
  /** As `keep`, for the set that new zones of the organization are given to. */
  readonly keepDefault: (organization: OrganizationId) => Effect.Effect<Option.Option<StoredVanitySet>>
  /** Stores everything but the names, which never change. */
  readonly save: (set: StoredVanitySet) => Effect.Effect<void>
  readonly remove: (id: VanitySetId) => Effect.Effect<void>
  /** Makes it the organization's default, or leaves the organization without one; whether there was one before. */
  readonly setDefault: (organization: OrganizationId, id: VanitySetId | null) => Effect.Effect<boolean>
  /** The newest first. */
  readonly list: (organization: OrganizationId, page: PageRequest) => Effect.Effect<Page<StoredVanitySet>>
  /** Active sets of the organization. */
  readonly countActive: (organization: OrganizationId) => Effect.Effect<number>
  /** Hostnames of the organization's active and suspended sets, which zones may show. */
  readonly hostnames: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<Hostname>>
  /** Sets that time asks something of, the longest waiting first. */
  readonly due: (now: Instant.Instant, limit: number) => Effect.Effect<ReadonlyArray<VanitySetId>>

  /** Writes down the zones that hold the addresses of a set's hostnames. */
  readonly saveHolders: (
    id: VanitySetId,
    holders: ReadonlyMap<Hostname, ZoneId>
  ) => Effect.Effect<void>
  /** The zones that hold addresses of the set's hostnames, by hostname. */
  readonly holders: (id: VanitySetId) => Effect.Effect<ReadonlyMap<Hostname, ZoneId>>
  /** Whether the zone holds addresses of any set's hostname. */
  readonly isHolder: (zone: ZoneId) => Effect.Effect<boolean>
}>()("@namewright/core/dns/vanity/VanitySetStore") {}
