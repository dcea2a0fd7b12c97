import { domainNaming as newDomainNaming } from "@namewright/conformance"
import type { ContactId } from "@namewright/core/contacts"
import { DomainStore } from "@namewright/core/domains"
import { type OrganizationId, Transaction } from "@namewright/core/shared"
import { Effect } from "effect"

/** Stores a domain of the organization that names the contact. */
export const domainNaming = Effect.fnUntraced(function*(organization: OrganizationId, contact: ContactId) {
  const domain = yield* newDomainNaming(organization, contact)
  const { atomically } = yield* Transaction
  yield* atomically(Effect.orDie(DomainStore.use(({ insert }) => insert(domain))))
})
