import { Effect, Option } from "effect"
import { UnknownOrganization } from "../access/index.ts"
import { type AttributeSetStore, ContactId, ContactNotFound, type ContactStore } from "../contacts/index.ts"
import type { ObjectLog } from "../objectlog/index.ts"
import { OrganizationDomainLimit, type OrganizationLimitStore } from "../organizations/index.ts"
import type { OrganizationId } from "../shared/index.ts"
import { contactsInAttributes, mergedContactAttributes, type TldSpec } from "../tlds/index.ts"
import type { Domain, DomainContact } from "./Domain.ts"
import { domainCreated, domainDeleted } from "./DomainLog.ts"
import type { DomainStore } from "./DomainStore.ts"

/** Attributes of contacts for a registry, by contact. */
type LinkedAttributes = ReadonlyMap<string, Readonly<Record<string, string>>>

/** Attribute sets of contacts for one TLD; none is read if the TLD has no attributes of contacts. */
export const linkedAttributes = Effect.fnUntraced(function*(
  sets: AttributeSetStore["Service"],
  organization: OrganizationId,
  { spec, tld }: { readonly spec: TldSpec; readonly tld: string },
  contacts: ReadonlyArray<ContactId>
): Effect.fn.Return<LinkedAttributes> {
  if ((spec.contacts?.possible_attributes ?? []).length === 0 || contacts.length === 0) return new Map()
  const linked = yield* sets.linkedTo(organization, contacts, tld)
  return new Map([...linked].flatMap(([id, [set]]) => set === undefined ? [] : [[id, set.attributes]]))
})

/**
 * Contact records of the named contacts, with the attributes of their sets merged with those of the request. Fails for
 * the first contact that the organization does not have.
 */
export const holdersOf = Effect.fnUntraced(function*(
  store: ContactStore["Service"],
  organization: OrganizationId,
  spec: TldSpec,
  named: ReadonlyArray<DomainContact>,
  linked: LinkedAttributes
) {
  const found = yield* store.findMany(organization, distinctIds(named))
  const byId = new Map(found.map((contact) => [contact.contact_id, contact]))
  return yield* Effect.forEach(named, ({ attributes = {}, contact_id, contact_type }) => {
    const contact = byId.get(contact_id)
    return contact === undefined
      ? Effect.fail(new ContactNotFound({ contact_id }))
      : Effect.succeed({
        contact,
        contact_type,
        attributes: mergedContactAttributes(spec, linked.get(contact_id) ?? {}, attributes)
      })
  })
})

/** Contacts with all of their attributes, as a registry gets them. */
export const registryContacts = (
  holders: ReadonlyArray<Effect.Success<ReturnType<typeof holdersOf>>[number]>
): ReadonlyArray<DomainContact> =>
  holders.map(({ attributes, contact: { contact_id }, contact_type }) => ({
    contact_id,
    contact_type,
    ...(Object.keys(attributes).length === 0 ? {} : { attributes })
  }))

/** The contacts that a domain names in roles and in attributes, each once. */
export const namedContacts = (
  { attributes, contacts }: Pick<Domain, "attributes" | "contacts">
): ReadonlyArray<ContactId> => [
  ...new Set([
    ...contacts.map(({ contact_id }) => contact_id),
    ...contactsInAttributes(attributes).map((id) => ContactId.make(id))
  ])
]

/**
 * Locks the contacts in roles and in attributes against deletion until the transaction ends. Fails if one does not
 * exist.
 */
export const keepContacts = Effect.fnUntraced(function*(
  store: ContactStore["Service"],
  organization: OrganizationId,
  contacts: ReadonlyArray<DomainContact>,
  attributes: Readonly<Record<string, string>>
) {
  const named = namedContacts({ attributes, contacts })
  yield* refuseGone(named, yield* store.lock(organization, named))
})

interface NewDomainWriter {
  readonly limits: OrganizationLimitStore["Service"]
  readonly store: DomainStore["Service"]
  readonly log: ObjectLog
}

/**
 * Stores a new domain, in place of one at an external registrar that is only shown here. Fails if one of its contacts has
 * been deleted since it was read, or its organization, or if the organization has as many domains as its parent allows.
 */
export const insertDomain = Effect.fnUntraced(function*(
  { limits, log, store }: NewDomainWriter,
  domain: Domain,
  external: Option.Option<Domain>
) {
  const isCounted = Option.exists(external, ({ organization_id }) => organization_id === domain.organization_id)
  yield* keepOrganization(limits, store, domain.organization_id, isCounted)
  if (Option.isSome(external)) {
    yield* store.remove(external.value.domain_id)
    yield* log.record(domainDeleted(external.value))
  }
  yield* refuseGone(namedContacts(domain), yield* store.insert(domain))
  yield* log.record(domainCreated(domain))
})

/**
 * Keeps the organization from being deleted, and locks its limit, so that its new domains wait for each other. A domain
 * that replaces another one of the organization, which is counted already, has no limit.
 */
const keepOrganization = Effect.fnUntraced(function*(
  limits: OrganizationLimitStore["Service"],
  store: DomainStore["Service"],
  organization_id: OrganizationId,
  isCounted: boolean
) {
  const kept = yield* limits.keepWithLimit(organization_id)
  if (Option.isNone(kept)) return yield* new UnknownOrganization({ organization_id })
  if (kept.value === null || isCounted) return
  const { domains: limit } = yield* limits.lock(organization_id)
  if (limit === null) return
  const count = (yield* store.totals([organization_id])).get(organization_id) ?? 0
  if (count >= limit) return yield* new OrganizationDomainLimit({ organization_id, limit })
})

const refuseGone = (named: ReadonlyArray<ContactId>, kept: ReadonlySet<ContactId>) => {
  const gone = named.find((id) => !kept.has(id))
  return gone === undefined ? Effect.void : Effect.fail(new ContactNotFound({ contact_id: gone }))
}

const distinctIds = (named: ReadonlyArray<DomainContact>): ReadonlyArray<ContactId> =>
  Array.from(new Set(named.map(({ contact_id }) => contact_id)))
