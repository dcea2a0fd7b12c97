import { Schema } from "effect"
import { ContactRole, DomainName, Hostname, Instant, TypeId } from "../shared/index.ts"

/** The account that a registry backend keeps for the platform. */
export const RegistryAccountId = TypeId.schema("registry_account").pipe(Schema.brand("RegistryAccountId"))
export type RegistryAccountId = typeof RegistryAccountId.Type

/**
 * Every status of a domain: those of RFC 5731 and RFC 3915, and the ones that tell of a registry lock or of a name that
 * a synchronisation found gone or broken. Source: REST specification, "Domain".
 */
export const DomainStatus = Schema.Literals([
  "ok",
  "inactive",
  "addPeriod",
  "renewPeriod",
  "autoRenewPeriod",
  "transferPeriod",
  "redemptionPeriod",
  "pendingCreate",
  "pendingUpdate",
  "pendingTransfer",
  "pendingRenew",
  "pendingRestore",
  "pendingDelete",
  "serverTransferProhibited",
  "serverUpdateProhibited",
  "serverDeleteProhibited",
  "serverRenewProhibited",
  "serverRestoreProhibited",
  "serverHold",
  "clientTransferProhibited",
  "clientUpdateProhibited",
  "clientDeleteProhibited",
  "clientRenewProhibited",
  "clientHold",
  "deleted",
  "free",
  "connect",
  "failed",
  "invalid"
]).annotate({ identifier: "DomainStatus" })
export type DomainStatus = typeof DomainStatus.Type

/** The statuses that a registrar may set and lift. */
export const ClientStatus = Schema.Literals([
  "clientTransferProhibited",
  "clientUpdateProhibited",
  "clientDeleteProhibited",
  "clientRenewProhibited",
  "clientHold"
]).annotate({ identifier: "ClientStatus" })
export type ClientStatus = typeof ClientStatus.Type

export { ContactRole }

/** A nameserver of a delegation; addresses only where the registry keeps them with the domain, or as glue. */
export const RegistryNameserver = Schema.Struct({
  hostname: Hostname,
  ip_addresses: Schema.Array(Schema.String)
})
export type RegistryNameserver = typeof RegistryNameserver.Type

/** A contact as the registry knows it: its handle and what it is to the domain. */
export const RegistryContactLink = Schema.Struct({ type: ContactRole, handle: Schema.String })
export type RegistryContactLink = typeof RegistryContactLink.Type

/** Delegation signer data (RFC 5910, section 4.1). */
export const DsData = Schema.Struct({
  record_type: Schema.Literal("ds_data"),
  key_tag: Schema.Int,
  algorithm: Schema.Int,
  digest_type: Schema.Int,
  /** Hexadecimal, upper case. */
  digest: Schema.String
})

/** A DNSKEY (RFC 5910, section 4.2). */
export const KeyData = Schema.Struct({
  record_type: Schema.Literal("key_data"),
  flags: Schema.Int,
  protocol: Schema.Int,
  algorithm: Schema.Int,
  /** Base64. */
  public_key: Schema.String
})

export const DnssecData = Schema.Union([DsData, KeyData])
export type DnssecData = typeof DnssecData.Type

/**
 * Sponsor of an object at a registry (RFC 5730, section 2.9.3.4, `clID`). `account`: the platform's account. `other`:
 * another registrar. `unknown`: the registry writes an id that is neither known to mean the account nor another registrar.
 */
export const Sponsor = Schema.Literals(["account", "other", "unknown"])
export type Sponsor = typeof Sponsor.Type

/** A domain as its registry shows it to the sponsoring registrar. */
export const RegistryDomain = Schema.Struct({
  name: DomainName,
  /** Repository object id (RFC 5730, section 2.8). */
  roid: Schema.String,
  /** With `other`, only `name` and `statuses` are reliable: registries show the rest to the sponsor. */
  sponsor: Sponsor,
  /** Id of the sponsor as the registry writes it; null where the registry shows none. */
  sponsor_id: Schema.NullOr(Schema.String),
  /** Statuses of the domain and of its grace periods together. */
  statuses: Schema.Array(DomainStatus),
  contacts: Schema.Array(RegistryContactLink),
  nameservers: Schema.Array(RegistryNameserver),
  /** Host objects below the domain. */
  subordinate_hosts: Schema.Array(Hostname),
  dnssec: Schema.Array(DnssecData),
  /** Null where the registry does not show it. */
  auth_code: Schema.NullOr(Schema.String),
  created_on: Schema.NullOr(Instant.Instant),
  /** Null where the registry keeps none, and while a create or transfer is pending. */
  expires_on: Schema.NullOr(Instant.Instant),
  transferred_on: Schema.NullOr(Instant.Instant)
})
export type RegistryDomain = typeof RegistryDomain.Type

/** The states of a transfer (RFC 5730, section 2.9.3.4). */
export const TransferStatus = Schema.Literals([
  "pending",
  "clientApproved",
  "clientCancelled",
  "clientRejected",
  "serverApproved",
  "serverCancelled"
])
export type TransferStatus = typeof TransferStatus.Type

/**
 * Side of the platform's account in a transfer: `gaining` requested it, `losing` sponsors the name. `unknown`: the
 * registry names both registrars by ids whose owners are not known.
 */
export const TransferSide = Schema.Literals(["gaining", "losing", "unknown"])
export type TransferSide = typeof TransferSide.Type

/** The newest transfer of a domain. */
export const RegistryTransfer = Schema.Struct({
  name: DomainName,
  status: TransferStatus,
  side: TransferSide,
  requested_on: Instant.Instant,
  /** When the registry acts by itself if nobody else does. */
  acts_on: Instant.Instant,
  /** The expiry after completion; null where the registry does not say. */
  expires_on: Schema.NullOr(Instant.Instant)
})
export type RegistryTransfer = typeof RegistryTransfer.Type

/** The person or organization behind a handle (RFC 5733); one postal form is enough. */
export const RegistryContact = Schema.Struct({
  handle: Schema.String,
  name: Schema.String,
  organization: Schema.NullOr(Schema.String),
  /** One to three lines. */
  street: Schema.Array(Schema.String),
  city: Schema.String,
  state: Schema.NullOr(Schema.String),
  postal_code: Schema.String,
  /** ISO 3166-1 alpha-2. */
  country: Schema.String,
  /** `+CC.NUMBER` */
  phone: Schema.String,
  fax: Schema.NullOr(Schema.String),
  email: Schema.String,
  disclose: Schema.Boolean,
  /** What the TLD asks for besides, by the keys of its specification. */
  attributes: Schema.Record(Schema.String, Schema.String)
})
export type RegistryContact = typeof RegistryContact.Type

/** A host object (RFC 5732). */
export const RegistryHost = Schema.Struct({
  hostname: Hostname,
  sponsor: Sponsor,
  ip_addresses: Schema.Array(Schema.String),
  /** Whether any domain delegates to it. */
  linked: Schema.Boolean,
  /** True while its creation, update or deletion waits for the registry's decision (RFC 5732, section 2.3). */
  pending: Schema.Boolean
})
export type RegistryHost = typeof RegistryHost.Type
