import { ContactId } from "@namewright/core/contacts"
import type { Domain, Nameserver } from "@namewright/core/domains"
import { type DomainStatus, RegistryAccountId } from "@namewright/core/registry"
import { DomainName, Hostname, type Instant, newDomainId, type OrganizationId, TypeId } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"

const registryAccount = RegistryAccountId.make(`registry_account_${"0".repeat(26)}`)

/** Nameservers by their hostnames, without glue. */
export const nameservers = (...hostnames: ReadonlyArray<string>): ReadonlyArray<Nameserver> =>
  hostnames.map((hostname) => ({ hostname: Hostname.make(hostname), ip_addresses: [] }))

/** Contact id of a number of up to three digits. */
export const contactId = (number: number): ContactId => ContactId.make(`contact_${String(number).padStart(26, "0")}`)

/** Instant a number of days after the first day of samples. */
export const day = (days: number): Instant.Instant =>
  DateTime.add(DateTime.makeUnsafe("2026-01-01T00:00:00Z"), { days })

/** Registered domain, with `members` replaced. The TLD is everything after the first dot. */
export const newDomain = Effect.fnUntraced(function*(
  organization_id: OrganizationId,
  name: string,
  members: Partial<Domain> = {}
) {
  const dot = name.indexOf(".")
  const statuses: ReadonlyArray<DomainStatus> = ["ok"]
  const domain: Domain = {
    domain_id: yield* newDomainId,
    organization_id,
    name: DomainName.make(name),
    sld: name.slice(0, dot),
    tld: name.slice(dot + 1),
    roid: "D1-SAMPLE",
    registry: "simulator",
    registry_account_id: registryAccount,
    registrar: "NATIVE",
    registrar_credential_id: null,
    renewal_mode: "renew",
    is_premium: false,
    read_only: false,
    registry_statuses: statuses,
    contacts: [],
    nameservers: [],
    auth_code: null,
    auth_code_expires_on: null,
    attributes: {},
    verification_required: null,
    policy_verification: null,
    registered_on: day(0),
    expires_on: day(365),
    transferred_on: null,
    canceled_on: null,
    deleted_on: null,
    created_on: day(0),
    updated_on: day(0),
    grace_charges: [],
    unpaid_renewal_on: null,
    next_action_on: null,
    ...members
  }
  return domain
})

/** Unique label in the database. */
export const newLabel = TypeId.generator("x", (text) => text.replace("x_", "x"))
