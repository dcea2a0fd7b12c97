import { Schema } from "effect"
import { ContactRole, Instant, limits, Period } from "../shared/index.ts"
import { AttributeCondition, AttributeDefinition } from "./ContactAttribute.ts"
import { IsoDuration } from "./IsoDuration.ts"
import { VerificationPolicies } from "./VerificationPolicy.ts"

const { NullOr } = Schema
const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const CountryCode = Schema.String.check(Schema.isPattern(/^[A-Z]{2}$/))
const Url = Schema.String.check(Schema.isPattern(/^https?:\/\/\S+$/), Schema.isMaxLength(2083)).annotate({
  format: "uri"
})

export const TldType = Schema.Literals(["gTLD", "ccTLD"]).annotate({ identifier: "TldType" })
export type TldType = typeof TldType.Type

/** Registry suffix, `com` or `co.uk`: lower case, without leading and trailing dots. */
export const TldName = Schema.String.check(
  Schema.isPattern(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/)
).annotate({ identifier: "TldName" })

/** Suffix of a specification. `third_level_structure` names the suffixes below it under which names are registered. */
export const Tld = Schema.Struct({
  name: TldName,
  type: TldType,
  third_level_structure: Schema.Array(TldName)
}).annotate({ identifier: "Tld" })
export type Tld = typeof Tld.Type

const LabelLength = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.domainName.label }))

/** Length of the registrable label in its ASCII form. */
export const Characters = Schema.Struct({ min: LabelLength, max: LabelLength }).annotate({ identifier: "SldLength" })

export const Idn = Schema.Struct({
  idn_capable: Schema.Boolean,
  /**
   * Language or script tags of the registry's tables, one of which an international name needs; null if they are not
   * included here.
   */
  idn_tables: NullOr(Schema.Array(Schema.String))
}).annotate({ identifier: "Idn" })

export const DeletePolicy = Schema.Literals(["immediate", "expiration"]).annotate({ identifier: "DeletePolicy" })
export const SyncOperation = Schema.Literals(["registration", "renewal", "transfer"])
  .annotate({ identifier: "SyncOperation" })

/** Terms and periods of a domain. Durations are ISO 8601, null if the registry has no such period. */
export const DomainLifecycle = Schema.Struct({
  registration_periods: NullOr(Schema.Array(Period.Period)),
  /** Terms of an explicit renewal; empty or null if all renewals are automatic. */
  renewal_periods: NullOr(Schema.Array(Period.Period)),
  transfer_renewal_periods: NullOr(Schema.Array(Period.Period)),
  /** Term that is stored for a transfer without one. */
  default_transfer_renewal_period: NullOr(Period.Period),
  /** After registration: a deletion is refunded, and the name is available at once. */
  add_grace_period: NullOr(IsoDuration),
  /** After expiry: the domain can still be renewed, or its automatic renewal undone. */
  grace_period: NullOr(IsoDuration),
  /** After deletion: the domain can be restored. */
  redemption_period: NullOr(IsoDuration),
  /** From the request of a restore to its final approval by the registry. */
  pending_restore: NullOr(IsoDuration),
  /** After redemption: the domain can no longer be restored. */
  pending_delete: NullOr(IsoDuration),
  transfer_grace_period: NullOr(IsoDuration),
  /** Time before expiry at which the platform renews. */
  auto_renew_before_expiration: NullOr(IsoDuration),
  /** Time before expiry at which the platform deletes a domain that should expire, if the registry would renew it. */
  delete_before_expiration: NullOr(IsoDuration),
  delete_policy: NullOr(Schema.Array(DeletePolicy)),
  /** True if the registry has a renew command. */
  explicit_renew: NullOr(Schema.Boolean),
  registry_auto_renew: NullOr(Schema.Boolean),
  /** True if a restore includes a paid renewal. */
  restore_triggers_renewal: Schema.Boolean,
  rgp_operations: NullOr(
    Schema.Struct({ request: Schema.Boolean, report: Schema.Boolean }).annotate({ identifier: "RgpOperations" })
  ),
  /** Operations after which the expiry is read from the registry instead of computed. */
  sync_after_operations: NullOr(Schema.Array(SyncOperation))
}).annotate({ identifier: "DomainLifecycle" })
export type DomainLifecycle = typeof DomainLifecycle.Type

