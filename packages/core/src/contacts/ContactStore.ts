import { Context, type Effect, type Option } from "effect"
import type { OrganizationId, Page, PageRequest, Sort } from "../shared/index.ts"
import type { StatusTagType, TagId } from "../tags/index.ts"
import type { Contact, ContactFilter, ContactId, ContactSortField } from "./Contact.ts"

/** Tags and status tags of a contact. */
export interface ContactTags {
  readonly tags: ReadonlyArray<TagId>
  readonly status_tags: ReadonlyArray<StatusTagType>
}

/**
 * Storage port. Only failures a caller can act on are typed; driver failures are defects. `insert` and `remove` write
 * several tables, including counters, so they require a transaction.
 */
export class ContactStore extends Context.Service<ContactStore, {
  readonly insert: (contact: Contact) => Effect.Effect<void>
  /** Owner of a contact, of any organization. */
  readonly ownerOf: (id: ContactId) => Effect.Effect<Option.Option<OrganizationId>>
  readonly find: (organization: OrganizationId, id: ContactId) => Effect.Effect<Option.Option<Contact>>
  /** The existing ones among the ids, in no particular order. */
  readonly findMany: (
    organization: OrganizationId,
    ids: ReadonlyArray<ContactId>
  ) => Effect.Effect<ReadonlyArray<Contact>>
  /** The existing ones among thousands of ids. */
  readonly existing: (
    organization: OrganizationId,
    ids: ReadonlyArray<ContactId>
  ) => Effect.Effect<ReadonlySet<ContactId>>
  /**
   * Returns the existing ones among the ids, and protects them from deletion until the transaction ends. Services that
   * store references to contacts call it first in the same transaction; contacts that are not returned are deleted.
   * Callers wait only for a running deletion, not for each other (`FOR KEY SHARE` on PostgreSQL).
   */
  readonly lock: (
    organization: OrganizationId,
    ids: ReadonlyArray<ContactId>
  ) => Effect.Effect<ReadonlySet<ContactId>>
  /** Waits for all transactions that called `lock`, and blocks later ones. False if there is no such contact. */
  readonly lockExclusively: (organization: OrganizationId, id: ContactId) => Effect.Effect<boolean>
  /** Deletes a contact with its tags, claims, demands, verifications and links to attribute sets. */
  readonly remove: (organization: OrganizationId, id: ContactId) => Effect.Effect<void>
  readonly list: (
    organization: OrganizationId,
    filter: ContactFilter,
    sort: Sort<ContactSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<Contact>>
  /** Tags of each contact; contacts without tags may be absent. */
  readonly tagsOf: (
    organization: OrganizationId,
    ids: ReadonlyArray<ContactId>
  ) => Effect.Effect<ReadonlyMap<ContactId, ContactTags>>
}>()("@namewright/core/contacts/ContactStore") {}
