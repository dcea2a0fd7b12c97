import { Effect, Schema } from "effect"
import {
  type AllOptions,
  call,
  type CallOptions,
  type CallsFor,
  type ConditionalCallOptions,
  conditionally,
  Country,
  inBody,
  inPath,
  type InputOf,
  inQuery,
  Instant,
  type JsonOf,
  listCalls,
  listForm,
  type ListRequest,
  OrganizationId,
  type Page,
  searchText
} from "../shared/index.ts"
import { tagFilter } from "../tags/index.ts"
import { Attestations } from "./claims/Attestations.ts"
import { AttestContact, ClaimStatusList } from "./claims/ContactClaim.ts"
import { ContactDetails, ContactId, ContactInclude, ContactSortField, CreateContact } from "./Contact.ts"
import { Contacts } from "./Contacts.ts"

/** Parameters of the list of contacts. */
export const contactList = listForm({
  sort: { field: ContactSortField, standard: { by: "created_on", order: "desc" } },
  filter: {
    ...tagFilter,
    first_name: Schema.optionalKey(searchText),
    last_name: Schema.optionalKey(searchText),
    email: Schema.optionalKey(searchText),
    search: Schema.optionalKey(searchText),
    country: Schema.optionalKey(Country),
    created_after: Schema.optionalKey(Instant.Instant),
    created_before: Schema.optionalKey(Instant.Instant),
    in_use: Schema.optionalKey(Schema.Boolean),
    verified: Schema.optionalKey(Schema.Boolean)
  },
  include: ContactInclude
})

const contactFilter = {
  ...contactList.filter,
  /** A suborganization. Default the caller's organization. */
  organization_id: Schema.optionalKey(OrganizationId)
}

const ContactQuery = Schema.Struct({ include: Schema.optionalKey(Schema.Array(ContactInclude)) })

export interface ContactJson extends JsonOf<typeof ContactDetails> {}
export interface CreateContactInput extends InputOf<typeof CreateContact> {}
export interface AttestContactInput extends InputOf<typeof AttestContact> {}
export interface ClaimStatusListJson extends JsonOf<typeof ClaimStatusList> {}
export interface ContactFilterInput extends InputOf<Schema.Struct<typeof contactFilter>> {}
export interface ContactQueryInput extends InputOf<typeof ContactQuery> {}

