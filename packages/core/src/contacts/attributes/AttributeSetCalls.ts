import { Schema } from "effect"
import {
  type AllOptions,
  call,
  type CallOptions,
  type CallsFor,
  inBody,
  inPath,
  type InputOf,
  type JsonOf,
  listCalls,
  listForm,
  type ListRequest,
  type Page,
  searchText
} from "../../shared/index.ts"
import { ContactId } from "../Contact.ts"
import { AttributeLink } from "./AttributeLink.ts"
import {
  AttributeSet,
  AttributeSetId,
  AttributeSetSortField,
  CreateAttributeSet,
  UpdateAttributeSet
} from "./AttributeSet.ts"
import { AttributeSets } from "./AttributeSets.ts"

/** Parameters of the list of attribute sets. */
export const attributeSetList = listForm({
  sort: { field: AttributeSetSortField, standard: { by: "created_on", order: "desc" } },
  filter: { tld: Schema.optionalKey(searchText), label: Schema.optionalKey(searchText) }
})

export interface AttributeSetJson extends JsonOf<typeof AttributeSet> {}
export interface AttributeLinkJson extends JsonOf<typeof AttributeLink> {}
export interface CreateAttributeSetInput extends InputOf<typeof CreateAttributeSet> {}
export interface UpdateAttributeSetInput extends InputOf<typeof UpdateAttributeSet> {}
export interface AttributeSetFilterInput extends InputOf<Schema.Struct<typeof attributeSetList.filter>> {}

/** Attribute sets: contact data that the registry of a TLD wants in addition, linked to contacts. */
export interface AttributeSetCalls {
  /**
   * Creates an attribute set for one TLD. `tlds.get(tld)` names its possible attributes. Attributes are never changed:
   * other attributes are another set.
   *
   * Rights: `contacts:manage`.
   *
   * @throws ERROR_CONTACT_ATTRIBUTE_SET_LABEL_ALREADY_EXISTS, ERROR_TLD_NOT_FOUND
   *
   * @example
   * const { contact_attribute_set_id } = await caller.attributeSets.create({
   *   label: "US citizens", tld: "us", attributes: { US_NEXUS_CATEGORY: "C11", US_APP_PURPOSE: "P1" }
   * })
   */
  readonly create: (set: CreateAttributeSetInput, options?: CallOptions) => Promise<AttributeSetJson>
  /**
   * Returns one page of attribute sets, newest first unless `sort` says otherwise.
   *
   * Rights: `contacts:read`.
   *
   * @example
   * const { items } = await caller.attributeSets.page({ filter: { tld: "us", label: "citizens" } })
   */
  readonly page: (
    request?: ListRequest<AttributeSetFilterInput, AttributeSetSortField>,
    options?: CallOptions
  ) => Promise<Page<AttributeSetJson>>
  /**
   * Iterates over all attribute sets that match a filter.
   *
   * Rights: `contacts:read`.
   *
   * @example
   * for await (const set of caller.attributeSets.all({ tld: "us" })) console.log(set.label, set.linked_contacts)
   */
  readonly all: (
    filter?: AttributeSetFilterInput,
    options?: AllOptions<AttributeSetSortField>
  ) => AsyncIterable<AttributeSetJson>
  /**
   * Returns an attribute set.
   *
   * Rights: `contacts:read`.
   *
   * @throws ERROR_CONTACT_ATTRIBUTE_SET_NOT_FOUND
   *
   * @example
   * const { attributes } = await caller.attributeSets.get(contact_attribute_set_id)
   */
  readonly get: (contact_attribute_set_id: string, options?: CallOptions) => Promise<AttributeSetJson>
  /**
   * Renames an attribute set.
   *
   * Rights: `contacts:manage`.
   *
   * @throws ERROR_CONTACT_ATTRIBUTE_SET_LABEL_ALREADY_EXISTS, ERROR_CONTACT_ATTRIBUTE_SET_NOT_FOUND
   *
   * @example
   * await caller.attributeSets.update(contact_attribute_set_id, { label: "Citizens" })
   */
  readonly update: (
    contact_attribute_set_id: string,
    changes: UpdateAttributeSetInput,
    options?: CallOptions
  ) => Promise<AttributeSetJson>
  /**
   * Deletes an attribute set, and takes it from all contacts. Refused while a domain of the TLD names one of them.
   *
   * Rights: `contacts:delete`.
   *
   * @throws ERROR_CONTACT_ATTRIBUTE_SET_IN_USE, ERROR_CONTACT_ATTRIBUTE_SET_NOT_FOUND
   *
   * @example
   * await caller.attributeSets.remove(contact_attribute_set_id)
   */
  readonly remove: (contact_attribute_set_id: string, options?: CallOptions) => Promise<void>
  /**
   * Gives a contact an attribute set. A contact has at most one set for each TLD.
   *
   * Rights: `contacts:manage`.
   *
   * @throws ERROR_CONTACT_ATTRIBUTE_LINK_ALREADY_EXISTS, ERROR_CONTACT_ATTRIBUTE_SET_NOT_FOUND, ERROR_CONTACT_NOT_FOUND
   *
   * @example
   * await caller.attributeSets.link(contact_id, contact_attribute_set_id)
   */
  readonly link: (
    contact_id: string,
    contact_attribute_set_id: string,
    options?: CallOptions
  ) => Promise<AttributeLinkJson>
  /**
   * Takes an attribute set from a contact. Refused while a domain of the TLD names the contact.
   *
   * Rights: `contacts:manage`.
   *
   * @throws ERROR_CONTACT_ATTRIBUTE_SET_IN_USE, ERROR_CONTACT_ATTRIBUTE_SET_NOT_FOUND, ERROR_CONTACT_NOT_FOUND
   *
   * @example
   * await caller.attributeSets.unlink(contact_id, contact_attribute_set_id)
   */
  readonly unlink: (contact_id: string, contact_attribute_set_id: string, options?: CallOptions) => Promise<void>
}

const byId = inPath("contact_attribute_set_id", AttributeSetId)
const byContact = inPath("contact_id", ContactId)

export const attributeSetCalls = {
  create: call([inBody(CreateAttributeSet)], AttributeSet, (set) => AttributeSets.use((sets) => sets.create(set))),
  ...listCalls(
    [],
    attributeSetList,
    AttributeSet,
    "contact_attribute_set_id",
    ({ filter, page, sort }) => AttributeSets.use((sets) => sets.list(filter, sort, page))
  ),
  get: call([byId], AttributeSet, (id) => AttributeSets.use((sets) => sets.get(id))),
  update: call(
    [byId, inBody(UpdateAttributeSet)],
    AttributeSet,
    (id, changes) => AttributeSets.use((sets) => sets.update(id, changes))
  ),
  remove: call([byId], Schema.Void, (id) => AttributeSets.use((sets) => sets.remove(id))),
  link: call([byContact, byId], AttributeLink, (contact, id) => AttributeSets.use((sets) => sets.link(contact, id))),
  unlink: call([byContact, byId], Schema.Void, (contact, id) => AttributeSets.use((sets) => sets.unlink(contact, id)))
} satisfies CallsFor<AttributeSetCalls>
