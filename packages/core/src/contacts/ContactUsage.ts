import { Context, type Effect } from "effect"
import type { ContactId } from "./Contact.ts"

/** Port for domains, implemented by the domains slice. */
export class ContactUsage extends Context.Service<ContactUsage, {
  /**
   * True if a domain of any organization, or a transfer in progress, names the contact in any role. Called in a
   * transaction that has locked the contact against `ContactStore.lock`, so the result is valid until its end.
   */
  readonly isUsed: (contact: ContactId) => Effect.Effect<boolean>
  /** Names of the oldest domains with the contact in any role, sorted. */
  readonly domainNames: (contact: ContactId, atMost: number) => Effect.Effect<ReadonlyArray<string>>
}>()("@namewright/core/contacts/ContactUsage") {}
