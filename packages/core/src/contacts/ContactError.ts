import { Schema } from "effect"

export class ContactNotFound extends Schema.TaggedError<ContactNotFound>()("ContactNotFound", {
  contact_id: Schema.String
}) {
  get code() {
    return "ERROR_CONTACT_NOT_FOUND" as const
  }
  override get message() {
    return `No contact ${this.contact_id}`
  }
}

/** A domain, or a transfer that is under way, names the contact in some role. */
export class ContactInUse extends Schema.TaggedError<ContactInUse>()("ContactInUse", { contact_id: Schema.String }) {
  get code() {
    return "ERROR_CONTACT_IN_USE" as const
  }
  override get message() {
    return `Contact ${this.contact_id} is used by a domain`
  }
}
