import { Context, type Effect, type Option } from "effect"
import type { AttributeSetId, ContactId, ContactRoleUse } from "../contacts/index.ts"
import type {
  DomainId,
  DomainName,
  Hostname,
  Instant,
  ObjectScope,
  OrganizationId,
  Page,
  PageRequest,
  Sort,
  VerificationClaim
} from "../shared/index.ts"
import type { StatusTagType, TagId } from "../tags/index.ts"
import type { Domain, DomainReference } from "./Domain.ts"
import type { DomainExists } from "./DomainError.ts"
import type { DomainFilter, DomainSortField } from "./DomainFilter.ts"

/** Domain of a list, with its tags if requested. */
export interface ListedDomain {
  readonly domain: Domain
  /** True if host objects exist below the domain; absent if this was not checked. */
  readonly has_hosts?: boolean
  readonly tags: ReadonlyArray<TagId> | null
  readonly status_tags: ReadonlyArray<StatusTagType> | null
}

/** Domain that a reference identifies. */
export type ReferredDomain = Pick<Domain, "domain_id" | "name" | "tld" | "organization_id">

/** Counts of the summary, for one organization. */
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
 * Storage port. Names are unique across organizations; the id and name of a domain never change. Counts and tag sets
 * change in the transaction of their domain. Lists are designed for a million domains in one organization.
 */
export class DomainStore extends Context.Service<DomainStore, {
  /** Returns the contacts of the domain that exist, and locks them against deletion until the transaction ends. */
  readonly insert: (domain: Domain) => Effect.Effect<ReadonlySet<ContactId>, DomainExists>
  /** Finds a domain of any organization; the service checks visibility. */
  readonly find: (reference: DomainReference) => Effect.Effect<Option.Option<Domain>>
  /** Existing domains of any organizations, in no particular order. Accepts thousands of references. */
  readonly findReferred: (
    references: ReadonlyArray<DomainReference>
  ) => Effect.Effect<ReadonlyArray<ReferredDomain>>
  /** Tags of domains of any organizations; domains without tags may be absent. Accepts thousands of ids. */
  readonly tagsOf: (
    domains: ReadonlyArray<DomainId>
  ) => Effect.Effect<ReadonlyMap<DomainId, ReadonlyArray<TagId>>>
  /** Finds the row and locks it until the transaction ends. */
  readonly lock: (id: DomainId) => Effect.Effect<Option.Option<Domain>>
  /** Locks the row until the transaction ends, and writes and returns the changed domain. None if it does not exist. */
  readonly change: (
    id: DomainId,
    change: (domain: Domain) => Effect.Effect<Domain>
  ) => Effect.Effect<Option.Option<Domain>>
  /** Writes every member of an existing domain. */
  readonly save: (domain: Domain) => Effect.Effect<void>
  readonly remove: (id: DomainId) => Effect.Effect<void>
  /** Finds a domain of any organization, in the form of a list item. */
  readonly findListed: (
    reference: DomainReference,
    options: { readonly tags: boolean }
  ) => Effect.Effect<Option.Option<ListedDomain>>
  /** Rows without a value of the sort field come first in ascending order and last in descending order. */
  readonly list: (
    organization: OrganizationId,
    filter: DomainFilter,
    sort: Sort<DomainSortField>,
    page: PageRequest,
    options: { readonly now: Instant.Instant; readonly tags: boolean }
  ) => Effect.Effect<Page<ListedDomain>>
  /** With `within`, of the domains in all of the scopes, which are read. */
  readonly counts: (
    organization: OrganizationId,
    now: Instant.Instant,
    within?: ReadonlyArray<ObjectScope>
  ) => Effect.Effect<DomainCounts>
  /** Number of domains of several organizations. */
  readonly totals: (
    organizations: ReadonlyArray<OrganizationId>
  ) => Effect.Effect<ReadonlyMap<OrganizationId, number>>
  /**
   * Removes nameserver sets that no domain has, at most 1,000 at a time; true if there are more. Runs in the caller's
   * transaction, on a schedule.
   */
  readonly removeUnusedNameserverSets: Effect.Effect<boolean>
  /** Domains whose next action is due, the oldest first. */
  readonly due: (now: Instant.Instant, limit: number) => Effect.Effect<ReadonlyArray<DomainId>>
  /** True if a domain of any organization uses the contact in any role. */
  readonly usesContact: (contact: ContactId) => Effect.Effect<boolean>
  /**
   * Domains of any organization at a registry with the contact as a registrant, the oldest first, at most `limit`: those
   * after a domain, which may have ceased to be one; null for the first.
   */
  readonly registeredBy: (
    contact: ContactId,
    registry: string,
    after: DomainId | null,
    limit: number
  ) => Effect.Effect<ReadonlyArray<DomainId>>
  /**
   * Domains with a required verification that are not due, and that name the contact, or another contact of its
   * organization with the same address, in any role. At most `limit`, the oldest first.
   */
  readonly awaitingContact: (
    contact: ContactId,
    now: Instant.Instant,
    limit: number
  ) => Effect.Effect<ReadonlyArray<DomainId>>
  /** Claims that open verifications by policies require of a contact, for domains that name it in any role. */
  readonly requiredClaims: (contact: ContactId) => Effect.Effect<ReadonlyArray<VerificationClaim>>
  /** Roles of a contact in domains of any organization, each once for each TLD. Reads all of these domains. */
  readonly contactUses: (contact: ContactId) => Effect.Effect<ReadonlyArray<ContactRoleUse>>
  /**
   * True if a domain of the set's TLD, of any organization, uses a contact that has the attribute set in any role.
   * `contact` restricts the question to one contact.
   */
  readonly usesAttributeSet: (set: AttributeSetId, contact?: ContactId) => Effect.Effect<boolean>
  /** Names of the oldest domains of any organization that use the contact in any role, sorted. */
  readonly namesWithContact: (contact: ContactId, atMost: number) => Effect.Effect<ReadonlyArray<DomainName>>
  /** True if a domain of any organization delegates to the hostname. */
  readonly usesNameserver: (hostname: Hostname) => Effect.Effect<boolean>
  /** Domains of any organization with these names, the longest name first. */
  readonly named: (names: ReadonlyArray<DomainName>) => Effect.Effect<ReadonlyArray<Domain>>
}>()("@namewright/core/domains/DomainStore") {}
