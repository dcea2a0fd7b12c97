import type { Domain } from "@namewright/core/domains"
import { RegistryAccountId } from "@namewright/core/registry"
import { DomainId, DomainName, Instant, OrganizationId } from "@namewright/core/shared"
import { Schema } from "effect"

const start = Schema.decodeSync(Instant.Instant)("2026-01-10")

/** Registered domain, with `members` replaced. */
export const domainOf = (members: Partial<Domain>): Domain => ({
  domain_id: DomainId.make("domain_01h455vb4pex5vsknk084sn02q"),
  organization_id: OrganizationId.make("organization_01h455vb4pex5vsknk084sn02q"),
  name: DomainName.make("example.com"),
  sld: "example",
  tld: "com",
  roid: "D1-SIM",
  registry: "verisign",
  registry_account_id: RegistryAccountId.make("registry_account_01h455vb4pex5vsknk084sn02q"),
  registrar: "NATIVE",
  registrar_credential_id: null,
  renewal_mode: "renew",
  is_premium: false,
  read_only: false,
  registry_statuses: ["ok"],
  contacts: [],
  nameservers: [],
  auth_code: null,
  auth_code_expires_on: null,
  attributes: {},
  verification_required: null,
  policy_verification: null,
  registered_on: start,
  expires_on: start,
  transferred_on: null,
  canceled_on: null,
  deleted_on: null,
  created_on: start,
  updated_on: start,
  grace_charges: [],
  unpaid_renewal_on: null,
  next_action_on: null,
  ...members
})
