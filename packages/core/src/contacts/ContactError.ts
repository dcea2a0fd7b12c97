import { Schema } from "effect"
import { CodedError } from "../shared/index.ts"

export class ContactNotFound extends CodedError<ContactNotFound>()("ContactNotFound", {
  code: "ERROR_CONTACT_NOT_FOUND",
  fields: { contact_id: Schema.String },
  message: ({ contact_id }) => `No contact ${contact_id}`
}) {}

/** The contact does not have the entity tag that the deletion expects. */
export class ContactChanged extends CodedError<ContactChanged>()("ContactChanged", {
  code: "ERROR_PRECONDITION_FAILED",
  fields: { contact_id: Schema.String, entity_tag: Schema.String },
  message: ({ contact_id }) => `Contact ${contact_id} has changed since it was read`
}) {}

/** A domain or a transfer in progress names the contact in some role. */
export class ContactInUse extends CodedError<ContactInUse>()("ContactInUse", {
  code: "ERROR_CONTACT_IN_USE",
  fields: { contact_id: Schema.String },
  message: ({ contact_id }) => `Contact ${contact_id} is used by a domain`
}) {}