export const DomainStatuses = Schema.Struct({
  /** Statuses of a new domain. */
  default: Schema.Array(Schema.String),
  /** Client statuses that can be set. */
  supported_statuses: Schema.Array(Schema.String),
  /** The registry's own statuses, with the statuses that the platform shows for each. */
  status_mapping: NullOr(Schema.Record(Schema.String, Schema.Array(Schema.String)))
}).annotate({ identifier: "DomainStatuses" })

/** Minimum and maximum number of contacts in a role. */
export const RoleBounds = Schema.Struct({ type: ContactRole, min: Count, max: Count })
  .annotate({ identifier: "ContactRoleBounds" })
export type RoleBounds = typeof RoleBounds.Type

export const ContactRules = Schema.Struct({
  /** On creation. Other roles are not supported by the registry. */
  supported_roles: NullOr(Schema.Array(RoleBounds)),
  /** On transfer; null: as on creation. */
  transfer_supported_roles: NullOr(Schema.Array(RoleBounds)),
  /** On update; null: as on creation. */
  update_supported_roles: NullOr(Schema.Array(RoleBounds)),
  possible_attributes: Schema.Array(AttributeDefinition),
  /** `trade`: the registrant is changed by a separate procedure, never by an update. */
  registrant_change: NullOr(Schema.Literals(["update", "trade"]).annotate({ identifier: "RegistrantChange" })),
  is_thick: NullOr(Schema.Boolean),
  authinfo_required: NullOr(Schema.Boolean),
  support_check: NullOr(Schema.Boolean),
  support_client_contact_id: NullOr(Schema.Boolean),
  support_transfer: NullOr(Schema.Boolean),
  supported_postal_types: NullOr(
    Schema.Array(Schema.Literals(["loc", "int"]).annotate({ identifier: "PostalAddressType" }))
  ),
  privacy_proxy: NullOr(Schema.Boolean)
}).annotate({ identifier: "ContactRules" })
export type ContactRules = typeof ContactRules.Type

export const DnsConfiguration = Schema.Struct({
  allowed_number_of_nameserver: Schema.Struct({ min: Count, max: Count }).annotate({ identifier: "NameserverBounds" }),
  dnssec_allowed: Schema.Boolean,
  dnssec_mandatory: NullOr(Schema.Boolean),
  /** Form of key material at the registry (RFC 5910, sections 4.1 and 4.2). */
  dnssec_mode: NullOr(Schema.Literals(["DS", "DNSKEY"]).annotate({ identifier: "DnssecMode" })),
  /** Digest types that the registry accepts, the preferred one first; null for any. */
  dnssec_submit_digest_types: NullOr(Schema.Array(Schema.Int)),
  /** True if nameservers are host objects (RFC 5732), false if they are attributes of the domain. */
  host_objects: Schema.Boolean,
  /**
   * Suffixes whose domains are superordinate to host objects at this registry; null for the specification's own
   * suffixes.
   */
  host_parent_check_tlds: NullOr(Schema.Array(TldName)),
  /** True if the registry queries the nameservers before it delegates to them. */
  registry_nameserver_check: Schema.Boolean,
  /** Hours between two publications of the zone; 0 if changes are visible at once. */
  registry_root_nameserver_update: Count,
  czds_available: NullOr(Schema.Boolean)
}).annotate({ identifier: "DnsConfiguration" })
export type DnsConfiguration = typeof DnsConfiguration.Type

export const TransferParty = Schema.Literals(["none", "registrar", "registrant", "both"])
  .annotate({ identifier: "TransferParty" })
