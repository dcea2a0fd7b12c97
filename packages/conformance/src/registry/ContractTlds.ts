import { type ContactRole, Period } from "@namewright/core/shared"
import type { ContactRules, DomainLifecycle, TldSpec, TransferPolicies } from "@namewright/core/tlds"

/** Registries of the suite by key. A server under test must apply these rules. */
export const contractBackends = { generic: "contract-generic", country: "contract-country" } as const

const roles = (...types: ReadonlyArray<ContactRole>) => types.map((type) => ({ type, min: 1, max: 1 }))
const years = Array.from({ length: 10 }, (_, index) => Period.years(index + 1))

const lifecycle: DomainLifecycle = {
  registration_periods: years,
  renewal_periods: years,
  transfer_renewal_periods: [Period.years(1)],
  default_transfer_renewal_period: Period.years(1),
  add_grace_period: "P5D",
  grace_period: "P45D",
  redemption_period: "P30D",
  pending_restore: "P7D",
  pending_delete: "P5D",
  transfer_grace_period: "P5D",
  auto_renew_before_expiration: "P7D",
  delete_before_expiration: "P0D",
  delete_policy: ["immediate", "expiration"],
  explicit_renew: true,
  registry_auto_renew: true,
  restore_triggers_renewal: false,
  rgp_operations: { request: true, report: true },
  sync_after_operations: ["registration", "renewal", "transfer"]
}

const transfers: TransferPolicies = {
  authinfo_required: true,
  authinfo_min_length: 8,
  authinfo_max_length: 32,
  authinfo_pattern: null,
  authinfo_set_by_registrar: true,
  authinfo_time_limited: false,
  authinfo_validity_period: null,
  info_domain_authinfo: true,
  info_contact_authinfo: false,
  transfer_time: "P5D",
  transfer_ack: "both",
  transfer_nack: "both",
  transfer_email_required: false,
  transfer_renews_domain: true,
  transfer_renewal_period: "P1Y",
  transfer_lock_policy: {
    supported_by_registrar: true,
    supported_by_registry: false,
    after_registration: null,
    after_transfer: null
  },
  post_transfer_requirements: null
}

const contacts: ContactRules = {
  supported_roles: roles("registrant", "admin", "tech"),
  transfer_supported_roles: null,
  update_supported_roles: null,
  possible_attributes: [],
  registrant_change: "update",
  is_thick: true,
  authinfo_required: false,
  support_check: true,
  support_client_contact_id: true,
  support_transfer: true,
  supported_postal_types: ["loc", "int"],
  privacy_proxy: false
}

/** A typical generic TLD. */
const generic: TldSpec = {
  backend: contractBackends.generic,
  customer_spec_ref: null,
  version: 1,
  enabled: true,
  parking_enabled: false,
  tlds: [{ name: "generic", type: "gTLD", third_level_structure: [] }],
  characters: { min: 1, max: 63 },
  idn: { idn_capable: true, idn_tables: ["de", "sv"] },
  domain_lifecycle: lifecycle,
  domain_statuses: { default: ["ok"], supported_statuses: [], status_mapping: null },
  contacts,
  dns_configuration: {
    allowed_number_of_nameserver: { min: 0, max: 13 },
    dnssec_allowed: true,
    dnssec_mandatory: false,
    dnssec_mode: "DS",
    dnssec_submit_digest_types: null,
    host_objects: true,
    host_parent_check_tlds: null,
    registry_nameserver_check: false,
    registry_root_nameserver_update: 0,
    czds_available: false
  },
  transfer_policies: transfers,
  local_presence: null,
  premium_domains: null,
  reserved_domains: null,
  launch_phases: null,
  registry_lock: null,
  legal_requirements: [],
  rdap: null,
  whois: null,
  verification_policies: null
}

/** A generic TLD with locks of 60 days after a registration and a transfer, and with restores that renew. */
const locked: TldSpec = {
  ...generic,
  tlds: [{ name: "locked", type: "gTLD", third_level_structure: [] }],
  domain_lifecycle: { ...lifecycle, restore_triggers_renewal: true },
  transfer_policies: {
    ...transfers,
    transfer_lock_policy: {
      supported_by_registrar: true,
      supported_by_registry: true,
      after_registration: "P60D",
      after_transfer: "P60D"
    }
  }
}

/** A country-code TLD: hosts are attributes, the registry makes the auth codes, and transfers complete at once. */
const country: TldSpec = {
  ...generic,
  backend: contractBackends.country,
  tlds: [{ name: "country", type: "ccTLD", third_level_structure: [] }],
  domain_lifecycle: {
    ...lifecycle,
    registration_periods: [Period.years(1)],
    renewal_periods: [Period.years(1)],
    add_grace_period: null,
    grace_period: "P30D",
    redemption_period: "P40D",
    pending_delete: null,
    transfer_grace_period: null,
    registry_auto_renew: false
  },
  contacts: {
    ...contacts,
    supported_roles: [...roles("registrant"), { type: "tech", min: 0, max: 2 }],
    registrant_change: "trade"
  },
  dns_configuration: {
    ...generic.dns_configuration,
    allowed_number_of_nameserver: { min: 2, max: 5 },
    dnssec_mode: "DNSKEY",
    host_objects: false
  },
  transfer_policies: {
    ...transfers,
    authinfo_set_by_registrar: false,
    authinfo_time_limited: true,
    authinfo_validity_period: "P7D",
    transfer_time: "P0D",
    transfer_ack: "none",
    transfer_nack: "none",
    transfer_renews_domain: false,
    transfer_renewal_period: null
  }
}

/**
 * A country-code TLD without auth codes: the registrar releases a domain to move it. A domain is deleted at its expiry.
 */
const released: TldSpec = {
  ...country,
  tlds: [{ name: "released", type: "ccTLD", third_level_structure: [] }],
  domain_lifecycle: { ...country.domain_lifecycle, grace_period: null, redemption_period: null, rgp_operations: null },
  transfer_policies: {
    ...country.transfer_policies,
    authinfo_required: false,
    authinfo_set_by_registrar: false,
    authinfo_time_limited: false,
    authinfo_validity_period: null,
    transfer_time: null,
    transfer_ack: "registrar",
    transfer_nack: "registrar"
  }
}

/** TLDs of the suite: two at a generic registry, two at a country-code registry. */
export const contractTlds: ReadonlyArray<TldSpec> = [generic, locked, country, released]
