import { Effect } from "effect"
import { type Contact, ContactStore } from "../../contacts/index.ts"
import { EventLog } from "../../events/index.ts"
import type { PollPayload } from "../../registry/index.ts"
import { StatusTags } from "../../tags/index.ts"
import type { Domain } from "../Domain.ts"
import { DomainChanges } from "../DomainChanges.ts"

type Demand = Extract<PollPayload, { readonly _tag: "VerificationRequired" }>
type Decision = Extract<PollPayload, { readonly _tag: "VerificationDecided" }>

/** Effect of a registry's request for verification, in the caller's transaction. */
export const makeRegistryVerifications = Effect.gen(function*() {
  const changes = yield* DomainChanges
  const contacts = yield* ContactStore
  const events = yield* EventLog
  const statusTags = yield* StatusTags

  const registrantsOf = (domain: Domain) =>
    contacts.findMany(
      domain.organization_id,
      domain.contacts.flatMap(({ contact_id, contact_type }) => contact_type === "registrant" ? [contact_id] : [])
    )

  const demanded = Effect.fnUntraced(function*(domain: Domain, { claims, deadlines }: Demand) {
    const registrants = yield* registrantsOf(domain)
    yield* statusTags.set(domain.organization_id, "DOMAIN", domain.domain_id, "VERIFICATION_REQUIRED")
    yield* changes.change(domain.domain_id, (current) => ({
      ...current,
      verification_required: { claims, deadlines }
    }))
    yield* changes.record(domain, {
      type: "VERIFICATION",
      subtype: "NOTIFICATION",
      message: `The registry wants data of ${domain.name} verified`,
      details: {
        detail_type: "domain_verification",
        domain_id: domain.domain_id,
        verification_deadlines: deadlines,
        verification_claims: claims,
        registrants: registrants.map(asRegistrant)
      }
    })
  })

  /** A refusal does not change the request: its deadlines still apply. */
  const decided = Effect.fnUntraced(function*(domain: Domain, { verified }: Decision) {
    if (verified) {
      yield* statusTags.clear(domain.organization_id, "DOMAIN", domain.domain_id, "VERIFICATION_REQUIRED")
      yield* changes.change(domain.domain_id, (current) => ({ ...current, verification_required: null }))
    }
    yield* Effect.forEach(yield* registrantsOf(domain), ({ contact_id }) =>
      events.record({
        organization_id: domain.organization_id,
        object_type: "CONTACT",
        object_id: contact_id,
        object_name: null,
        type: "VERIFICATION",
        subtype: verified ? "SUCCESS" : "FAILURE",
        event_data: verified
          ? { message: `The registry has accepted the data of ${domain.name}` }
          : { message: `The registry has refused the data of ${domain.name}`, error: refusal }
      }), { discard: true })
  })

  return { demanded, decided }
})

const refusal = {
  code: "ERROR_DOMAIN_VERIFICATION_REGISTRY_REJECTED",
  detail: "The registry did not accept the verification"
}

const asRegistrant = ({ contact_id, email, first_name, last_name }: Contact) => ({
  contact_id,
  name: `${first_name} ${last_name}`,
  email
})
