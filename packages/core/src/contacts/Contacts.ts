import { Context, Effect, Layer, Option, Result } from "effect"
import {
  type AuthorizationError,
  authorize,
  OrganizationDirectory,
  OrganizationScope,
  type UnknownOrganization
} from "../access/index.ts"
import { makeObjectLog } from "../objectlog/index.ts"
import {
  type Actor,
  type CurrentActor,
  entityTagOf,
  inputIssue,
  Instant,
  InvalidInput,
  type OrganizationId,
  type Page,
  type PageRequest,
  type Sort,
  Transaction
} from "../shared/index.ts"
import { byLabel, statusTag, TagStore } from "../tags/index.ts"
import { AttributeSetStore } from "./attributes/AttributeSetStore.ts"
import {
  type Contact,
  type ContactDetails,
  type ContactFilter,
  type ContactId,
  type ContactInclude,
  type ContactSortField,
  type CreateContact,
  invalidPostalCode,
  newContactId
} from "./Contact.ts"
import { ContactChanged, ContactInUse, ContactNotFound } from "./ContactError.ts"
import { ContactStore } from "./ContactStore.ts"
import { ContactUsage } from "./ContactUsage.ts"
import { canonicalPostalCode } from "./PostalCode.ts"

/** A contact with its entity tag. */
export interface TaggedContact {
  readonly contact: ContactDetails
  readonly entity_tag: string
}

/** Entity tag of a contact. It covers the stored members; tags of the platform are not among them. */
export const contactTag = (contact: Contact): Effect.Effect<string> => entityTagOf(contact)

