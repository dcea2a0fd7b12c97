import { Period } from "@namewright/core/shared"
import type { TldSpec } from "@namewright/core/tlds"

const terms: ReadonlyArray<Period.Period> = Array.from({ length: 10 }, (_, index) => Period.years(index + 1))

/** The rules of `.acme`: terms of one to ten years, no contacts, no transfers, and no automatic renewal. */
export const acmeTld: TldSpec = {
  backend: "acme",
  customer_spec_ref: null,
  version: 1,
  enabled: true,
  parking_enabled: false,
  tlds: [{ name: "acme", type: "gTLD", third_level_structure: [] }],
  characters: { min: 1, max: 63 },
  idn: { idn_capable: false, idn_tables: null },
  domain_lifecycle: {
    registration_periods: terms,
    renewal_periods: terms,
    transfer_renewal_periods: null,
    default_transfer_renewal_period: null,
    add_grace_period: null,
    grace_period: null,
    redemption_period: null,
    pending_restore: null,
    pending_delete: null,
    transfer_grace_period: null,
    auto_renew_before_expiration: null,
    delete_before_expiration: null,
    delete_policy: null,
    explicit_renew: true,
    registry_auto_renew: false,
    restore_triggers_renewal: false,
    rgp_operations: null,
    sync_after_operations: ["registration"]
  },
  domain_statuses: { default: ["ok"], supported_statuses: [], status_mapping: null },
  contacts: null,
  dns_configuration: {
    allowed_number_of_nameserver: { min: 0, max: 13 },
    dnssec_allowed: false,
    dnssec_mandatory: false,
    dnssec_mode: null,
    dnssec_submit_digest_types: null,
    host_objects: false,
    host_parent_check_tlds: null,
    registry_nameserver_check: false,
    registry_root_nameserver_update: 0,
    czds_available: false
  },
  transfer_policies: {
    authinfo_required: false,
    authinfo_min_length: null,
    authinfo_max_length: null,
    authinfo_pattern: null,
    authinfo_set_by_registrar: false,
    authinfo_time_limited: false,
    authinfo_validity_period: null,
    info_domain_authinfo: false,
    info_contact_authinfo: false,
    transfer_time: null,
    transfer_ack: null,
    transfer_nack: null,
    transfer_email_required: false,
    transfer_renews_domain: false,
    transfer_renewal_period: null,
    transfer_lock_policy: {
      supported_by_registrar: false,
      supported_by_registry: false,
      after_registration: null,
      after_transfer: null
    },
    post_transfer_requirements: null
  },
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
