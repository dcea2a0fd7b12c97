import { Schema } from "effect"
import { ContactRole, DomainName, Hostname, Instant, TypeId } from "../shared/index.ts"

/** The platform's account at a registry backend. */
export const RegistryAccountId = TypeId.schema("registry_account").pipe(Schema.brand("RegistryAccountId"))
export type RegistryAccountId = typeof RegistryAccountId.Type

/**
 * Statuses of a domain: those of RFC 5731 and RFC 3915, registry lock, and the results of a synchronisation that found
 * the domain missing or inconsistent. Source: REST specification, "Domain".
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

/** The statuses that a registrar may set and remove. */
export const ClientStatus = Schema.Literals([
  "clientTransferProhibited",
  "clientUpdateProhibited",
  "clientDeleteProhibited",
  "clientRenewProhibited",
  "clientHold"
]).annotate({ identifier: "ClientStatus" })
export type ClientStatus = typeof ClientStatus.Type

export { ContactRole }

/** A nameserver of a delegation. It has addresses only if the registry stores them with the domain, or as glue. */
export const RegistryNameserver = Schema.Struct({
  hostname: Hostname,
  ip_addresses: Schema.Array(Schema.String)
})
export type RegistryNameserver = typeof RegistryNameserver.Type

/** A contact of a domain at the registry: its role and its handle. */
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
 * another registrar. `unknown`: an id that is known neither as an id of the account nor as one of another registrar.
 */
export const Sponsor = Schema.Literals(["account", "other", "unknown"])
export type Sponsor = typeof Sponsor.Type

/** A domain as the registry shows it to the sponsor. */
export const RegistryDomain = Schema.Struct({
  name: DomainName,
  /** Repository object id (RFC 5730, section 2.8). */
  roid: Schema.String,
  /** With `other`, only `name` and `statuses` are reliable: registries show all other members only to the sponsor. */
  sponsor: Sponsor,
  /** Id of the sponsor in the registry's spelling; null if the registry does not show it. */
  sponsor_id: Schema.NullOr(Schema.String),
  /** Statuses of the domain and of its grace periods together. */
  statuses: Schema.Array(DomainStatus),
  contacts: Schema.Array(RegistryContactLink),
  nameservers: Schema.Array(RegistryNameserver),
  /** Host objects below the domain. */
  subordinate_hosts: Schema.Array(Hostname),
  dnssec: Schema.Array(DnssecData),
  /** Null if the registry does not show it. */
  auth_code: Schema.NullOr(Schema.String),
  created_on: Schema.NullOr(Instant.Instant),
  /** Null while a create or transfer is pending, and at registries without expiry. */
  expires_on: Schema.NullOr(Instant.Instant),
  transferred_on: Schema.NullOr(Instant.Instant)
})
export type RegistryDomain = typeof RegistryDomain.Type

/** A domain of another registrar of which only the name is known. */
export const foreignDomain = (name: DomainName): RegistryDomain => ({
  name,
  roid: "",
  sponsor: "other",
  sponsor_id: null,
  statuses: [],
  contacts: [],
  nameservers: [],
  subordinate_hosts: [],
  dnssec: [],
  auth_code: null,
  created_on: null,
  expires_on: null,
  transferred_on: null
})

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
 * Side of the platform's account in a transfer: `gaining` requested it, `losing` sponsors the name. `unknown`: neither
 * registrar's id is known to belong to the account.
 */
export const TransferSide = Schema.Literals(["gaining", "losing", "unknown"])
export type TransferSide = typeof TransferSide.Type

/** The newest transfer of a domain. */
export const RegistryTransfer = Schema.Struct({
  name: DomainName,
  status: TransferStatus,
  side: TransferSide,
  requested_on: Instant.Instant,
  /** Time at which the registry acts if neither registrar decides. */
  acts_on: Instant.Instant,
  /** The expiry after completion; null if the registry does not state it. */
  expires_on: Schema.NullOr(Instant.Instant)
})
export type RegistryTransfer = typeof RegistryTransfer.Type

/** The person or organization of a handle (RFC 5733), with one postal form. */
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
  /** Values that the TLD requires in addition, by the keys of its specification. */
  attributes: Schema.Record(Schema.String, Schema.String)
})
export type RegistryContact = typeof RegistryContact.Type

/** A host object (RFC 5732). */
export const RegistryHost = Schema.Struct({
  hostname: Hostname,
  sponsor: Sponsor,
  ip_addresses: Schema.Array(Schema.String),
  /** True if a domain delegates to the host. */
  linked: Schema.Boolean,
  /** True while its creation, update or deletion waits for the registry's decision (RFC 5732, section 2.3). */
  pending: Schema.Boolean
})
export type RegistryHost = typeof RegistryHost.Type