/** Contacts of domains. Source: REST specification, "Contacts". */
export class Contacts extends Context.Service<Contacts, {
  /**
   * Creates a contact with its postal code in canonical form. A postal code that the country does not have is refused.
   */
  readonly create: (
    input: CreateContact
  ) => Effect.Effect<ContactDetails, AuthorizationError | InvalidInput, CurrentActor>
  /**
   * As `create`, with an id chosen by the platform, so that work repeated after a crash does not create a second
   * contact.
   */
  readonly createAs: (
    id: ContactId,
    input: CreateContact
  ) => Effect.Effect<ContactDetails, AuthorizationError | InvalidInput, CurrentActor>
  /** `organization_id` selects a suborganization; default: the caller's organization. */
  readonly list: (
    filter: ContactFilter,
    sort: Sort<ContactSortField>,
    page: PageRequest,
    include: ReadonlyArray<ContactInclude>,
    organization_id?: OrganizationId
  ) => Effect.Effect<Page<ContactDetails>, AuthorizationError | UnknownOrganization, CurrentActor>
  readonly get: (
    id: ContactId,
    include: ReadonlyArray<ContactInclude>
  ) => Effect.Effect<ContactDetails, AuthorizationError | ContactNotFound, CurrentActor>
  /** As `get`, with the entity tag of the contact. */
  readonly getTagged: (
    id: ContactId,
    include: ReadonlyArray<ContactInclude>
  ) => Effect.Effect<TaggedContact, AuthorizationError | ContactNotFound, CurrentActor>
  /** Deletes a contact that no domain names. `expected` is the entity tag that the contact must have. */
  readonly remove: (
    id: ContactId,
    expected?: string
  ) => Effect.Effect<void, AuthorizationError | ContactChanged | ContactInUse | ContactNotFound, CurrentActor>
}>()("@namewright/core/contacts/Contacts") {
  static readonly layer = Layer.effect(
    Contacts,
    Effect.gen(function*() {
      const store = yield* ContactStore
      const tags = yield* TagStore
      const attributeSets = yield* AttributeSetStore
      const usage = yield* ContactUsage
      const directory = yield* OrganizationDirectory
      const log = yield* makeObjectLog
      const transaction = yield* Transaction

      const ownerFor = (actor: Actor, contact_id: ContactId) =>
        OrganizationScope.ownerFor(directory, actor, store.ownerOf(contact_id))

      const withTags = Effect.fnUntraced(function*(organization: OrganizationId, contacts: ReadonlyArray<Contact>) {
        const tagsByContact = yield* store.tagsOf(organization, contacts.map((contact) => contact.contact_id))
        const ids = new Set([...tagsByContact.values()].flatMap((contact) => contact.tags))
        const described = yield* tags.describe(organization, [...ids])
        return contacts.map((contact): ContactDetails => {
          const own = tagsByContact.get(contact.contact_id) ?? { tags: [], status_tags: [] }
          return {
            ...withoutTags(contact),
            tags: own.tags.flatMap((id) => described.get(id) ?? []).toSorted(byLabel),
            status_tags: own.status_tags.map(statusTag)
          }
        })
      })

      const details = Effect.fnUntraced(function*(
        organization: OrganizationId,
        contacts: ReadonlyArray<Contact>,
        include: ReadonlyArray<ContactInclude>
      ) {
        const shown = include.includes("tags") ? yield* withTags(organization, contacts) : contacts.map(withoutTags)
        const sets = yield* attributeSets.linkedTo(organization, contacts.map(({ contact_id }) => contact_id))
        return shown.map((contact) => ({ ...contact, attribute_sets: sets.get(contact.contact_id) ?? [] }))
      })

      const createAs = Effect.fn("Contacts.create")(function*(contact_id: ContactId, input: CreateContact) {
        const { organization_id } = yield* authorize("contacts:manage")
        const postal_code = yield* postalCodeOf(input)
        const now = yield* Instant.now
        const contact: Contact = {
          ...input,
          contact_id,
          organization_id,
          postal_code,
          created_on: now,
          updated_on: now
        }
        yield* transaction.atomically(Effect.andThen(
          store.insert(contact),
          log.record({
            organization_id,
            object_type: "CONTACT",
            object_id: contact_id,
            action: "CREATED",
            after: contact
          })
        ))
        return withoutTags(contact)
      })

      const create = (input: CreateContact) => Effect.flatMap(newContactId, (id) => createAs(id, input))

      const list: Contacts["Service"]["list"] = Effect.fn("Contacts.list")(
        function*(filter, sort, request, include, organization_id) {
          const actor = yield* authorize("contacts:read")
          const owner = organization_id ?? actor.organization_id
          yield* OrganizationScope.requireVisible(directory, actor, owner)
          const page = yield* store.list(owner, filter, sort, request)
          return { ...page, items: yield* details(owner, page.items, include) }
        }
      )

      const getTagged: Contacts["Service"]["getTagged"] = Effect.fn("Contacts.get")(function*(contact_id, include) {
        const organization_id = yield* ownerFor(yield* authorize("contacts:read"), contact_id)
        const found = yield* store.find(organization_id, contact_id)
        const [contact] = yield* details(organization_id, Option.toArray(found), include)
        if (Option.isNone(found) || contact === undefined) return yield* new ContactNotFound({ contact_id })
        return { contact, entity_tag: yield* contactTag(found.value) }
      })

      const get: Contacts["Service"]["get"] = (contact_id, include) =>
        Effect.map(getTagged(contact_id, include), ({ contact }) => contact)

      /** The contact, which is locked, if it has the expected tag. */
      const requireTag = Effect.fnUntraced(function*(
        organization: OrganizationId,
        contact_id: ContactId,
        expected: string | undefined
      ) {
        const found = yield* store.find(organization, contact_id)
        if (Option.isNone(found)) return yield* new ContactNotFound({ contact_id })
        if (expected === undefined) return found.value
        const entity_tag = yield* contactTag(found.value)
        if (entity_tag !== expected) return yield* new ContactChanged({ contact_id, entity_tag })
        return found.value
      })

      const remove = Effect.fn("Contacts.remove")(function*(contact_id: ContactId, expected?: string) {
        const organization_id = yield* ownerFor(yield* authorize("contacts:delete"), contact_id)
        yield* transaction.atomically(Effect.gen(function*() {
          const exists = yield* store.lockExclusively(organization_id, contact_id)
          if (!exists) return yield* new ContactNotFound({ contact_id })
          const before = yield* requireTag(organization_id, contact_id, expected)
          if (yield* usage.isUsed(contact_id)) return yield* new ContactInUse({ contact_id })
          yield* store.remove(organization_id, contact_id)
          yield* log.record({
            organization_id,
            object_type: "CONTACT",
            object_id: contact_id,
            action: "DELETED",
            before
          })
        }))
      })

      return Contacts.of({ create, createAs, list, get, getTagged, remove })
    })
  )
}

const postalCodeOf = ({ country, postal_code }: CreateContact) =>
  Result.match(canonicalPostalCode(country, postal_code), {
    onSuccess: Effect.succeed,
    onFailure: (problem) =>
      Effect.fail(
        new InvalidInput({ issues: [inputIssue(["body", "postal_code"], invalidPostalCode, problem, postal_code)] })
      )
  })

const withoutTags = (contact: Contact): ContactDetails => ({
  ...contact,
  attribute_sets: [],
  tags: null,
  status_tags: null
})