export type TransferParty = typeof TransferParty.Type

export const TransferPolicies = Schema.Struct({
  /** True if a transfer needs the auth code. */
  authinfo_required: Schema.Boolean,
  authinfo_min_length: NullOr(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
  authinfo_max_length: NullOr(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
  /** Regular expression that has to match the whole code. */
  authinfo_pattern: NullOr(Schema.String),
  /** False if the registry generates the code, or has none. */
  authinfo_set_by_registrar: Schema.Boolean,
  authinfo_time_limited: NullOr(Schema.Boolean),
  authinfo_validity_period: NullOr(IsoDuration),
  /** True if the registry returns the code. */
  info_domain_authinfo: NullOr(Schema.Boolean),
  info_contact_authinfo: NullOr(Schema.Boolean),
  /** Time for the losing registrar to respond; `P0D` if transfers complete at once. */
  transfer_time: NullOr(IsoDuration),
  /** Party that can approve. */
  transfer_ack: NullOr(TransferParty),
  /** Party that can refuse. */
  transfer_nack: NullOr(TransferParty),
  transfer_email_required: NullOr(Schema.Boolean),
  transfer_renews_domain: NullOr(Schema.Boolean),
  /** Term that a transfer adds; null for none. */
  transfer_renewal_period: NullOr(IsoDuration),
  transfer_lock_policy: Schema.Struct({
    supported_by_registrar: Schema.Boolean,
    supported_by_registry: Schema.Boolean,
    /** Time after registration, and after a transfer, in which a domain cannot be transferred. */
    after_registration: NullOr(IsoDuration),
    after_transfer: NullOr(IsoDuration)
  }).annotate({ identifier: "TransferLockPolicy" }),
  post_transfer_requirements: NullOr(
    Schema.Array(
      Schema.Literals(["update_contacts", "tld_specific"]).annotate({ identifier: "PostTransferRequirement" })
    )
  )
}).annotate({ identifier: "TransferPolicies" })
export type TransferPolicies = typeof TransferPolicies.Type

/**
 * Required countries of contacts. `physical_address`: all contacts of the roles have their address in one of the
 * countries. `business_entity`: only those with an organization name. Contacts that meet all exemptions are not
 * checked.
 */
export const LocalPresence = Schema.Struct({
  required: Schema.Boolean,
  type: NullOr(Schema.Array(ContactRole)),
  requirement: NullOr(
    Schema.Array(
      Schema.Literals(["physical_address", "business_entity"]).annotate({ identifier: "LocalPresenceRequirement" })
    )
  ),
  eligible_countries: NullOr(Schema.Array(CountryCode)),
  exemptions: NullOr(Schema.Array(AttributeCondition))
}).annotate({ identifier: "LocalPresence" })
export type LocalPresence = typeof LocalPresence.Type

export const PremiumDomains = Schema.Struct({
  supported: Schema.Boolean,
  source: NullOr(Schema.Literals(["EPP", "API", "CSV", "manual"]).annotate({ identifier: "PremiumSource" })),
  affects: NullOr(
    Schema.Array(
      Schema.Literals(["registration", "delete", "renewal", "update", "transfer", "restore", "custom"]).annotate({
        identifier: "PremiumAffects"
      })
    )
  )
}).annotate({ identifier: "PremiumDomains" })

export const ReservedDomains = Schema.Struct({
  supported: Schema.Boolean,
  source: NullOr(Schema.Literals(["API", "CSV", "manual"]).annotate({ identifier: "ReservedSource" })),
  url: NullOr(Url)
}).annotate({ identifier: "ReservedDomains" })

const LaunchPhase = Schema.Struct({
  type: Schema.Literals(["sunrise", "landrush", "eap"]).annotate({ identifier: "LaunchPhaseType" }),
  supported: Schema.Boolean,
  allocation: NullOr(Schema.Literals(["fcfs", "auction", "lottery"]).annotate({ identifier: "AllocationMethod" })),
  smd_required: NullOr(Schema.Boolean),
  start_date: NullOr(Instant.Instant),
  end_date: NullOr(Instant.Instant)
}).annotate({ identifier: "LaunchPhase" })

export const LaunchPhases = Schema.Struct({
  general_availability: Schema.Struct({ start_date: Instant.Instant }).annotate({ identifier: "GeneralAvailability" }),
  phases: Schema.Array(LaunchPhase),
  trademark_claims: NullOr(
    Schema.Struct({
      supported: Schema.Boolean,
      tmch_required: NullOr(Schema.Boolean),
      start_date: NullOr(Instant.Instant),
      end_date: NullOr(Instant.Instant)
    }).annotate({ identifier: "TrademarkClaims" })
  )
}).annotate({ identifier: "LaunchPhases" })

export const RegistryLock = Schema.Struct({
  supported: Schema.Boolean,
  /** Server statuses that the lock sets. */
  prevents: NullOr(Schema.Array(Schema.String)),
  removal_process: NullOr(Schema.String),
  requires_manual_request: NullOr(Schema.Boolean)
}).annotate({ identifier: "RegistryLock" })

/**
 * Text that a registrant must be shown (`notice`) or must confirm (`confirmation`). The key of a confirmation is the
 * domain attribute that has to be true.
 */
export const LegalRequirement = Schema.Struct({
  key: Schema.String,
  type: Schema.Literals(["notice", "confirmation"]).annotate({ identifier: "LegalRequirementType" }),
  operations: Schema.Array(
    Schema.Literals(["registration", "transfer", "renewal", "registrant_change"]).annotate({
      identifier: "LegalRequirementOperation"
    })
  ),
  url: NullOr(Url)
}).annotate({ identifier: "LegalRequirement" })
export type LegalRequirement = typeof LegalRequirement.Type

/** Sections of a specification, by wire name. */
export const tldSections = {
  enabled: Schema.Boolean,
  parking_enabled: Schema.Boolean,
  tlds: Schema.NonEmptyArray(Tld),
  characters: Characters,
  idn: Idn,
  domain_lifecycle: DomainLifecycle,
  domain_statuses: DomainStatuses,
  contacts: NullOr(ContactRules),
  dns_configuration: DnsConfiguration,
  transfer_policies: TransferPolicies,
  local_presence: NullOr(LocalPresence),
  premium_domains: NullOr(PremiumDomains),
  reserved_domains: NullOr(ReservedDomains),
  launch_phases: NullOr(LaunchPhases),
  registry_lock: NullOr(RegistryLock),
  legal_requirements: Schema.Array(LegalRequirement),
  rdap: NullOr(Schema.Struct({ rdap_server: NullOr(Url) }).annotate({ identifier: "Rdap" })),
  whois: NullOr(Schema.Struct({ whois_server: NullOr(Schema.String) }).annotate({ identifier: "Whois" })),
  verification_policies: NullOr(VerificationPolicies)
} as const

/**
 * Rules of one registry for one or more suffixes. There can be several versions. `backend` is the key of the registry
 * account, `customer_spec_ref` names a variant for one customer.
 * Source: REST specification, "TLD specification".
 */
export const TldSpec = Schema.Struct({
  backend: Schema.String.check(Schema.isPattern(/^[a-z0-9][a-z0-9-]{0,62}$/)),
  customer_spec_ref: NullOr(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(255))),
  version: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
  ...tldSections
}).annotate({ identifier: "TldSpecification" })
export type TldSpec = typeof TldSpec.Type

/** Name of a section, as in the filter `fields`. */
export const TldSection = Schema.Literals(
  Object.keys(tldSections) as ReadonlyArray<keyof typeof tldSections>
).annotate({ identifier: "TldSection" })
export type TldSection = typeof TldSection.Type
