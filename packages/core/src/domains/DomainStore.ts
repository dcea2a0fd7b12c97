import { Context, type Effect, type Option } from "effect"
import type { ContactId } from "../contacts/index.ts"
import type {
  DomainId,
  DomainName,
  Hostname,
  Instant,
  OrganizationId,
  Page,
  PageRequest,
  Sort
} from "../shared/index.ts"
import type { StatusTagType, TagId } from "../tags/index.ts"
import type { Domain, DomainReference } from "./Domain.ts"
import type { DomainExists } from "./DomainError.ts"
import type { DomainFilter, DomainSortField } from "./DomainFilter.ts"

/** A domain as it is shown, with its tags if requested. */
export interface ListedDomain {
  readonly domain: Domain
  /** Whether host objects lie below it; absent when nobody looked. */
  readonly has_hosts?: boolean
  readonly tags: ReadonlyArray<TagId> | null
  readonly status_tags: ReadonlyArray<StatusTagType> | null
}

/** Which domain a reference means. */
export type ReferredDomain = Pick<Domain, "domain_id" | "name" | "tld" | "organization_id">

/** What the summary counts of one organization. */
export interface DomainCounts {
  readonly total_count: number
  readonly by_status: Readonly<Record<string, number>>
  readonly by_status_tag: Readonly<Record<string, number>>
  readonly by_tld: Readonly<Record<string, number>>
  readonly next_30_days: number
  readonly next_60_days: number
  readonly next_90_days: number
}

/**
 * Storage port. Names are unique over all organizations, and a domain keeps its id and name. Counts and tag sets change
 * in the transaction of their domain. Lists are designed for a million domains in one organization.
 */
export class DomainStore extends Context.Service<DomainStore, {
  /** Returns those of the domain's contacts that exist, which are kept from being deleted to the end of the transaction. */
  readonly insert: (domain: Domain) => Effect.Effect<ReadonlySet<ContactId>, DomainExists>
  /** Of any organization; the service checks who may see it. */
  readonly find: (reference: DomainReference) => Effect.Effect<Option.Option<Domain>>
  /** Those that exist of any organizations' domains, in no particular order; thousands at once. */
  readonly findReferred: (
    references: ReadonlyArray<DomainReference>
  ) => Effect.Effect<ReadonlyArray<ReferredDomain>>
  /** Finds and locks the row to the end of the transaction. */
  readonly lock: (id: DomainId) => Effect.Effect<Option.Option<Domain>>
  /** Locks the row to the end of the transaction and writes what becomes of it; answers that, none when it is gone. */
  readonly change: (
    id: DomainId,
    change: (domain: Domain) => Effect.Effect<Domain>
  ) => Effect.Effect<Option.Option<Domain>>
  /** Writes every member of a domain that exists. */
  readonly save: (domain: Domain) => Effect.Effect<void>
  readonly remove: (id: DomainId) => Effect.Effect<void>
  /** Any organization's, as it is shown. */
  readonly findListed: (
    reference: DomainReference,
    options: { readonly tags: boolean }
  ) => Effect.Effect<Option.Option<ListedDomain>>
  /** Rows without the date that a list is sorted by come first going up and last going down. */
  readonly list: (
    organization: OrganizationId,
    filter: DomainFilter,
    sort: Sort<DomainSortField>,
    page: PageRequest,
    options: { readonly now: Instant.Instant; readonly tags: boolean }
  ) => Effect.Effect<Page<ListedDomain>>
  /** The numbers of the summary. */
  readonly counts: (organization: OrganizationId, now: Instant.Instant) => Effect.Effect<DomainCounts>
  /** Number of domains of several organizations. */
  readonly totals: (
    organizations: ReadonlyArray<OrganizationId>
  ) => Effect.Effect<ReadonlyMap<OrganizationId, number>>
  /**
   * Removes nameserver sets that no domain has, at most 1,000 at a time; true if there are more. Runs in the caller's
   * transaction, on a schedule.
   */
  readonly tend: Effect.Effect<boolean>
  /** Domains whose next action is due, the oldest first. */
  readonly due: (now: Instant.Instant, limit: number) => Effect.Effect<ReadonlyArray<DomainId>>
  /** Whether any domain, of any organization, uses the contact in any role. */
  readonly usesContact: (contact: ContactId) => Effect.Effect<boolean>
  /** Whether any domain, of any organization, delegates to the hostname. */
  readonly usesNameserver: (hostname: Hostname) => Effect.Effect<boolean>
  /** Those of some names that are domains of any organization, the longest first. */
  readonly named: (names: ReadonlyArray<DomainName>) => Effect.Effect<ReadonlyArray<Domain>>
}>()("@namewright/core/domains/DomainStore") {}
