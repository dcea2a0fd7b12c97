import { Array as Arr, Effect, Option } from "effect"
import { OrganizationDirectory, OrganizationScope } from "../../access/index.ts"
import { ContactNotFound, ContactStore } from "../../contacts/index.ts"
import { type Problem, problemOf, validationProblem } from "../../jobs/index.ts"
import { type Actor, DomainName, domainNameProblem, normalise, type OrganizationId } from "../../shared/index.ts"
import { admittedHolders, type ContactOperation, TldCatalog, type TldSpec } from "../../tlds/index.ts"
import type { DomainContact, DomainReference } from "../Domain.ts"
import { DomainStore, type ReferredDomain } from "../DomainStore.ts"
import { makeOfferingOf, notOffered } from "../offeringOf.ts"
import { OwnedDomains } from "../OwnedDomains.ts"
import type { RequestedContacts } from "./RequestedContacts.ts"

/** References per query; the event loop is yielded between queries. */
const chunkSize = 2000

/** Existing contacts of organizations, among the requested ones. */
export interface KnownContacts {
  readonly has: (organization: OrganizationId, contact: DomainContact) => boolean
}

/** Requested contacts for domains of an organization. */
export interface WantedContacts {
  readonly organization_id: OrganizationId
  readonly contacts: RequestedContacts | undefined
}

/** Name of a command, with the rules of its TLD if it can be ordered. */
export interface PlannedName {
  readonly name?: DomainName
  readonly spec?: TldSpec
  readonly problems: ReadonlyArray<Problem>
}

/** Parses the name of a command: the domain name, or its problem. */
export const parseName = (input: string): Omit<PlannedName, "spec"> => {
  const text = normalise(input)
  const problem = domainNameProblem(text)
  return problem === undefined
    // Without a second check: a batch has tens of thousands of names.
    ? { name: DomainName.make(text, { disableChecks: true }), problems: [] }
    : { problems: [validationProblem("INVALID_DOMAIN_NAME", problem)] }
}

/** Facts for the planning of commands, read in chunks. */
export const makePlanningFacts = Effect.gen(function*() {
  const contactStore = yield* ContactStore
  const store = yield* DomainStore
  const directory = yield* OrganizationDirectory
  const owned = yield* OwnedDomains
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
      for (const chunk of Arr.chunksOf(ids, chunkSize)) {
        for (const id of yield* contactStore.existing(organization, chunk)) found.add(id)
        yield* Effect.yieldNow
      }
      known.set(organization, found)
    }
    return { has: (organization, { contact_id }) => known.get(organization)?.has(contact_id) === true }
  })

  /** Domains visible to the caller, by id and by name. */
  const referredDomains = Effect.fnUntraced(function*(actor: Actor, references: Iterable<DomainReference>) {
    const found: Array<ReferredDomain> = []
    for (const chunk of Arr.chunksOf(new Set(references), chunkSize)) {
      found.push(...(yield* store.findReferred(chunk)))
      yield* Effect.yieldNow
    }
    const owners = yield* Effect.filter(
      new Set(found.map(({ organization_id }) => organization_id)),
      (owner) => OrganizationScope.visible(directory, actor, owner)
    )
    const visible = new Set(owners)
    const domains = new Map<DomainReference, ReferredDomain>()
    for (const domain of yield* owned.withinScope(actor, found)) {
      if (visible.has(domain.organization_id)) domains.set(domain.domain_id, domain).set(domain.name, domain)
    }
    return domains
  })

  const planName = (input: string): PlannedName => {
    const { name, problems } = parseName(input)
    if (name === undefined) return { problems }
    const offering = offeringOf(name)
    return Option.isNone(offering)
      ? { name, problems: [problemOf(notOffered(name))] }
      : { name, spec: offering.value.spec, problems }
  }

  return { knownContacts, planName, referredDomains, rulesOf: catalog.find }
})

/** Problems of contacts that the domain's organization does not have, in roles that the TLD has. */
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
