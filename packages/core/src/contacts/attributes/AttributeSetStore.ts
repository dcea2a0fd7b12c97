import { Context, type Effect, type Option } from "effect"
import type { OrganizationId, Page, PageRequest, Sort } from "../../shared/index.ts"
import type { ContactId } from "../Contact.ts"
import type { AttributeLink } from "./AttributeLink.ts"
import type {
  AttributeSet,
  AttributeSetFilter,
  AttributeSetId,
  AttributeSetSortField,
  LinkedAttributeSet
} from "./AttributeSet.ts"
import type { AttributeLinkAlreadyExists, AttributeSetLabelAlreadyExists } from "./AttributeSetError.ts"

/** Attribute set without the number of its contacts, which the store counts. */
export type AttributeSetRecord = Omit<AttributeSet, "linked_contacts">

/**
 * Storage port of attribute sets and of their links to contacts. Driver failures are defects. Writes change counters as
 * well, so they require a transaction.
 */
export class AttributeSetStore extends Context.Service<AttributeSetStore, {
  readonly insert: (set: AttributeSetRecord) => Effect.Effect<void, AttributeSetLabelAlreadyExists>
  readonly find: (organization: OrganizationId, id: AttributeSetId) => Effect.Effect<Option.Option<AttributeSet>>
  /** As `find`, and prevents the deletion of the set until the transaction ends. Callers do not wait for each other. */
  readonly lock: (organization: OrganizationId, id: AttributeSetId) => Effect.Effect<Option.Option<AttributeSet>>
  /** As `find`, after all transactions that called `lock` have ended; blocks later ones. */
  readonly lockForChange: (
    organization: OrganizationId,
    id: AttributeSetId
  ) => Effect.Effect<Option.Option<AttributeSet>>
  /** Writes the label and `updated_on` of an existing set. */
  readonly rename: (set: AttributeSetRecord) => Effect.Effect<void, AttributeSetLabelAlreadyExists>
  /** Deletes a set with its links. */
  readonly remove: (organization: OrganizationId, id: AttributeSetId) => Effect.Effect<void>
  readonly list: (
    organization: OrganizationId,
    filter: AttributeSetFilter,
    sort: Sort<AttributeSetSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<AttributeSet>>
  /** Stores a link between a contact and a set of the organization, both locked. */
  readonly link: (
    organization: OrganizationId,
    link: AttributeLink
  ) => Effect.Effect<void, AttributeLinkAlreadyExists>
  /** Deletes a link. False if there is none. */
  readonly unlink: (organization: OrganizationId, contact: ContactId, set: AttributeSetId) => Effect.Effect<boolean>
  /** Sets of each contact, by TLD; contacts without a set are absent. `tld` restricts them to one TLD. */
  readonly linkedTo: (
    organization: OrganizationId,
    contacts: ReadonlyArray<ContactId>,
    tld?: string
  ) => Effect.Effect<ReadonlyMap<ContactId, ReadonlyArray<LinkedAttributeSet>>>
}>()("@namewright/core/contacts/AttributeSetStore") {}
