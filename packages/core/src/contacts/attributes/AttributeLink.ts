import { Schema } from "effect"
import { Instant, TypeId } from "../../shared/index.ts"
import { ContactId } from "../Contact.ts"
import { AttributeSetId } from "./AttributeSet.ts"

export const AttributeLinkId = TypeId.schema("contact_attribute_link").pipe(Schema.brand("AttributeLinkId"))
export type AttributeLinkId = typeof AttributeLinkId.Type
export const newAttributeLinkId = TypeId.generator("contact_attribute_link", (text) => AttributeLinkId.make(text))

/** Link of a contact to an attribute set. A contact has at most one for each TLD. */
export const AttributeLink = Schema.Struct({
  contact_attribute_link_id: AttributeLinkId,
  contact_id: ContactId,
  contact_attribute_set_id: AttributeSetId,
  /** TLD of the set. */
  tld: Schema.String,
  created_on: Instant.Instant
}).annotate({ identifier: "ContactAttributeLink" })
export type AttributeLink = typeof AttributeLink.Type
