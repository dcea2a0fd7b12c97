import { Context, Effect, Layer, Option } from "effect"
import { AttributeSetStore, type ContactNotFound, ContactStore } from "../../contacts/index.ts"
import { HostStore } from "../../hosts/index.ts"
import { RegistryRouter } from "../../registry/index.ts"
import {
  ancestors,
  type DomainName,
  type InputIssue,
  type InvalidInput,
  isWithin,
  type OrganizationId,
  type PolicyViolation,
  refuseInput,
  refuseViolation
} from "../../shared/index.ts"
import {
  admittedHolders,
  domainAttributeInputIssues,
  mergedAttributes,
  type NameInTld,
  registrationIssues,
  renewalCadence,
  suppliedCadence,
  type TldSpec,
  transferIssues,
  updateIssues
} from "../../tlds/index.ts"
import type { Domain, DomainContact, Nameserver } from "../Domain.ts"
import { DomainStore } from "../DomainStore.ts"
import { isExternal } from "../ExternalAccounts.ts"
import { holdersOf, linkedAttributes, namedContacts, registryContacts } from "../Holders.ts"
import { registrableAncestors } from "../registrableAncestors.ts"
import type { RegisterDomain, TransferInDomain, UpdateDomainRequest } from "./DomainRequest.ts"
import { desiredStatuses, statusContradictions } from "./RequestedStatuses.ts"

/** Wanted state of a domain after every rule has been checked. */
export interface Wanted {
  readonly contacts: ReadonlyArray<DomainContact>
  readonly nameservers: ReadonlyArray<Nameserver>
  /** All attributes of the domain, including the derived cadence. */
  readonly attributes: Readonly<Record<string, string>>
  /** Null if the request has none. */
  readonly auth_code: string | null
}

/** Checked registration or inbound transfer. */
export interface Admitted {
  readonly wanted: Wanted
  /** The wanted contacts with the attributes of their sets, as the registry gets them. */
  readonly registry_contacts: ReadonlyArray<DomainContact>
  /** Domain of the platform with the same name, of any organization. */
  readonly existing: Option.Option<Domain>
  /** Domain at an external registrar with the same name, of any organization. The new domain replaces it. */
  readonly external: Option.Option<Domain>
}

type PolicyError = ContactNotFound | InvalidInput | PolicyViolation