/** People and organizations that domains name as registrant, administrative, technical and billing contacts. */
export interface ContactCalls {
  /**
   * Creates a contact. Contacts are never changed: changed data are a new contact.
   *
   * Rights: `contacts:manage`.
   *
   * @example
   * const { contact_id } = await caller.contacts.create({
   *   first_name: "Ada", last_name: "Lovelace", email: "ada@example.com", phone: "+44.2071234567",
   *   street: "12 St James's Square", city: "London", postal_code: "SW1Y 4JH", country: "GB"
   * })
   */
  readonly create: (contact: CreateContactInput, options?: CallOptions) => Promise<ContactJson>
  /**
   * Returns one page of contacts, newest first unless `sort` says otherwise.
   *
   * Rights: `contacts:read`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * const { items } = await caller.contacts.page({ filter: { country: "GB" }, include: ["tags"] })
   */
  readonly page: (
    request?: ListRequest<ContactFilterInput, ContactSortField, ContactInclude>,
    options?: CallOptions
  ) => Promise<Page<ContactJson>>
  /**
   * Iterates over all contacts that match a filter.
   *
   * Rights: `contacts:read`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * for await (const contact of caller.contacts.all({ in_use: false })) await caller.contacts.remove(contact.contact_id)
   */
  readonly all: (
    filter?: ContactFilterInput,
    options?: AllOptions<ContactSortField, ContactInclude>
  ) => AsyncIterable<ContactJson>
  /**
   * Returns a contact.
   *
   * Rights: `contacts:read`.
   *
   * @throws ERROR_CONTACT_NOT_FOUND
   *
   * @example
   * const contact = await caller.contacts.get(contact_id, { include: ["tags"] })
   */
  readonly get: (contact_id: string, query?: ContactQueryInput, options?: CallOptions) => Promise<ContactJson>
  /**
   * Returns the entity tag of a contact, for the option `ifMatch` of `remove`.
   *
   * Rights: `contacts:read`.
   *
   * @throws ERROR_CONTACT_NOT_FOUND
   *
   * @example
   * const ifMatch = await caller.contacts.entityTag(contact_id)
   */
  readonly entityTag: (contact_id: string, options?: CallOptions) => Promise<string>
  /**
   * Deletes a contact that no domain names.
   *
   * Rights: `contacts:delete`.
   *
   * @throws ERROR_CONTACT_IN_USE, ERROR_CONTACT_NOT_FOUND, ERROR_PRECONDITION_FAILED
   *
   * @example
   * await caller.contacts.remove(contact_id)
   */
  readonly remove: (contact_id: string, options?: ConditionalCallOptions) => Promise<void>
  /**
   * Records how the organization has verified claims of a contact, and returns all claims of the contact. One claim
   * occurs once. Registries that take one method, proof and reference for all claims refuse a mixed list.
   *
   * Rights: `contacts:manage`.
   *
   * @throws ERROR_CONTACT_NOT_FOUND, ERROR_DOMAIN_VERIFICATION_INCONSISTENT_METHOD_PROOF,
   * ERROR_DOMAIN_VERIFICATION_INVALID_COMBINATION
   *
   * @example
   * await caller.contacts.attest(contact_id, {
   *   attestations: [{ claim: "NAME", method: "VDIG", proof: "PASSPORT", attestation_reference: "kyc-2210" }]
   * })
   */
  readonly attest: (
    contact_id: string,
    request: AttestContactInput,
    options?: CallOptions
  ) => Promise<ClaimStatusListJson>
  /**
   * Returns the claims of a contact that were required or attested so far, with their states.
   *
   * Rights: `contacts:read`.
   *
   * @throws ERROR_CONTACT_NOT_FOUND, ERROR_CONTACT_VERIFICATION_UPSTREAM_NOT_FOUND
   *
   * @example
   * const { verifications } = await caller.contacts.verifications(contact_id)
   */
  readonly verifications: (contact_id: string, options?: CallOptions) => Promise<ClaimStatusListJson>
}

const byId = inPath("contact_id", ContactId)

export const contactCalls = {
  create: call(
    [inBody(CreateContact)],
    ContactDetails,
    (contact) => Contacts.use((contacts) => contacts.create(contact))
  ),
  ...listCalls(
    [],
    { ...contactList, filter: contactFilter },
    ContactDetails,
    "contact_id",
    ({ filter: { organization_id, ...filter }, include, page, sort }) =>
      Contacts.use((contacts) => contacts.list(filter, sort, page, include, organization_id))
  ),
  get: call(
    [byId, inQuery(ContactQuery)],
    ContactDetails,
    (id, { include = [] }) => Contacts.use((contacts) => contacts.get(id, include))
  ),
  entityTag: call(
    [byId],
    Schema.String,
    (id) => Effect.map(Contacts.use((contacts) => contacts.getTagged(id, [])), ({ entity_tag }) => entity_tag)
  ),
  remove: conditionally(
    [byId],
    Schema.Void,
    (ifMatch, id) => Contacts.use((contacts) => contacts.remove(id, ifMatch))
  ),
  attest: call(
    [byId, inBody(AttestContact)],
    ClaimStatusList,
    (id, request) => Attestations.use((attestations) => attestations.attest(id, request))
  ),
  verifications: call(
    [byId],
    ClaimStatusList,
    (id) => Attestations.use((attestations) => attestations.list(id))
  )
} satisfies CallsFor<ContactCalls>
