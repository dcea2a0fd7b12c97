import { Context, Effect, Layer, Option, Result } from "effect"
import { type AuthorizationError, authorize } from "../access/index.ts"
import {
  type CurrentActor,
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
import { ContactInUse, ContactNotFound } from "./ContactError.ts"
import { ContactStore } from "./ContactStore.ts"
import { ContactUsage } from "./ContactUsage.ts"
import { canonicalPostalCode } from "./PostalCode.ts"

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
  readonly list: (
    filter: ContactFilter,
    sort: Sort<ContactSortField>,
    page: PageRequest,
    include: ReadonlyArray<ContactInclude>
  ) => Effect.Effect<Page<ContactDetails>, AuthorizationError, CurrentActor>
  readonly get: (
    id: ContactId,
    include: ReadonlyArray<ContactInclude>
  ) => Effect.Effect<ContactDetails, AuthorizationError | ContactNotFound, CurrentActor>
  /** Deletes a contact that no domain names. */
  readonly remove: (
    id: ContactId
  ) => Effect.Effect<void, AuthorizationError | ContactNotFound | ContactInUse, CurrentActor>
}>()("@namewright/core/contacts/Contacts") {
  static readonly layer = Layer.effect(
    Contacts,
    Effect.gen(function*() {
      const store = yield* ContactStore
      const tags = yield* TagStore
      const usage = yield* ContactUsage
      const transaction = yield* Transaction

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

      const details = (
        organization: OrganizationId,
        contacts: ReadonlyArray<Contact>,
        include: ReadonlyArray<ContactInclude>
      ) => include.includes("tags") ? withTags(organization, contacts) : Effect.succeed(contacts.map(withoutTags))

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
        yield* transaction.atomically(store.insert(contact))
        return withoutTags(contact)
      })

      const create = (input: CreateContact) => Effect.flatMap(newContactId, (id) => createAs(id, input))

      const list: Contacts["Service"]["list"] = Effect.fn("Contacts.list")(
        function*(filter, sort, request, include) {
          const { organization_id } = yield* authorize("contacts:read")
          const page = yield* store.list(organization_id, filter, sort, request)
          return { ...page, items: yield* details(organization_id, page.items, include) }
        }
      )

      const get: Contacts["Service"]["get"] = Effect.fn("Contacts.get")(function*(contact_id, include) {
        const { organization_id } = yield* authorize("contacts:read")
        const found = yield* store.find(organization_id, contact_id)
        const [contact] = yield* details(organization_id, Option.toArray(found), include)
        return contact ?? (yield* new ContactNotFound({ contact_id }))
      })

      const remove = Effect.fn("Contacts.remove")(function*(contact_id: ContactId) {
        const { organization_id } = yield* authorize("contacts:delete")
        yield* transaction.atomically(Effect.gen(function*() {
          const exists = yield* store.lockForRemoval(organization_id, contact_id)
          if (!exists) return yield* new ContactNotFound({ contact_id })
          if (yield* usage.isUsed(contact_id)) return yield* new ContactInUse({ contact_id })
          yield* store.remove(organization_id, contact_id)
        }))
      })

      return Contacts.of({ create, createAs, list, get, remove })
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
