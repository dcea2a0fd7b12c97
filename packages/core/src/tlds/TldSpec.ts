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

/** A registry suffix: `com`, `co.uk`. Lower case, without dots around it. */
export const TldName = Schema.String.check(
  Schema.isPattern(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/)
).annotate({ identifier: "TldName" })

/** A suffix that a specification covers. `third_level_structure` names the suffixes below it under which names exist. */
export const Tld = Schema.Struct({
  name: TldName,
  type: TldType,
  third_level_structure: Schema.Array(TldName)
}).annotate({ identifier: "Tld" })
export type Tld = typeof Tld.Type

const LabelLength = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.domainName.label }))

/** The length of the registrable label in its ASCII form. */
export const Characters = Schema.Struct({ min: LabelLength, max: LabelLength }).annotate({ identifier: "SldLength" })

export const Idn = Schema.Struct({
  idn_capable: Schema.Boolean,
  /** Language or script tags of the registry's tables; null where they are not published here. */
  idn_tables: NullOr(Schema.Array(Schema.String))
}).annotate({ identifier: "Idn" })

export const DeletePolicy = Schema.Literals(["immediate", "expiration"]).annotate({ identifier: "DeletePolicy" })
export const SyncOperation = Schema.Literals(["registration", "renewal", "transfer"])
  .annotate({ identifier: "SyncOperation" })

/** Terms and what time brings to a name. Durations are ISO 8601, null where the registry has no such period. */
export const DomainLifecycle = Schema.Struct({
  registration_periods: NullOr(Schema.Array(Period.Period)),
  /** Terms of an explicit renewal; empty or null where names only renew by themselves. */
  renewal_periods: NullOr(Schema.Array(Period.Period)),
  transfer_renewal_periods: NullOr(Schema.Array(Period.Period)),
  /** The term a transfer without one is kept for. */
  default_transfer_renewal_period: NullOr(Period.Period),
  /** After registration: a deletion is refunded and frees the name at once. */
  add_grace_period: NullOr(IsoDuration),
  /** After expiry: the name can still be renewed, or its automatic renewal undone. */
  grace_period: NullOr(IsoDuration),
  /** After deletion: the name can be restored. */
  redemption_period: NullOr(IsoDuration),
  /** Between the request of a restore and the registry's last word on it. */
  pending_restore: NullOr(IsoDuration),
  /** After redemption: the name can no longer be saved. */
  pending_delete: NullOr(IsoDuration),
  transfer_grace_period: NullOr(IsoDuration),
  /** How long before expiry the platform renews by itself. */
  auto_renew_before_expiration: NullOr(IsoDuration),
  /** How long before expiry the platform deletes a name that shall expire, where the registry would renew it. */
  delete_before_expiration: NullOr(IsoDuration),
  delete_policy: NullOr(Schema.Array(DeletePolicy)),
  /** Whether the registry takes a renew command. */
  explicit_renew: NullOr(Schema.Boolean),
  registry_auto_renew: NullOr(Schema.Boolean),
  /** Whether a restore is followed by a paid renewal. */
  restore_triggers_renewal: Schema.Boolean,
  rgp_operations: NullOr(
    Schema.Struct({ request: Schema.Boolean, report: Schema.Boolean }).annotate({ identifier: "RgpOperations" })
  ),
  /** Operations after which the expiry is read from the registry instead of computed. */
  sync_after_operations: NullOr(Schema.Array(SyncOperation))
}).annotate({ identifier: "DomainLifecycle" })
export type DomainLifecycle = typeof DomainLifecycle.Type

export const DomainStatuses = Schema.Struct({
  /** What a new domain has. */
  default: Schema.Array(Schema.String),
  /** The client statuses that can be set. */
  supported_statuses: Schema.Array(Schema.String),
  /** The registry's own names for statuses, and what the platform shows for each. */
  status_mapping: NullOr(Schema.Record(Schema.String, Schema.Array(Schema.String)))
}).annotate({ identifier: "DomainStatuses" })

/** How many contacts of a role a domain has. */
export const RoleBounds = Schema.Struct({ type: ContactRole, min: Count, max: Count })
  .annotate({ identifier: "ContactRoleBounds" })
export type RoleBounds = typeof RoleBounds.Type

