import { Context, type Effect } from "effect"
import type { ContactId } from "./Contact.ts"

/** What contacts need to know of domains; the domains slice provides it. */
export class ContactUsage extends Context.Service<ContactUsage, {
  /**
   * Whether any domain, of any organization, names the contact in any role, transfers under way included. It is asked
   * inside a transaction that has locked the contact against `ContactStore.lock`, so the answer holds to its end.
   */
  readonly isUsed: (contact: ContactId) => Effect.Effect<boolean>
}>()("@namewright/core/contacts/ContactUsage") {}
