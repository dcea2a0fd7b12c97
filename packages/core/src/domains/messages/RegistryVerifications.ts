import { Effect, Option } from "effect"
import { ContactClaims, ContactClaimStore, type ContactId, ContactStore } from "../../contacts/index.ts"
import type { PollPayload } from "../../registry/index.ts"
import { claimOf, type DomainId, type DomainName } from "../../shared/index.ts"
import { StatusTags } from "../../tags/index.ts"
import type { Domain } from "../Domain.ts"
import { DomainChanges } from "../DomainChanges.ts"
import { isBeingAcquired } from "../DomainState.ts"
import { DomainStore } from "../DomainStore.ts"
import { RegistryHandleStore } from "../registry/RegistryHandles.ts"
import { asRegistrant } from "../verification/asRegistrant.ts"
import { registrantIds } from "../verification/MovedDemands.ts"

type Demand = Extract<PollPayload, { readonly _tag: "VerificationRequired" }>
type Decision = Extract<PollPayload, { readonly _tag: "VerificationDecided" }>

/** Domains of one registrant that a query returns. All of them are changed. */
const perQuery = 500

/**
 * Effect of a registry's request for verification, and of its decision, in the caller's transaction. Both concern a domain
 * and its registrants. A registry may name the domain, or only the contact; then all domains of this registrant at the
 * registry are concerned.
 */
export const makeRegistryVerifications = Effect.gen(function*() {
  const changes = yield* DomainChanges
  const claims = yield* ContactClaims
  const claimStore = yield* ContactClaimStore
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

  const contactDemanded = (
    { organization_id, registry }: Domain,
    contact_id: ContactId,
    demand: Demand,
    domain_names: ReadonlyArray<DomainName>
  ) =>
    claims.demanded({
      contact_id,
      organization_id,
      registry,
      domain_names,
      handle: demand.handle,
      claims: demand.claims.map(claimOf)
    })

  const contactDecided = (
    { organization_id, registry }: Domain,
    contact_id: ContactId,
    { name, verified }: Decision,
    domain_names: ReadonlyArray<DomainName>
  ) =>
    claims.decided({
      contact_id,
      organization_id,
      registry,
      domain_names,
      verified,
      message: `The registry has ${verified ? "accepted" : "refused"} the data of ${name ?? "the contact"}`
    })

  const demanded = Effect.fnUntraced(function*(domain: Domain, demand: Demand) {
    yield* domainDemanded(domain, demand)
    const [first, ...others] = registrantIds(domain)
    if (first === undefined) return
    // With several registrants, the handle belongs to one of them.
    const named = others.length === 0 || demand.handle === null
      ? Option.none<ContactId>()
      : yield* handles.contactOf(domain.registry, demand.handle)
    yield* Effect.forEach([first, ...others], (id) => {
      const handle = others.length === 0 || Option.contains(named, id) ? demand.handle : null
      return contactDemanded(domain, id, { ...demand, handle }, [domain.name])
    }, { discard: true })
  })

  const decided = Effect.fnUntraced(function*(domain: Domain, decision: Decision) {
    yield* domainDecided(domain, decision)
    yield* Effect.forEach(registrantIds(domain), (id) => contactDecided(domain, id, decision, [domain.name]), {
      discard: true
    })
  })

  /** Domains at the registry whose registrant is the contact, locked. */
  const registeredBy = Effect.fnUntraced(function*(registry: string, contact: ContactId) {
    const found: Array<Domain> = []
    let after: DomainId | null = null
    while (true) {
      const ids: ReadonlyArray<DomainId> = yield* store.registeredBy(contact, registry, after, perQuery)
      for (const id of ids) {
        const domain = Option.getOrUndefined(yield* store.lock(id))
        if (domain !== undefined && registrantIds(domain).includes(contact) && !isBeingAcquired(domain)) {
          found.push(domain)
        }
      }
      after = ids.at(-1) ?? null
      if (ids.length < perQuery) return found
    }
  })

  /** Demands of a registry that a decision about a handle concerns: for this handle, or for an unknown one. */
  const demandedNames = Effect.fnUntraced(
    function*({ organization_id, registry }: Domain, contact: ContactId, handle: string) {
      const demands = yield* claimStore.demandsOf(organization_id, contact)
      return demands
        .filter((demand) => demand.registry === registry && (demand.handle === null || demand.handle === handle))
        .map(({ domain_name }) => domain_name)
    }
  )

  /**
   * Applies a message about a contact, which names no domain of the platform. Dies for a demand that names only an unknown
   * contact, so that the message is parked: a deadline may apply. A name that is unknown may have left the platform.
   */
  const ofHandle = Effect.fnUntraced(function*(registry: string, payload: Decision | Demand) {
    const { handle } = payload
    const found = handle === null ? Option.none<ContactId>() : yield* handles.contactOf(registry, handle)
    const contact = Option.getOrUndefined(found)
    const domains = contact === undefined ? [] : yield* registeredBy(registry, contact)
    const [first] = domains
    if (handle === null || contact === undefined || first === undefined) {
      const problem = `No domain at ${registry} has the contact ${handle} or the name ${payload.name} of a message`
      if (payload._tag === "VerificationRequired" && payload.name === null) return yield* Effect.die(new Error(problem))
      return yield* Effect.logWarning(problem)
    }
    if (payload._tag === "VerificationRequired") {
      yield* Effect.forEach(domains, (domain) => domainDemanded(domain, payload), { discard: true })
      return yield* contactDemanded(first, contact, payload, domains.map(({ name }) => name))
    }
    const names = new Set(yield* demandedNames(first, contact, handle))
    yield* Effect.forEach(domains.filter(({ name }) => names.has(name)), (domain) => domainDecided(domain, payload), {
      discard: true
    })
    yield* contactDecided(first, contact, payload, [...names])
  })

  return { demanded, decided, ofHandle }
})
