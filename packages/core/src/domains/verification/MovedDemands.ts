import { Effect } from "effect"
import { ContactClaims, type ContactId } from "../../contacts/index.ts"
import { claimOf } from "../../shared/index.ts"
import type { Domain } from "../Domain.ts"

type Named = Pick<Domain, "contacts">

/** The registrants of a domain, each once. */
export const registrantIds = ({ contacts }: Named): ReadonlyArray<ContactId> => [
  ...new Set(contacts.flatMap(({ contact_id, contact_type }) => contact_type === "registrant" ? [contact_id] : []))
]

/**
 * Moves the demands for a domain to its new registrants, or ends them with the domain (`after` is null), and reviews the
 * contacts that its policies have asked. Does nothing unless a verification is open. Runs in the transaction that has
 * changed the domain, after the change.
 */
export const makeMovedDemands = Effect.gen(function*() {
  const claims = yield* ContactClaims

  return Effect.fnUntraced(function*(before: Domain, after: Domain | null) {
    const { name: domain_name, organization_id, policy_verification, registry, verification_required } = before
    if (verification_required === null && policy_verification === null) return
    const [earlier, later] = [registrantIds(before), after === null ? [] : registrantIds(after)]
    const named = new Set(after?.contacts.map(({ contact_id }) => contact_id))
    const left = new Set([
      ...(verification_required === null ? [] : earlier.filter((id) => !later.includes(id))),
      ...(policy_verification?.contacts ?? []).filter((id) => !named.has(id))
    ])
    // In one order, so that two transactions cannot wait for each other.
    for (const contact_id of [...left].toSorted()) {
      yield* claims.released({ contact_id, domain_name, organization_id, registry })
    }
    const demand = after?.verification_required ?? null
    if (demand === null) return
    for (const contact_id of later.filter((id) => !earlier.includes(id)).toSorted()) {
      yield* claims.inherited({
        contact_id,
        organization_id,
        registry,
        domain_names: [domain_name],
        handle: null,
        claims: demand.claims.map(claimOf)
      })
    }
  })
})
