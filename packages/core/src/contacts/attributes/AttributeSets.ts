import { Context, Effect, Layer, Option } from "effect"
import { type AuthorizationError, authorize } from "../../access/index.ts"
import {
  type CurrentActor,
  inputIssue,
  Instant,
  type InvalidInput,
  type Page,
  type PageRequest,
  refuseInput,
  type Sort,
  Transaction
} from "../../shared/index.ts"
import { attributeValueIssues, normaliseTld, TldCatalog, TldNotFound } from "../../tlds/index.ts"
import type { ContactId } from "../Contact.ts"
import { ContactNotFound } from "../ContactError.ts"
import { ContactStore } from "../ContactStore.ts"
import { type AttributeLink, newAttributeLinkId } from "./AttributeLink.ts"
import {
  type AttributeSet,
  type AttributeSetFilter,
  type AttributeSetId,
  type AttributeSetSortField,
  type CreateAttributeSet,
  newAttributeSetId,
  type UpdateAttributeSet
} from "./AttributeSet.ts"
import {
  type AttributeLinkAlreadyExists,
  AttributeSetInUse,
  type AttributeSetLabelAlreadyExists,
  AttributeSetNotFound
} from "./AttributeSetError.ts"
import { AttributeSetStore } from "./AttributeSetStore.ts"
import { AttributeSetUsage } from "./AttributeSetUsage.ts"

type LinkError = AuthorizationError | ContactNotFound | AttributeSetNotFound

