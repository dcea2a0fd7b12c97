import { newDomain } from "@namewright/conformance"
import { type Domain, DomainStore } from "@namewright/core/domains"
import type { OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"

/** Stores a domain of the organization, without the registry. */
export const storedDomain = Effect.fnUntraced(function*(
  organization: OrganizationId,
  name: string,
  members: Partial<Domain> = {}
) {
  const store = yield* DomainStore
  const domain = yield* newDomain(organization, name, members)
  yield* Effect.orDie(store.insert(domain))
  return domain
})
