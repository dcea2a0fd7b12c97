import { Context, type Effect, type Option } from "effect"
import type { Hostname, Instant, OrganizationId, Page, PageRequest } from "../../shared/index.ts"
import type { ZoneId } from "../Zone.ts"
import type { VanitySetId } from "./VanitySet.ts"
import type { StoredVanitySet } from "./VanitySetState.ts"

/** Storage port of vanity nameserver sets. */
export class VanitySetStore extends Context.Service<VanitySetStore, {
  /**
   * Stores a set. Returns the hostnames that other sets of the organization have; if there are any, nothing is stored.
   */
  readonly insert: (set: StoredVanitySet) => Effect.Effect<ReadonlyArray<Hostname>>
  /** Set of any organization; the service checks access. */
  readonly find: (id: VanitySetId) => Effect.Effect<Option.Option<StoredVanitySet>>
  /** Finds and locks the row to the end of the transaction. */
  readonly lock: (id: VanitySetId) => Effect.Effect<Option.Option<StoredVanitySet>>
  /** Finds the row with a shared lock, so that its status does not change to the end of the transaction. */
  readonly keep: (id: VanitySetId) => Effect.Effect<Option.Option<StoredVanitySet>>
  /** As `keep`, for the default set of the organization. */
  readonly keepDefault: (organization: OrganizationId) => Effect.Effect<Option.Option<StoredVanitySet>>
  /** Stores all members except the hostnames, which never change. */
  readonly save: (set: StoredVanitySet) => Effect.Effect<void>
  readonly remove: (id: VanitySetId) => Effect.Effect<void>
  /** Sets or clears the default set of the organization. Returns true if there was one before. */
  readonly setDefault: (organization: OrganizationId, id: VanitySetId | null) => Effect.Effect<boolean>
  /** The newest first. */
  readonly list: (organization: OrganizationId, page: PageRequest) => Effect.Effect<Page<StoredVanitySet>>
  /** Number of active sets of the organization. */
  readonly countActive: (organization: OrganizationId) => Effect.Effect<number>
  /** Hostnames of the organization's active and suspended sets, which zones may have. */
  readonly hostnames: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<Hostname>>
  /** Sets with a due action, the longest due first. */
  readonly due: (now: Instant.Instant, limit: number) => Effect.Effect<ReadonlyArray<VanitySetId>>

  /** Stores the zones that contain the addresses of a set's hostnames. */
  readonly saveHolders: (
    id: VanitySetId,
    holders: ReadonlyMap<Hostname, ZoneId>
  ) => Effect.Effect<void>
  /** Zones that contain addresses of the set's hostnames, by hostname. */
  readonly holders: (id: VanitySetId) => Effect.Effect<ReadonlyMap<Hostname, ZoneId>>
  /** True if the zone contains addresses of a set's hostname. */
  readonly hasHostnamesIn: (zone: ZoneId) => Effect.Effect<boolean>
}>()("@namewright/core/dns/vanity/VanitySetStore") {}