export const ContactRules = Schema.Struct({
  /** On create. Roles that are not listed do not exist at the registry. */
  supported_roles: NullOr(Schema.Array(RoleBounds)),
  /** On transfer; null: as on create. */
  transfer_supported_roles: NullOr(Schema.Array(RoleBounds)),
  /** On update; null: as on create. */
  update_supported_roles: NullOr(Schema.Array(RoleBounds)),
  possible_attributes: Schema.Array(AttributeDefinition),
  /** `trade`: the registrant changes by a procedure of its own, never by an update. */
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
  /** The form in which the registry takes key material (RFC 5910, sections 4.1 and 4.2). */
  dnssec_mode: NullOr(Schema.Literals(["DS", "DNSKEY"]).annotate({ identifier: "DnssecMode" })),
  /** The digests that the registry takes, the preferred one first; null for any. */
  dnssec_submit_digest_types: NullOr(Schema.Array(Schema.Int)),
  /** Nameservers are objects of their own (RFC 5732); false where they are attributes of the domain. */
  host_objects: Schema.Boolean,
  /** The suffixes whose names this registry knows as parents of hosts; null for the specification's own. */
  host_parent_check_tlds: NullOr(Schema.Array(TldName)),
  /** The registry asks the nameservers before it delegates to them. */
  registry_nameserver_check: Schema.Boolean,
  /** Hours between two publications of the zone; 0 where changes show at once. */
  registry_root_nameserver_update: Count,
  czds_available: NullOr(Schema.Boolean)
}).annotate({ identifier: "DnsConfiguration" })
export type DnsConfiguration = typeof DnsConfiguration.Type

export const TransferParty = Schema.Literals(["none", "registrar", "registrant", "both"])
  .annotate({ identifier: "TransferParty" })
export type TransferParty = typeof TransferParty.Type

export const TransferPolicies = Schema.Struct({
  /** Whether a transfer needs the auth code. */
  authinfo_required: Schema.Boolean,
  authinfo_min_length: NullOr(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
  authinfo_max_length: NullOr(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
  /** A regular expression of which the whole code must be a match. */
  authinfo_pattern: NullOr(Schema.String),
  /** False where the registry makes the code, or has none. */
  authinfo_set_by_registrar: Schema.Boolean,
  authinfo_time_limited: NullOr(Schema.Boolean),
  authinfo_validity_period: NullOr(IsoDuration),
  /** Whether the registry shows the code. */
  info_domain_authinfo: NullOr(Schema.Boolean),
  info_contact_authinfo: NullOr(Schema.Boolean),
  /** How long the losing side has; `P0D` when a transfer is done at once. */
  transfer_time: NullOr(IsoDuration),
  /** Who may approve. */
  transfer_ack: NullOr(TransferParty),
  /** Who may refuse. */
  transfer_nack: NullOr(TransferParty),
  transfer_email_required: NullOr(Schema.Boolean),
  transfer_renews_domain: NullOr(Schema.Boolean),
  /** What a transfer adds; null where it adds nothing. */
  transfer_renewal_period: NullOr(IsoDuration),
  transfer_lock_policy: Schema.Struct({
    supported_by_registrar: Schema.Boolean,
    supported_by_registry: Schema.Boolean,
    /** How long a name may not leave after its registration, and after a transfer. */
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
 * Who may hold a name by where they are. `physical_address`: each contact of the roles has its address in one of the
 * countries; `business_entity`: those that name an organization have. A contact for which all exemptions hold is free.
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
  /** The server statuses that the lock sets. */
  prevents: NullOr(Schema.Array(Schema.String)),
  removal_process: NullOr(Schema.String),
  requires_manual_request: NullOr(Schema.Boolean)
}).annotate({ identifier: "RegistryLock" })

/**
 * What a registrant must be told (`notice`) or must confirm (`confirmation`). The key of a confirmation is the domain
 * attribute that has to be true.
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

/** The parts of a specification, each under its name on the wire. */
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
 * What one registry allows under one or more suffixes. Several versions may be kept; `backend` is the key of the
 * registry that serves it, `customer_spec_ref` names a variant agreed with one customer.
 * Source: REST specification, "TLD specification".
 */
export const TldSpec = Schema.Struct({
  backend: Schema.String.check(Schema.isPattern(/^[a-z0-9][a-z0-9-]{0,62}$/)),
  customer_spec_ref: NullOr(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(255))),
  version: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
  ...tldSections
}).annotate({ identifier: "TldSpecification" })
export type TldSpec = typeof TldSpec.Type

/** The name of a section, as the filter `fields` takes it. */
export const TldSection = Schema.Literals(
  Object.keys(tldSections) as ReadonlyArray<keyof typeof tldSections>
).annotate({ identifier: "TldSection" })
export type TldSection = typeof TldSection.Type
