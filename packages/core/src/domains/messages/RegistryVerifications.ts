import { Effect, Option } from "effect"
import { type Contact, ContactClaims, type ContactId, ContactStore } from "../../contacts/index.ts"
import type { PollPayload } from "../../registry/index.ts"
import { claimOf, Instant } from "../../shared/index.ts"
import { StatusTags } from "../../tags/index.ts"
import type { Domain } from "../Domain.ts"
import { DomainChanges } from "../DomainChanges.ts"
import { isBeingAcquired } from "../DomainState.ts"
import { DomainStore } from "../DomainStore.ts"
import { RegistryHandleStore } from "../registry/RegistryHandles.ts"

type Demand = Extract<PollPayload, { readonly _tag: "VerificationRequired" }>
type Decision = Extract<PollPayload, { readonly _tag: "VerificationDecided" }>

/** Maximum domains of one contact that a message about the contact changes. */
const domainsOfContact = 1000

/**
 * Effect of a registry's request for verification, and of its decision, in the caller's transaction. Both concern a domain
 * and its registrants. A registry may name the domain, or only the contact; then all domains of this registrant at the
 * registry are concerned.
 */
export const makeRegistryVerifications = Effect.gen(function*() {
  const changes = yield* DomainChanges
  const claims = yield* ContactClaims
  const contacts = yield* ContactStore
  const handles = yield* RegistryHandleStore
  const statusTags = yield* StatusTags
  const store = yield* DomainStore

  const registrantsOf = (domain: Domain) => contacts.findMany(domain.organization_id, registrantIds(domain))

  const domainDemanded = Effect.fnUntraced(function*(domain: Domain, { claims: demanded, deadlines }: Demand) {
    const registrants = yield* registrantsOf(domain)
    yield* statusTags.set(domain.organization_id, "DOMAIN", domain.domain_id, "VERIFICATION_REQUIRED")
    yield* changes.change(domain.domain_id, (current) => ({
      ...current,
      verification_required: { claims: demanded, deadlines }
    }))
    yield* changes.record(domain, {
      type: "VERIFICATION",
      subtype: "NOTIFICATION",
      message: `The registry wants data of ${domain.name} verified`,
      details: {
        detail_type: "domain_verification",
        domain_id: domain.domain_id,
        verification_deadlines: deadlines,
        verification_claims: demanded,
        registrants: registrants.map(asRegistrant)
      }
    })
  })

  /** A refusal does not change the request: its deadlines still apply. */
  const domainDecided = Effect.fnUntraced(function*(domain: Domain, { verified }: Decision) {
    if (!verified) return
    // A policy of the TLD may require a verification too.
    if (domain.policy_verification?.state !== "required") {
      yield* statusTags.clear(domain.organization_id, "DOMAIN", domain.domain_id, "VERIFICATION_REQUIRED")
    }
    yield* changes.change(domain.domain_id, (current) => ({ ...current, verification_required: null }))
  })

  const contactDemanded = Effect.fnUntraced(function*(domain: Domain, contact_id: ContactId, demand: Demand) {
    yield* claims.demanded({
      contact_id,
      organization_id: domain.organization_id,
      registry: domain.registry,
      handle: demand.handle,
      domain_name: domain.name,
      claims: demand.claims.map(claimOf),
      deadlines: demand.deadlines,
      demanded_on: yield* Instant.now
    })
  })

  const contactDecided = (domain: Domain, contact_id: ContactId, { name, verified }: Decision) =>
    claims.decided({
      contact_id,
      organization_id: domain.organization_id,
      registry: domain.registry,
      verified,
      message: `The registry has ${verified ? "accepted" : "refused"} the data of ${name ?? "the contact"}`
    })

  const demanded = Effect.fnUntraced(function*(domain: Domain, demand: Demand) {
    yield* domainDemanded(domain, demand)
    yield* Effect.forEach(registrantIds(domain), (id) => contactDemanded(domain, id, demand), { discard: true })
  })

  const decided = Effect.fnUntraced(function*(domain: Domain, decision: Decision) {
    yield* domainDecided(domain, decision)
    yield* Effect.forEach(registrantIds(domain), (id) => contactDecided(domain, id, decision), { discard: true })
  })

  /** Domains at the registry whose registrant is the contact, locked. */
  const registeredBy = Effect.fnUntraced(function*(registry: string, contact: ContactId) {
    const named = yield* store.withContact(contact, registry, domainsOfContact)
    if (named.length === domainsOfContact) {
      yield* Effect.logWarning(
        `A message of ${registry} about ${contact} is applied to ${domainsOfContact} domains only`
      )
    }
    const locked = yield* Effect.forEach(named, (id) => store.lock(id))
    return locked.flatMap((domain) => Option.toArray(domain)).filter((domain) =>
      registrantIds(domain).includes(contact) && !isBeingAcquired(domain)
    )
  })

  /** Applies a message that names a contact by its handle, and no domain. */
  const ofHandle = Effect.fnUntraced(function*(registry: string, payload: Decision | Demand) {
    const contact = payload.handle === null
      ? Option.none<ContactId>()
      : yield* handles.contactOf(registry, payload.handle)
    const domains = Option.isNone(contact) ? [] : yield* registeredBy(registry, contact.value)
    const [first] = domains
    if (Option.isNone(contact) || first === undefined) {
      return yield* Effect.logInfo(`No domain at ${registry} has the contact ${payload.handle} of a message`)
    }
    if (payload._tag === "VerificationRequired") {
      yield* Effect.forEach(domains, (domain) => domainDemanded(domain, payload), { discard: true })
      return yield* contactDemanded(first, contact.value, payload)
    }
    yield* Effect.forEach(domains, (domain) => domainDecided(domain, payload), { discard: true })
    yield* contactDecided(first, contact.value, payload)
  })

  return { demanded, decided, ofHandle }
})

const registrantIds = ({ contacts }: Domain): ReadonlyArray<ContactId> => [
  ...new Set(contacts.flatMap(({ contact_id, contact_type }) => contact_type === "registrant" ? [contact_id] : []))
]

const asRegistrant = ({ contact_id, email, first_name, last_name }: Contact) => ({
  contact_id,
  name: `${first_name} ${last_name}`,
  email
})
