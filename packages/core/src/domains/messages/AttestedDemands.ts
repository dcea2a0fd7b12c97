import { Effect } from "effect"
import { attestedDemands, ContactClaimStore, type ContactDemand } from "../../contacts/index.ts"
import { Instant } from "../../shared/index.ts"

/** Reads the demands of a registry whose claims are all attested. */
export const makeAttestedDemands = Effect.gen(function*() {
  const store = yield* ContactClaimStore
  return Effect.fnUntraced(function*(
    { contact_id, organization_id, registry }: Pick<ContactDemand, "contact_id" | "organization_id" | "registry">
  ) {
    const demands = yield* store.demandsOf(organization_id, contact_id)
    const claims = yield* store.claimsOf(organization_id, [contact_id])
    return attestedDemands(demands.filter((demand) => demand.registry === registry), claims, yield* Instant.now)
  })
})
