import { Context, type Effect } from "effect"
import type { ContactRole, DomainName, VerificationClaim } from "../shared/index.ts"
import type { ContactId } from "./Contact.ts"

/** Use of a contact in one role by domains of one TLD. */
export interface ContactRoleUse {
  readonly tld: string
  readonly contact_type: ContactRole
  /** One of the domains. */
  readonly name: DomainName
}

/** Port for domains, implemented by the domains slice. */
export class ContactUsage extends Context.Service<ContactUsage, {
  /**
   * True if a domain of any organization, or a transfer in progress, names the contact in any role. Called in a
   * transaction that has locked the contact against `ContactStore.lock`, so the result is valid until its end.
   */
  readonly isUsed: (contact: ContactId) => Effect.Effect<boolean>
  /** Roles of the contact, each once for each TLD, in no particular order. Reads every domain that names the contact. */
  readonly usesOf: (contact: ContactId) => Effect.Effect<ReadonlyArray<ContactRoleUse>>
  /** Claims that the policies of TLDs require of the contact now, for domains that name it. */
  readonly requiredClaims: (contact: ContactId) => Effect.Effect<ReadonlyArray<VerificationClaim>>
  /** Names of the oldest domains with the contact in any role, sorted. */
  readonly domainNames: (contact: ContactId, atMost: number) => Effect.Effect<ReadonlyArray<string>>
}>()("@namewright/core/contacts/ContactUsage") {}
