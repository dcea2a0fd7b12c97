import { Schema } from "effect"
import { CodedError } from "../../shared/index.ts"

export class AttributeSetNotFound extends CodedError<AttributeSetNotFound>()("AttributeSetNotFound", {
  code: "ERROR_CONTACT_ATTRIBUTE_SET_NOT_FOUND",
  fields: { contact_attribute_set_id: Schema.String },
  message: ({ contact_attribute_set_id }) => `No contact attribute set ${contact_attribute_set_id}`
}) {}

/** Another set of the same TLD has this label. */
export class AttributeSetLabelAlreadyExists
  extends CodedError<AttributeSetLabelAlreadyExists>()("AttributeSetLabelAlreadyExists", {
    code: "ERROR_CONTACT_ATTRIBUTE_SET_LABEL_ALREADY_EXISTS",
    fields: { label: Schema.String },
    message: ({ label }) => `A contact attribute set of this TLD with the label "${label}" already exists`
  })
{}

/** A domain of the set's TLD, or a transfer in progress, names a contact with the set. */
export class AttributeSetInUse extends CodedError<AttributeSetInUse>()("AttributeSetInUse", {
  code: "ERROR_CONTACT_ATTRIBUTE_SET_IN_USE",
  fields: { contact_attribute_set_id: Schema.String },
  message: ({ contact_attribute_set_id }) => `A domain uses contact attribute set ${contact_attribute_set_id}`
}) {}

/** The contact has a set of this TLD already, perhaps the same one. */
export class AttributeLinkAlreadyExists extends CodedError<AttributeLinkAlreadyExists>()("AttributeLinkAlreadyExists", {
  code: "ERROR_CONTACT_ATTRIBUTE_LINK_ALREADY_EXISTS",
  fields: { contact_id: Schema.String, tld: Schema.String },
  message: ({ contact_id, tld }) => `Contact ${contact_id} has a contact attribute set for .${tld} already`
}) {}
