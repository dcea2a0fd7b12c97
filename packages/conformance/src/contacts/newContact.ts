import { type Contact, newContactId } from "@namewright/core/contacts"
import { Instant, type OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"

/** Contact with defaults as in the service. */
export const newContact = Effect.fnUntraced(function*(
  organization_id: OrganizationId,
  rest: Partial<Contact> = {}
) {
  const now = yield* Instant.now
  const contact: Contact = {
    contact_id: yield* newContactId,
    organization_id,
    first_name: "Ada",
    last_name: "Lovelace",
    org: null,
    title: null,
    email: "ada@example.com",
    phone: "+44.2079460000",
    fax: null,
    street: "12 St James's Square\nFlat 3",
    city: "London",
    state: null,
    postal_code: "SW1Y 4JH",
    country: "GB",
    disclose: false,
    created_on: now,
    updated_on: now,
    ...rest
  }
  return contact
})
