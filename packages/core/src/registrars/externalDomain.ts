import { Option } from "effect"
import type { Domain } from "../domains/index.ts"
import { accountIdOf } from "../registry/index.ts"
import type { DomainId, Instant } from "../shared/index.ts"
import type { TldCatalog } from "../tlds/index.ts"
import type { RegistrarCredential } from "./RegistrarCredential.ts"
import type { ExternalListing } from "./RegistrarListing.ts"

/** Key of the registry of domains at external registrars: no driver has it. */
export const externalRegistry = "external"

/** Account of the domains at a registrar, for all its credentials. */
export const externalAccountId = (registrar: RegistrarCredential["registrar"]) =>
  accountIdOf(externalRegistry, registrar)

/** A domain that a synchronisation shows here. It is read-only, has no next action, and is charged for nothing. */
export const externalDomain = (
  catalog: TldCatalog["Service"],
  { organization_id, registrar, registrar_credential_id }: RegistrarCredential,
  { name, ...listing }: ExternalListing,
  domain_id: DomainId,
  now: Instant.Instant
): Domain => {
  const dot = name.indexOf(".")
  const { sld, tld } = Option.getOrElse(
    catalog.split(name),
    () => ({ sld: name.slice(0, dot), tld: name.slice(dot + 1) })
  )
  return {
    domain_id,
    organization_id,
    name,
    sld,
    tld,
    roid: "",
    registry: externalRegistry,
    registry_account_id: externalAccountId(registrar),
    registrar,
    registrar_credential_id,
    read_only: true,
    is_premium: false,
    contacts: [],
    auth_code: null,
    auth_code_expires_on: null,
    attributes: {},
    verification_required: null,
    policy_verification: null,
    transferred_on: null,
    canceled_on: null,
    deleted_on: null,
    ...listing,
    created_on: now,
    updated_on: now,
    grace_charges: [],
    unpaid_renewal_on: null,
    next_action_on: null
  }
}

/** True if a stored domain shows what a registrar lists. */
export const isUpToDate = (
  domain: Domain,
  { expires_on, nameservers, registered_on, registry_statuses, renewal_mode }: ExternalListing
): boolean =>
  domain.renewal_mode === renewal_mode &&
  domain.expires_on?.epochMilliseconds === expires_on?.epochMilliseconds &&
  domain.registered_on?.epochMilliseconds === registered_on?.epochMilliseconds &&
  isSameList(domain.registry_statuses, registry_statuses) &&
  isSameList(domain.nameservers.map(({ hostname }) => hostname), nameservers.map(({ hostname }) => hostname))

const isSameList = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index])
