import { Context, type Effect, type Option } from "effect"
import type { OrganizationId, Page, PageRequest, Sort } from "../shared/index.ts"
import type { StatusTagType, TagId } from "../tags/index.ts"
import type { Contact, ContactFilter, ContactId, ContactSortField } from "./Contact.ts"

/** What a contact carries. */
export interface ContactTags {
  readonly tags: ReadonlyArray<TagId>
  readonly status_tags: ReadonlyArray<StatusTagType>
}

/**
 * Storage port. Only failures a caller can act on are typed; driver failures are defects. `insert` and `remove` write to
 * several tables, counters among them, so they belong into a transaction.
 */
export class ContactStore extends Context.Service<ContactStore, {
  readonly insert: (contact: Contact) => Effect.Effect<void>
  readonly find: (organization: OrganizationId, id: ContactId) => Effect.Effect<Option.Option<Contact>>
  /** Those of the ids that the organization has, in no particular order. */
  readonly findMany: (
    organization: OrganizationId,
    ids: ReadonlyArray<ContactId>
  ) => Effect.Effect<ReadonlyArray<Contact>>
  /** Which of the ids the organization has; thousands at once. */
  readonly existing: (
    organization: OrganizationId,
    ids: ReadonlyArray<ContactId>
  ) => Effect.Effect<ReadonlySet<ContactId>>
  /**
   * Those of the ids that the organization has; they cannot be deleted before the transaction ends. Whoever is about to
   * name contacts in rows of its own calls this first in the same transaction; a contact that is missing from the answer
   * is gone for good. Callers do not wait for one another, only for a deletion under way (`FOR KEY SHARE` on PostgreSQL).
   */
  readonly lock: (
    organization: OrganizationId,
    ids: ReadonlyArray<ContactId>
  ) => Effect.Effect<ReadonlySet<ContactId>>
  /** Waits until nobody holds the contact by `lock`, and keeps later callers waiting; false if there is no contact. */
  readonly lockForRemoval: (organization: OrganizationId, id: ContactId) => Effect.Effect<boolean>
  /** Deletes a contact with its tags. */
  readonly remove: (organization: OrganizationId, id: ContactId) => Effect.Effect<void>
  readonly list: (
    organization: OrganizationId,
    filter: ContactFilter,
    sort: Sort<ContactSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<Contact>>
  /** What each contact carries; contacts without any tag may be absent. */
  readonly tagsOf: (
    organization: OrganizationId,
    ids: ReadonlyArray<ContactId>
  ) => Effect.Effect<ReadonlyMap<ContactId, ContactTags>>
}>()("@namewright/core/contacts/ContactStore") {}
