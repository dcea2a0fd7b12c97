import { newDomain, newLabel } from "@namewright/conformance"
import type { ContactId } from "@namewright/core/contacts"
import { DomainStore } from "@namewright/core/domains"
import { type OrganizationId, Transaction } from "@namewright/core/shared"
import { Effect } from "effect"

/** Stores a domain of the TLD that names the contact. */
export const domainOfTld = Effect.fnUntraced(function*(
  organization: OrganizationId,
  contact_id: ContactId,
  tld: string
) {
  const contacts = [{ contact_id, contact_type: "registrant" }] as const
  const domain = yield* newDomain(organization, `${yield* newLabel}.${tld}`, { contacts })
  const { atomically } = yield* Transaction
  yield* atomically(Effect.orDie(DomainStore.use(({ insert }) => insert(domain))))
})
