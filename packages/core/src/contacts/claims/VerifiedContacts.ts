import { Context, type Effect } from "effect"
import type { ContactId } from "../Contact.ts"

/** Port for what waits for the verification of contacts, implemented by the domains slice. */
export class VerifiedContacts extends Context.Service<VerifiedContacts, {
  /**
   * Has the domains soon looked at that wait for the verification of a contact, or of another one with its address. Called
   * in the transaction that changes the claims of the contact.
   */
  readonly review: (contact: ContactId) => Effect.Effect<void>
}>()("@namewright/core/contacts/VerifiedContacts") {}
