import { Schema } from "effect"
import { BillingTransactionId } from "../billing/index.ts"
import { ContactId } from "../contacts/index.ts"
import { DomainStatus, RegistryAccountId, VerificationClaim, VerificationDeadline } from "../registry/index.ts"
import { ContactRole, DomainId, DomainName, Hostname, Instant, limits, OrganizationId } from "../shared/index.ts"
import { GraceCharge } from "./GraceCharge.ts"

/** A path reference: the id or the name. */
export const DomainReference = Schema.Union([DomainId, DomainName]).annotate({ identifier: "DomainReference" })
export type DomainReference = typeof DomainReference.Type

/** What happens at the end of the term. Source: REST specification, "Domain". */
export const RenewalMode = Schema.Literals(["renew", "expire"]).annotate({ identifier: "RenewalMode" })
export type RenewalMode = typeof RenewalMode.Type

/** A nameserver of a delegation, with glue where the name lies below the domain itself. */
export const Nameserver = Schema.Struct({
  hostname: Hostname,
  ip_addresses: Schema.Array(Schema.String).check(Schema.isMaxLength(limits.hostAddresses.maximum))
}).annotate({ identifier: "Nameserver" })
export type Nameserver = typeof Nameserver.Type

/** Who fills a role; `attributes` are those supplied inline for it, absent when there were none. */
export const DomainContact = Schema.Struct({
  contact_id: ContactId,
  contact_type: ContactRole,
  attributes: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
}).annotate({ identifier: "DomainContact" })
export type DomainContact = typeof DomainContact.Type

/** What a registry wants verified, and what it will do at which time otherwise. */
export const VerificationRequired = Schema.Struct({
  claims: Schema.Array(VerificationClaim),
  deadlines: Schema.Array(VerificationDeadline)
}).annotate({ identifier: "VerificationRequired" })
export type VerificationRequired = typeof VerificationRequired.Type

/** The external registrar that keeps a domain; `NATIVE` is the platform itself. */
export const Registrar = Schema.Literals([
  "INTERNETX",
  "MONIKER",
  "DOMAIN_BESTELLSYSTEM",
  "CENTRALNIC",
  "NICMANAGER",
  "ENOM",
  "OPENSRS",
  "NIC_DIRECT",
  "NATIVE"
]).annotate({ identifier: "Registrar" })
export type Registrar = typeof Registrar.Type

/** A domain as the platform keeps it: the registry's state as last seen, and what only the platform knows. */
export const Domain = Schema.Struct({
  domain_id: DomainId,
  organization_id: OrganizationId,
  name: DomainName,
  sld: Schema.String,
  /** The registry suffix that the TLD specification is filed under. */
  tld: Schema.String,
  /** Empty while a create or transfer is pending. */
  roid: Schema.String,
  /** The key of the registry backend. */
  registry: Schema.String,
  registry_account_id: RegistryAccountId,
  registrar: Registrar,
  registrar_credential_id: Schema.NullOr(Schema.String),
  renewal_mode: RenewalMode,
  is_premium: Schema.Boolean,
  read_only: Schema.Boolean,
  /** Every status at the registry, sorted. */
  registry_statuses: Schema.Array(DomainStatus),
  contacts: Schema.Array(DomainContact),
  /** In the order of the request. */
  nameservers: Schema.Array(Nameserver),
  auth_code: Schema.NullOr(Schema.String),
  auth_code_expires_on: Schema.NullOr(Instant.Instant),
  /** Those of callers and of the platform together. */
  attributes: Schema.Record(Schema.String, Schema.String),
  verification_required: Schema.NullOr(VerificationRequired),
  registered_on: Schema.NullOr(Instant.Instant),
  expires_on: Schema.NullOr(Instant.Instant),
  transferred_on: Schema.NullOr(Instant.Instant),
  /** When deletion was requested. */
  canceled_on: Schema.NullOr(Instant.Instant),
  /** When the name will be gone for good. */
  deleted_on: Schema.NullOr(Instant.Instant),
  created_on: Instant.Instant,
  updated_on: Instant.Instant,
  /**
   * The charge of the registration; null after a deletion. Releases that know no `grace_charges` refund it if the domain
   * is deleted in its add grace period.
   */
  registration_transaction_id: Schema.NullOr(BillingTransactionId),
  /** Charges that are refunded if the domain is deleted in their grace periods, with some whose period is over. */
  grace_charges: Schema.Array(GraceCharge),
  /** The expiry date that the registry moved on by itself while the renewal was not paid here; null when none is owed. */
  unpaid_renewal_on: Schema.NullOr(Instant.Instant),
  /** When time next asks for something: a renewal, the end of a grace period, a synchronisation. Null for never. */
  next_action_on: Schema.NullOr(Instant.Instant)
}).annotate({ identifier: "DomainRecord" })
export type Domain = typeof Domain.Type

/** Whether the domain may not leave; follows its status. */
export const isTransferLocked = (domain: Domain): boolean =>
  domain.registry_statuses.includes("clientTransferProhibited")