/** Checks requests against the rules of a TLD; failures name every violated rule. */
export class DomainPolicy extends Context.Service<DomainPolicy, {
  readonly registration: (
    organization: OrganizationId,
    nameInTld: NameInTld,
    request: RegisterDomain
  ) => Effect.Effect<Admitted, PolicyError>
  readonly transfer: (
    organization: OrganizationId,
    nameInTld: NameInTld,
    request: TransferInDomain
  ) => Effect.Effect<Admitted, PolicyError>
  /**
   * Checks the rules of the TLD only. Members absent from the request are returned as stored; `registry_contacts` is null
   * without contacts in the request.
   */
  readonly update: (
    domain: Domain,
    spec: TldSpec,
    request: UpdateDomainRequest
  ) => Effect.Effect<
    { readonly wanted: Wanted; readonly registry_contacts: ReadonlyArray<DomainContact> | null },
    ContactNotFound | PolicyViolation
  >
}>()("@namewright/core/domains/DomainPolicy") {
  static readonly layer = Layer.effect(
    DomainPolicy,
    Effect.gen(function*() {
      const contactStore = yield* ContactStore
      const attributeSets = yield* AttributeSetStore
      const hosts = yield* HostStore
      const domains = yield* DomainStore
      const router = yield* RegistryRouter

      /** True if auth codes at the registry are set for transfers only, and must be strong (RFC 9154, section 4.1). */
      const wantsStrongCodes = (backend: string) =>
        Option.exists(router.find(backend), ({ capabilities }) => capabilities.auth_codes.lifetime !== null)

      /** Parent domains of nameservers, of any organization, longest name first; and the domain `name`. */
      const relatedDomains = (nameservers: ReadonlyArray<Nameserver>, name?: DomainName) => {
        const above = nameservers.flatMap(({ hostname }) => registrableAncestors(hostname))
        return domains.named([...new Set(name === undefined ? above : [name, ...above])])
      }

      /** Hostnames below a domain of the account, or below the name itself, for which no host object exists. */
      const missingHosts = Effect.fnUntraced(function*(
        organization: OrganizationId,
        name: string,
        nameservers: ReadonlyArray<Nameserver>,
        known: ReadonlyArray<Domain>
      ) {
        const missing = new Set<string>()
        for (const { hostname } of nameservers) {
          const above: ReadonlyArray<string> = ancestors(hostname)
          const parent = known.find((domain) => !domain.read_only && above.includes(domain.name))
          const own = isWithin(hostname, name) || parent?.organization_id === organization
          if (own && Option.isNone(yield* hosts.find(hostname))) missing.add(hostname)
        }
        return missing
      })

      /** Holders with all of their attributes, and the attribute sets of the contacts in roles and in attributes. */
      const holdersWithSets = Effect.fnUntraced(function*(
        organization: OrganizationId,
        rules: { readonly spec: TldSpec; readonly tld: string },
        contacts: ReadonlyArray<DomainContact>,
        attributes: Readonly<Record<string, string>>
      ) {
        const named = namedContacts({ attributes, contacts })
        const linked_attributes = yield* linkedAttributes(attributeSets, organization, rules, named)
        const holders = yield* holdersOf(contactStore, organization, rules.spec, contacts, linked_attributes)
        return { holders, linked_attributes }
      })

      const registration = Effect.fnUntraced(function*(
        organization: OrganizationId,
        nameInTld: NameInTld,
        request: RegisterDomain
      ) {
        const supplied = request.attributes ?? {}
        yield* refuseInput(domainAttributeInputIssues(supplied, "create"))
        const contacts = admittedHolders(nameInTld.spec, "create", request.contacts.contacts)
        const nameservers = request.nameservers ?? []
        const auth_code = codeOf(request.auth_code)
        const cadence = renewalCadence(suppliedCadence(supplied), request.period)
        const known = yield* relatedDomains(nameservers, request.name)
        const { holders, linked_attributes } = yield* holdersWithSets(organization, nameInTld, contacts, supplied)
        yield* refuseViolation(registrationIssues(nameInTld, {
          name: request.name,
          period: request.period,
          holders,
          nameservers,
          missing_hosts: yield* missingHosts(organization, request.name, nameservers, known),
          auth_code,
          strong_auth_code: wantsStrongCodes(nameInTld.spec.backend),
          cadence,
          attributes: supplied,
          linked_attributes,
          idn_language: request.idn_language ?? null
        }))
        const attributes = withCadence(mergedAttributes({}, supplied), cadence)
        return {
          wanted: { contacts, nameservers, auth_code, attributes },
          registry_contacts: registryContacts(holders),
          ...existingOf(known, request.name)
        }
      })

      const transfer = Effect.fnUntraced(function*(
        organization: OrganizationId,
        nameInTld: NameInTld,
        request: TransferInDomain
      ) {
        const supplied = request.attributes ?? {}
        yield* refuseInput(domainAttributeInputIssues(supplied, "transfer"))
        const contacts = admittedHolders(nameInTld.spec, "transfer", request.contacts?.contacts ?? [])
        const nameservers = request.nameservers ?? []
        const auth_code = codeOf(request.auth_code)
        const defaultPeriod = nameInTld.spec.domain_lifecycle.default_transfer_renewal_period
        const cadence = renewalCadence(suppliedCadence(supplied), request.period ?? defaultPeriod)
        const known = yield* relatedDomains(nameservers, request.name)
        const { holders, linked_attributes } = yield* holdersWithSets(organization, nameInTld, contacts, supplied)
        yield* refuseViolation(transferIssues(nameInTld, {
          name: request.name,
          period: request.period ?? null,
          holders,
          nameservers: request.nameservers ?? null,
          missing_hosts: yield* missingHosts(organization, request.name, nameservers, known),
          auth_code,
          cadence,
          attributes: supplied,
          linked_attributes
        }))
        const attributes = withCadence(mergedAttributes({}, supplied), cadence)
        return {
          wanted: { contacts, nameservers, auth_code, attributes },
          registry_contacts: registryContacts(holders),
          ...existingOf(known, request.name)
        }
      })

      const update = Effect.fnUntraced(function*(domain: Domain, spec: TldSpec, request: UpdateDomainRequest) {
        const { name, organization_id, tld } = domain
        const supplied = request.attributes ?? {}
        const roles = request.contacts?.roles ?? []
        const named = admittedHolders(spec, "update", request.contacts?.contacts ?? [])
        const contacts = [...domain.contacts.filter(({ contact_type }) => !roles.includes(contact_type)), ...named]
        const nameservers = request.nameservers ?? domain.nameservers
        const delegated = request.nameservers ?? []
        const asked = roles.length === 0 ? [] : contacts
        const rules = { spec, tld }
        const { holders, linked_attributes } = yield* holdersWithSets(organization_id, rules, asked, supplied)
        yield* refuseViolation(updateIssues(spec, tld, {
          name,
          contacts: roles.length === 0 ? null : { roles, holders },
          registrant_changes: registrantOf(contacts) !== registrantOf(domain.contacts),
          nameservers: request.nameservers ?? null,
          missing_hosts: yield* missingHosts(organization_id, name, delegated, yield* relatedDomains(delegated)),
          auth_code: request.auth_code ?? null,
          strong_auth_code: wantsStrongCodes(domain.registry),
          added_statuses: (desiredStatuses(domain, request) ?? []).filter((status) =>
            !domain.registry_statuses.includes(status)
          ),
          attributes: supplied,
          linked_attributes
        }))
        return {
          wanted: {
            contacts,
            nameservers,
            auth_code: request.auth_code ?? null,
            attributes: mergedAttributes(domain.attributes, supplied)
          },
          registry_contacts: roles.length === 0 ? null : registryContacts(holders)
        }
      })

      return DomainPolicy.of({ registration, transfer, update })
    })
  )
}

/** Issues of the body of an update that do not depend on the domain. */
export const updateInputIssues = (request: UpdateDomainRequest): ReadonlyArray<InputIssue> => [
  ...statusContradictions(request),
  ...domainAttributeInputIssues(request.attributes ?? {}, "update")
]

const existingOf = (known: ReadonlyArray<Domain>, name: DomainName) => {
  const named = Option.fromUndefinedOr(known.find((domain) => domain.name === name))
  return { existing: Option.filter(named, (domain) => !isExternal(domain)), external: Option.filter(named, isExternal) }
}

/** Some clients send an empty code instead of omitting it. */
const codeOf = (code: string | null | undefined): string | null => code === undefined || code === "" ? null : code

/** Attributes with the derived cadence; a cadence set by the caller takes precedence. */
const withCadence = (attributes: Readonly<Record<string, string>>, cadence: string | null) =>
  cadence === null ? attributes : { auto_renew_period: cadence, ...attributes }

const registrantOf = (contacts: ReadonlyArray<DomainContact>) =>
  contacts.find(({ contact_type }) => contact_type === "registrant")?.contact_id
