import { Array as Arr, Effect, Option } from "effect"
import { OrganizationDirectory, OrganizationScope } from "../../access/index.ts"
import { ContactNotFound, ContactStore } from "../../contacts/index.ts"
import { type Problem, problemOf, validationProblem } from "../../jobs/index.ts"
import { type Actor, DomainName, domainNameProblem, normalise, type OrganizationId } from "../../shared/index.ts"
import { admittedHolders, type ContactOperation, TldCatalog, type TldSpec } from "../../tlds/index.ts"
import type { DomainContact, DomainReference } from "../Domain.ts"
import { DomainStore, type ReferredDomain } from "../DomainStore.ts"
import { makeOfferingOf, notOffered } from "../offeringOf.ts"
import type { RequestedContacts } from "./RequestedContacts.ts"

/** References that are looked up at a time; other work has its turn in between. */
const atOnce = 2000

/** The contacts that some organization has, among the requested ones. */
export interface KnownContacts {
  readonly has: (organization: OrganizationId, contact: DomainContact) => boolean
}

/** Contacts that somebody wants to name in domains of an organization. */
export interface WantedContacts {
  readonly organization_id: OrganizationId
  readonly contacts: RequestedContacts | undefined
}

/** A name of a command, and the rules of its TLD if it can be ordered. */
export interface PlannedName {
  readonly name?: DomainName
  readonly spec?: TldSpec
  readonly problems: ReadonlyArray<Problem>
}

/** A name as it was given: as a domain name, or what is wrong with it. */
export const nameGiven = (given: string): Omit<PlannedName, "spec"> => {
  const text = normalise(given)
  const problem = domainNameProblem(text)
  return problem === undefined
    // Not looked at again: a batch has tens of thousands of names.
    ? { name: DomainName.make(text, { disableChecks: true }), problems: [] }
    : { problems: [validationProblem("INVALID_DOMAIN_NAME", problem)] }
}

/** What planning has to know, read for many commands at once. */
export const makePlanningFacts = Effect.gen(function*() {
  const contactStore = yield* ContactStore
  const store = yield* DomainStore
  const directory = yield* OrganizationDirectory
  const catalog = yield* TldCatalog
  const offeringOf = yield* makeOfferingOf

  const knownContacts = Effect.fnUntraced(function*(
    wanted: ReadonlyArray<WantedContacts>
  ): Effect.fn.Return<KnownContacts> {
    const byOrganization = new Map<OrganizationId, Set<DomainContact["contact_id"]>>()
    for (const { contacts, organization_id } of wanted) {
      const ids = byOrganization.get(organization_id) ?? new Set()
      for (const { contact_id } of contacts?.contacts ?? []) ids.add(contact_id)
      byOrganization.set(organization_id, ids)
    }
    const known = new Map<OrganizationId, Set<string>>()
    for (const [organization, ids] of byOrganization) {
      const found = new Set<string>()
      for (const some of Arr.chunksOf(ids, atOnce)) {
        for (const id of yield* contactStore.existing(organization, some)) found.add(id)
        yield* Effect.yieldNow
      }
      known.set(organization, found)
    }
    return { has: (organization, { contact_id }) => known.get(organization)?.has(contact_id) === true }
  })

  /** The domains that the caller reaches, by id and by name. */
  const referredDomains = Effect.fnUntraced(function*(actor: Actor, references: Iterable<DomainReference>) {
    const found: Array<ReferredDomain> = []
    for (const some of Arr.chunksOf(new Set(references), atOnce)) {
      found.push(...(yield* store.findReferred(some)))
      yield* Effect.yieldNow
    }
    const owners = yield* Effect.filter(
      new Set(found.map(({ organization_id }) => organization_id)),
      (owner) => OrganizationScope.visible(directory, actor, owner)
    )
    const visible = new Set(owners)
    const domains = new Map<DomainReference, ReferredDomain>()
    for (const domain of found) {
      if (visible.has(domain.organization_id)) domains.set(domain.domain_id, domain).set(domain.name, domain)
    }
    return domains
  })

  const planName = (given: string): PlannedName => {
    const { name, problems } = nameGiven(given)
    if (name === undefined) return { problems }
    const offering = offeringOf(name)
    return Option.isNone(offering)
      ? { name, problems: [problemOf(notOffered(name))] }
      : { name, spec: offering.value.spec, problems }
  }

  return { knownContacts, planName, referredDomains, rulesOf: catalog.find }
})

/** Contacts that the domain's organization does not have, among those whose roles the TLD knows. */
export const unknownContacts = (
  known: KnownContacts,
  operation: ContactOperation,
  spec: TldSpec,
  { contacts, organization_id }: WantedContacts
): ReadonlyArray<Problem> => {
  const named = contacts?.contacts ?? []
  if (named.every((contact) => known.has(organization_id, contact))) return []
  const unknown = admittedHolders(spec, operation, named)
    .filter((contact) => !known.has(organization_id, contact))
    .map(({ contact_id }) => contact_id)
  return Arr.dedupe(unknown).map((contact_id) => problemOf(new ContactNotFound({ contact_id })))
}
