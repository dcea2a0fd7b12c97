import { Context, type Effect } from "effect"
import type { DomainName, OrganizationId } from "../../shared/index.ts"
import type { ContactId } from "../Contact.ts"
import type { ContactClaim } from "./ContactClaim.ts"
import type { ContactDemand } from "./ContactDemand.ts"

/** Storage port of claims of contacts, and of the open demands of registries. Both are removed with the contact. */
export class ContactClaimStore extends Context.Service<ContactClaimStore, {
  /**
   * Keeps other transactions from changing the claims and demands of a contact, and from deleting it, until the
   * transaction ends. Domains can still be given the contact. False if there is no such contact.
   */
  readonly lock: (organization: OrganizationId, contact: ContactId) => Effect.Effect<boolean>
  /** Claims of contacts, in no particular order. */
  readonly claimsOf: (
    organization: OrganizationId,
    contacts: ReadonlyArray<ContactId>
  ) => Effect.Effect<ReadonlyArray<ContactClaim>>
  /** Inserts or replaces claims. */
  readonly putClaims: (claims: ReadonlyArray<ContactClaim>) => Effect.Effect<void>
  /** Open demands, by registry and domain. */
  readonly demandsOf: (organization: OrganizationId, contact: ContactId) => Effect.Effect<ReadonlyArray<ContactDemand>>
  /** Inserts demands, or replaces handle and claims of those for the same contact, registry and domain. */
  readonly putDemands: (demands: ReadonlyArray<ContactDemand>) => Effect.Effect<void>
  /** Removes the demands of a registry for domains. Does nothing for a domain without one. */
  readonly removeDemands: (
    contact: ContactId,
    registry: string,
    domainNames: ReadonlyArray<DomainName>
  ) => Effect.Effect<void>
}>()("@namewright/core/contacts/ContactClaimStore") {}
