import { Schema } from "effect"
import { Instant, limits, OrganizationId, Text, TypeId } from "../../shared/index.ts"
import { TldText } from "../../tlds/index.ts"

export const AttributeSetId = TypeId.schema("contact_attribute_set").pipe(Schema.brand("AttributeSetId"))
export type AttributeSetId = typeof AttributeSetId.Type
export const newAttributeSetId = TypeId.generator("contact_attribute_set", (text) => AttributeSetId.make(text))

/** Values for a registry, by the attribute keys of the TLD specification. */
export const RegistryAttributes = Schema.Record(
  Schema.String.check(Schema.isMaxLength(limits.domainAttributes.key)),
  Schema.String.check(Schema.isMaxLength(limits.domainAttributes.value))
).check(Schema.isMaxProperties(limits.domainAttributes.entries))

const attributes = Schema.Record(Schema.String, Schema.String)

/**
 * Contact data that the registry of one TLD wants in addition, for any number of contacts. Its attributes never change.
 * Source: REST specification, "Contacts", attribute sets.
 */
export const AttributeSet = Schema.Struct({
  contact_attribute_set_id: AttributeSetId,
  organization_id: OrganizationId,
  /** Registry suffix, lower case without a leading dot: `us` or `co.uk`. */
  tld: Schema.String,
  /** Unique among the organization's sets of the TLD. */
  label: Schema.String,
  attributes,
  /** Number of contacts with the set. */
  linked_contacts: Schema.Int,
  created_on: Instant.Instant,
  updated_on: Instant.Instant
}).annotate({ identifier: "ContactAttributeSet" })
export type AttributeSet = typeof AttributeSet.Type

/** Attribute set as part of a contact. */
export const LinkedAttributeSet = Schema.Struct({
  contact_attribute_set_id: AttributeSetId,
  label: Schema.String,
  tld: Schema.String,
  attributes
}).annotate({ identifier: "LinkedAttributeSet" })
export type LinkedAttributeSet = typeof LinkedAttributeSet.Type

const Label = Text.line(limits.contactText)

/** Request to create an attribute set. */
export const CreateAttributeSet = Schema.Struct({
  label: Label,
  /** In any case, with or without a leading dot. */
  tld: TldText,
  attributes: RegistryAttributes
}).annotate({ identifier: "CreateContactAttributeSet" })
export type CreateAttributeSet = typeof CreateAttributeSet.Type

/** Request to rename an attribute set. An absent label and one of null are unchanged. */
export const UpdateAttributeSet = Schema.Struct({ label: Schema.optionalKey(Schema.NullOr(Label)) })
  .annotate({ identifier: "UpdateContactAttributeSet" })
export type UpdateAttributeSet = typeof UpdateAttributeSet.Type

export const AttributeSetSortField = Schema.Literals(["label", "tld", "created_on", "updated_on"])
  .annotate({ identifier: "ContactAttributeSetSortField" })
export type AttributeSetSortField = typeof AttributeSetSortField.Type

/** Filter of the list of attribute sets; all members must match. */
export interface AttributeSetFilter {
  /** Registry suffix, in any case, with or without a leading dot. */
  readonly tld?: string | undefined
  /** Literal part of the label, case-insensitive. */
  readonly label?: string | undefined
}
