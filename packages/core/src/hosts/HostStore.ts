import { Context, type Effect, type Option } from "effect"
import type { DomainId, OrganizationId, Page, PageRequest, Sort } from "../shared/index.ts"
import type { Host, HostFilter, HostId, HostReference, HostSortField, OwnedHost } from "./Host.ts"
import type { HostAlreadyExists } from "./HostError.ts"

/** Storage port. A hostname is unique in the whole installation. */
export class HostStore extends Context.Service<HostStore, {
  readonly insert: (host: OwnedHost) => Effect.Effect<void, HostAlreadyExists>
  /** Finds a host of any organization; the service checks access. */
  readonly find: (reference: HostReference) => Effect.Effect<Option.Option<OwnedHost>>
  /** Finds and locks the row until the end of the transaction. */
  readonly lock: (id: HostId) => Effect.Effect<Option.Option<OwnedHost>>
  readonly save: (host: Host) => Effect.Effect<void>
  readonly remove: (id: HostId) => Effect.Effect<void>
  readonly list: (
    organization: OrganizationId,
    filter: HostFilter,
    sort: Sort<HostSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<Host>>
  /** Hosts below several domains, sorted by hostname. */
  readonly below: (
    domains: ReadonlyArray<DomainId>
  ) => Effect.Effect<ReadonlyArray<Host>>
  /** Removes the hosts below a domain that left the account or was deleted. */
  readonly removeBelow: (domain: DomainId) => Effect.Effect<void>
}>()("@namewright/core/hosts/HostStore") {}
