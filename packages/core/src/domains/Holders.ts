import { Effect } from "effect"
import { type Contact, type ContactId, ContactNotFound, type ContactStore } from "../contacts/index.ts"
import type { OrganizationId } from "../shared/index.ts"
import type { Holder } from "../tlds/index.ts"
import type { Domain, DomainContact } from "./Domain.ts"
import type { DomainStore } from "./DomainStore.ts"

/** Contact records of the named contacts. Fails for the first one that the organization does not have. */
export const holdersOf = Effect.fnUntraced(function*(
  store: ContactStore["Service"],
  organization: OrganizationId,
  named: ReadonlyArray<DomainContact>
): Effect.fn.Return<ReadonlyArray<Holder>, ContactNotFound> {
  const found = yield* store.findMany(organization, distinctIds(named))
  return yield* withContacts(named, found)
})

/** Locks the named contacts against deletion until the transaction ends. Fails if one does not exist. */
export const keepContacts = Effect.fnUntraced(function*(
  store: ContactStore["Service"],
  organization: OrganizationId,
  named: ReadonlyArray<DomainContact>
) {
  yield* refuseGone(named, yield* store.lock(organization, distinctIds(named)))
})

/** Stores a new domain. Fails if one of its contacts has been deleted since it was read. */
export const insertDomain = Effect.fnUntraced(function*(store: DomainStore["Service"], domain: Domain) {
  yield* refuseGone(domain.contacts, yield* store.insert(domain))
})

const refuseGone = (named: ReadonlyArray<DomainContact>, kept: ReadonlySet<ContactId>) => {
  const gone = named.find(({ contact_id }) => !kept.has(contact_id))
  return gone === undefined ? Effect.void : Effect.fail(new ContactNotFound({ contact_id: gone.contact_id }))
}

const distinctIds = (named: ReadonlyArray<DomainContact>): ReadonlyArray<ContactId> =>
  Array.from(new Set(named.map(({ contact_id }) => contact_id)))

const withContacts = (named: ReadonlyArray<DomainContact>, found: ReadonlyArray<Contact>) => {
  const byId = new Map(found.map((contact) => [contact.contact_id, contact]))
  return Effect.forEach(named, ({ attributes = {}, contact_id, contact_type }) => {
    const contact = byId.get(contact_id)
    return contact === undefined
      ? Effect.fail(new ContactNotFound({ contact_id }))
      : Effect.succeed<Holder>({ contact, contact_type, attributes })
  })
}