/** Attribute sets of contacts. Source: REST specification, "Contacts", attribute sets. */
export class AttributeSets extends Context.Service<AttributeSets, {
  /**
   * Creates a set. Keys and values must be possible under the TLD; required keys may be absent, because they depend on
   * the role in which a contact is used.
   */
  readonly create: (
    input: CreateAttributeSet
  ) => Effect.Effect<
    AttributeSet,
    AttributeSetLabelAlreadyExists | AuthorizationError | InvalidInput | TldNotFound,
    CurrentActor
  >
  readonly list: (
    filter: AttributeSetFilter,
    sort: Sort<AttributeSetSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<AttributeSet>, AuthorizationError, CurrentActor>
  readonly get: (
    id: AttributeSetId
  ) => Effect.Effect<AttributeSet, AttributeSetNotFound | AuthorizationError, CurrentActor>
  /** Renames a set. */
  readonly update: (
    id: AttributeSetId,
    input: UpdateAttributeSet
  ) => Effect.Effect<
    AttributeSet,
    AttributeSetLabelAlreadyExists | AttributeSetNotFound | AuthorizationError,
    CurrentActor
  >
  /** Deletes a set and its links, unless a domain uses it. */
  readonly remove: (
    id: AttributeSetId
  ) => Effect.Effect<void, AttributeSetInUse | AttributeSetNotFound | AuthorizationError, CurrentActor>
  /** Gives a contact the set. */
  readonly link: (
    contact: ContactId,
    set: AttributeSetId
  ) => Effect.Effect<AttributeLink, AttributeLinkAlreadyExists | LinkError, CurrentActor>
  /** Takes the set from a contact, unless a domain uses it with the contact. */
  readonly unlink: (
    contact: ContactId,
    set: AttributeSetId
  ) => Effect.Effect<void, AttributeSetInUse | LinkError, CurrentActor>
}>()("@namewright/core/contacts/AttributeSets") {
  static readonly layer = Layer.effect(
    AttributeSets,
    Effect.gen(function*() {
      const store = yield* AttributeSetStore
      const contacts = yield* ContactStore
      const usage = yield* AttributeSetUsage
      const catalog = yield* TldCatalog
      const transaction = yield* Transaction

      const create = Effect.fn("AttributeSets.create")(function*(input: CreateAttributeSet) {
        const { organization_id } = yield* authorize("contacts:manage")
        const tld = normaliseTld(input.tld)
        const spec = yield* catalog.find(tld)
        if (Option.isNone(spec)) return yield* new TldNotFound({ tld })
        yield* refuseInput(
          attributeValueIssues(spec.value, input.attributes).map(({ key, message, type, value }) =>
            inputIssue(["body", "attributes", key], type, message, value)
          )
        )
        const now = yield* Instant.now
        const set = {
          contact_attribute_set_id: yield* newAttributeSetId,
          organization_id,
          tld,
          label: input.label,
          attributes: input.attributes,
          created_on: now,
          updated_on: now
        }
        yield* transaction.atomically(store.insert(set))
        return { ...set, linked_contacts: 0 }
      })

      const list: AttributeSets["Service"]["list"] = Effect.fn("AttributeSets.list")(
        function*({ label, tld }, sort, page) {
          const { organization_id } = yield* authorize("contacts:read")
          const filter = { label, tld: tld === undefined ? undefined : normaliseTld(tld) }
          return yield* store.list(organization_id, filter, sort, page)
        }
      )

      const get = Effect.fn("AttributeSets.get")(function*(id: AttributeSetId) {
        const { organization_id } = yield* authorize("contacts:read")
        return yield* found(id, store.find(organization_id, id))
      })

      const update = Effect.fn("AttributeSets.update")(function*(id: AttributeSetId, { label }: UpdateAttributeSet) {
        const { organization_id } = yield* authorize("contacts:manage")
        return yield* transaction.atomically(Effect.gen(function*() {
          const set = yield* found(id, store.lockForChange(organization_id, id))
          if (label === undefined || label === null || label === set.label) return set
          const renamed = { ...set, label, updated_on: yield* Instant.now }
          yield* store.rename(renamed)
          return renamed
        }))
      })

      const remove = Effect.fn("AttributeSets.remove")(function*(id: AttributeSetId) {
        const { organization_id } = yield* authorize("contacts:delete")
        yield* transaction.atomically(Effect.gen(function*() {
          yield* found(id, store.lockForChange(organization_id, id))
          if (yield* usage.isUsed(id)) return yield* new AttributeSetInUse({ contact_attribute_set_id: id })
          yield* store.remove(organization_id, id)
        }))
      })

      const link = Effect.fn("AttributeSets.link")(function*(contact_id: ContactId, id: AttributeSetId) {
        const { organization_id } = yield* authorize("contacts:manage")
        return yield* transaction.atomically(Effect.gen(function*() {
          const kept = yield* contacts.lock(organization_id, [contact_id])
          if (!kept.has(contact_id)) return yield* new ContactNotFound({ contact_id })
          const { tld } = yield* found(id, store.lock(organization_id, id))
          const made: AttributeLink = {
            contact_attribute_link_id: yield* newAttributeLinkId,
            contact_id,
            contact_attribute_set_id: id,
            tld,
            created_on: yield* Instant.now
          }
          yield* store.link(organization_id, made)
          return made
        }))
      })

      const unlink = Effect.fn("AttributeSets.unlink")(function*(contact_id: ContactId, id: AttributeSetId) {
        const { organization_id } = yield* authorize("contacts:manage")
        yield* transaction.atomically(Effect.gen(function*() {
          // Waits for domains that are about to name the contact.
          const exists = yield* contacts.lockExclusively(organization_id, contact_id)
          if (!exists) return yield* new ContactNotFound({ contact_id })
          yield* found(id, store.lock(organization_id, id))
          if (yield* usage.isUsed(id, contact_id)) return yield* new AttributeSetInUse({ contact_attribute_set_id: id })
          const removed = yield* store.unlink(organization_id, contact_id, id)
          if (!removed) return yield* new AttributeSetNotFound({ contact_attribute_set_id: id })
        }))
      })

      return AttributeSets.of({ create, list, get, update, remove, link, unlink })
    })
  )
}

const found = (id: AttributeSetId, set: Effect.Effect<Option.Option<AttributeSet>>) =>
  Effect.flatMap(
    set,
    Option.match({
      onNone: () => Effect.fail(new AttributeSetNotFound({ contact_attribute_set_id: id })),
      onSome: (known) => Effect.succeed(known)
    })
  )
