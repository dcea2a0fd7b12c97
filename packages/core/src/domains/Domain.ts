import { Schema } from "effect"
import { ContactId } from "../contacts/index.ts"
import { DomainStatus, RegistryAccountId } from "../registry/index.ts"
import {
  ContactRole,
  DemandedClaim,
  DomainId,
  DomainName,
  Hostname,
  Instant,
  limits,
  OrganizationId,
  VerificationDeadline
} from "../shared/index.ts"
import { GraceCharge } from "./GraceCharge.ts"
import { PolicyVerification } from "./verification/PolicyVerification.ts"

/** Reference in a request path: the id or the name. */
export const DomainReference = Schema.Union([DomainId, DomainName]).annotate({ identifier: "DomainReference" })
export type DomainReference = typeof DomainReference.Type

/** Action at the end of the term. Source: REST specification, "Domain". */
export const RenewalMode = Schema.Literals(["renew", "expire"]).annotate({ identifier: "RenewalMode" })
export type RenewalMode = typeof RenewalMode.Type

/** A nameserver of a delegation, with glue if its name is below the domain's. */
export const Nameserver = Schema.Struct({
  hostname: Hostname,
  ip_addresses: Schema.Array(Schema.String).check(Schema.isMaxLength(limits.hostAddresses.maximum))
}).annotate({ identifier: "Nameserver" })
export type Nameserver = typeof Nameserver.Type

/** Contact in one role; `attributes` are those that the request supplied for it, if any. */
export const DomainContact = Schema.Struct({
  contact_id: ContactId,
  contact_type: ContactRole,
  attributes: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
}).annotate({ identifier: "DomainContact" })
export type DomainContact = typeof DomainContact.Type

/** Claims that the registry requires to be verified, and its measures at each deadline that is missed. */
export const VerificationRequired = Schema.Struct({
  claims: Schema.Array(DemandedClaim),
  deadlines: Schema.Array(VerificationDeadline)
}).annotate({ identifier: "VerificationRequired" })
export type VerificationRequired = typeof VerificationRequired.Type

/**
 * Registrars other than the platform, whose domains can be shown here. Source: REST specification, "Domain"; `NAMEWRIGHT`
 * is another installation, and not part of it.
 */
export const ExternalRegistrar = Schema.Literals([
  "INTERNETX",
  "MONIKER",
  "DOMAIN_BESTELLSYSTEM",
  "CENTRALNIC",
  "NICMANAGER",
  "ENOM",
  "OPENSRS",
  "NIC_DIRECT",
  "NAMEWRIGHT"
]).annotate({ identifier: "ExternalRegistrar" })
export type ExternalRegistrar = typeof ExternalRegistrar.Type

/** Registrar of a domain; `NATIVE` is the platform itself. */
export const Registrar = Schema.Literals([...ExternalRegistrar.literals, "NATIVE"])
  .annotate({ identifier: "Registrar" })
export type Registrar = typeof Registrar.Type

/** Stored domain: the state last read from the registry, and the platform's own fields. */
export const Domain = Schema.Struct({
  domain_id: DomainId,
  organization_id: OrganizationId,
  name: DomainName,
  sld: Schema.String,
  /** Registry suffix that identifies the TLD specification. */
  tld: Schema.String,
  /** Empty while a create or transfer is pending. */
  roid: Schema.String,
  /** Key of the registry backend. */
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
  /** Attributes set by callers and by the platform. */
  attributes: Schema.Record(Schema.String, Schema.String),
  /** Demand of the registry; null if nothing is open. */
  verification_required: Schema.NullOr(VerificationRequired),
  /** Verification by the policies of the TLD, beside that of the registry; null if nothing is open. */
  policy_verification: Schema.NullOr(PolicyVerification),
  registered_on: Schema.NullOr(Instant.Instant),
  expires_on: Schema.NullOr(Instant.Instant),
  transferred_on: Schema.NullOr(Instant.Instant),
  /** Time of the deletion request. */
  canceled_on: Schema.NullOr(Instant.Instant),
  /** Time at which the registry will release the name. */
  deleted_on: Schema.NullOr(Instant.Instant),
  created_on: Instant.Instant,
  updated_on: Instant.Instant,
  /** Charges that are refunded if the domain is deleted in their grace periods; some periods may have ended. */
  grace_charges: Schema.Array(GraceCharge),
  /** Expiry date before a renewal by the registry that has not been charged; null if none is unpaid. */
  unpaid_renewal_on: Schema.NullOr(Instant.Instant),
  /** Time of the next scheduled action, such as a renewal or a synchronisation; null if none. */
  next_action_on: Schema.NullOr(Instant.Instant)
}).annotate({ identifier: "DomainRecord" })
export type Domain = typeof Domain.Type

/** True if the status `clientTransferProhibited` prevents transfers to another registrar. */
export const isTransferLocked = (domain: Domain): boolean =>
  domain.registry_statuses.includes("clientTransferProhibited")
