import { Schema } from "effect"
import { HostId } from "../hosts/index.ts"
import { ClientStatus, DomainStatus, RegistryAccountId } from "../registry/index.ts"
import { DomainId, DomainName, Instant, Money, OrganizationId, Period } from "../shared/index.ts"
import { AssignedTag, StatusTag } from "../tags/index.ts"
import { IsoDuration } from "../tlds/index.ts"
import { DomainContact, Nameserver, Registrar, RenewalMode, VerificationRequired } from "./Domain.ts"

/** Price of the next renewal: net, in the organization's currency, for one year. */
export const RenewalPrice = Schema.Struct({
  price: Schema.String,
  currency: Money.Currency,
  period: Period.Period,
  is_premium: Schema.Boolean
}).annotate({ identifier: "RenewalPrice" })
export type RenewalPrice = typeof RenewalPrice.Type

/** Credential at the external registrar of a domain. */
export const DomainCredential = Schema.Struct({
  registrar_credential_id: Schema.String,
  name: Schema.String,
  registrar: Registrar
}).annotate({ identifier: "DomainCredential" })
export type DomainCredential = typeof DomainCredential.Type

/** Domain in responses. Source: REST specification, "Domain". */
export const DomainView = Schema.Struct({
  domain_id: DomainId,
  name: DomainName,
  sld: Schema.String,
  tld: Schema.String,
  /** Empty while a create or transfer is pending. */
  roid: Schema.String,
  owner_id: OrganizationId,
  registry_account_id: RegistryAccountId,
  renewal_mode: RenewalMode,
  /** Term of the next automatic renewal; null if there will be none. */
  renewal_period: Schema.NullOr(IsoDuration.IsoDuration),
  /** Only if requested. */
  renewal_price: Schema.optionalKey(Schema.NullOr(RenewalPrice)),
  is_premium: Schema.Boolean,
  transfer_lock: Schema.Boolean,
  read_only: Schema.Boolean,
  /** Every status at the registry. */
  registry_statuses: Schema.Array(DomainStatus),
  /** The client statuses among them. */
  statuses: Schema.Array(ClientStatus),
  contacts: Schema.Array(DomainContact),
  nameservers: Schema.Array(Nameserver),
  /** Host objects below the domain. */
  hosts: Schema.Array(Schema.Struct({ host_id: HostId })),
  /** Null if the caller lacks the permission to read it, if none is set, and after it has expired. */
  auth_code: Schema.NullOr(Schema.String),
  auth_code_expires_on: Schema.NullOr(Instant.Instant),
  /** Attributes set by callers. */
  attributes: Schema.Record(Schema.String, Schema.String),
  verification_required: Schema.NullOr(VerificationRequired),
  /** Only if requested; null for domains that are registered here. */
  registrar_credential: Schema.optionalKey(Schema.NullOr(DomainCredential)),
  /** Null unless requested. */
  tags: Schema.NullOr(Schema.Array(AssignedTag)),
  status_tags: Schema.NullOr(Schema.Array(StatusTag)),
  registered_on: Schema.NullOr(Instant.Instant),
  expires_on: Schema.NullOr(Instant.Instant),
  transferred_on: Schema.NullOr(Instant.Instant),
  /** Time of the deletion request. */
  canceled_on: Schema.NullOr(Instant.Instant),
  /** Time at which the registry will release the name. */
  deleted_on: Schema.NullOr(Instant.Instant),
  created_on: Instant.Instant,
  updated_on: Instant.Instant
}).annotate({ identifier: "Domain" })
export type DomainView = typeof DomainView.Type
