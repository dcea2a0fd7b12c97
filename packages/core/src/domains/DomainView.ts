import { Schema } from "effect"
import { HostId } from "../hosts/index.ts"
import { ClientStatus, DomainStatus, RegistryAccountId } from "../registry/index.ts"
import { DomainId, DomainName, Instant, Money, OrganizationId, Period } from "../shared/index.ts"
import { AssignedTag, StatusTag } from "../tags/index.ts"
import { IsoDuration } from "../tlds/index.ts"
import { DomainContact, Nameserver, Registrar, RenewalMode, VerificationRequired } from "./Domain.ts"

/** What the next renewal costs: net, in the organization's currency, for one year. */
export const RenewalPrice = Schema.Struct({
  price: Schema.String,
  currency: Money.Currency,
  period: Period.Period,
  is_premium: Schema.Boolean
}).annotate({ identifier: "RenewalPrice" })
export type RenewalPrice = typeof RenewalPrice.Type

/** The login at an external registrar through which a domain is seen. */
export const DomainCredential = Schema.Struct({
  registrar_credential_id: Schema.String,
  name: Schema.String,
  registrar: Registrar
}).annotate({ identifier: "DomainCredential" })

/** A domain as callers see it. Source: REST specification, "Domain". */
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
  /** How long the next automatic renewal lasts; null when there will be none. */
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
  /** Null without the right to see it, if none is set, and once it has expired. */
  auth_code: Schema.NullOr(Schema.String),
  auth_code_expires_on: Schema.NullOr(Instant.Instant),
  /** Those that callers set. */
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
  /** When deletion was requested. */
  canceled_on: Schema.NullOr(Instant.Instant),
  /** When the name will be gone for good. */
  deleted_on: Schema.NullOr(Instant.Instant),
  created_on: Instant.Instant,
  updated_on: Instant.Instant
}).annotate({ identifier: "Domain" })
export type DomainView = typeof DomainView.Type
