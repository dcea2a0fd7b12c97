import { DateTime, Schema } from "effect"
import { DemandedClaim, DomainName, Hostname, Instant, Period } from "../../../shared/index.ts"
import {
  ClientStatus,
  DnssecData,
  type DomainStatus,
  RegistryContactLink,
  type RegistryDomain,
  RegistryNameserver,
  TransferStatus
} from "../../RegistryDomain.ts"
import type { ObjectHistory } from "./ObjectHistory.ts"

const { NullOr, TaggedStruct } = Schema

/** The statuses that only the registry sets and removes. */
export const ServerStatus = Schema.Literals([
  "serverTransferProhibited",
  "serverUpdateProhibited",
  "serverDeleteProhibited",
  "serverRenewProhibited",
  "serverRestoreProhibited",
  "serverHold"
])
export type ServerStatus = typeof ServerStatus.Type

/** A period in which an operation can be undone for a credit (RFC 3915, section 3.1). Several may run at once. */
export const GracePeriod = Schema.Struct({
  status: Schema.Literals(["addPeriod", "renewPeriod", "autoRenewPeriod", "transferPeriod"]),
  ends_on: Instant.Instant,
  /** The period that the operation added. */
  term: NullOr(Period.Period),
  /** Charge of the operation in minor units: the credit for undoing it. */
  charged: Schema.Int
})
export type GracePeriod = typeof GracePeriod.Type

/** Phase of a domain between its registration and its deletion. */
export const Phase = Schema.Union([
  TaggedStruct("PendingCreate", {
    decides_on: Instant.Instant,
    accepts: Schema.Boolean,
    period: Period.Period,
    command_id: Schema.String
  }),
  TaggedStruct("Active", {}),
  TaggedStruct("Redemption", { ends_on: Instant.Instant }),
  /** A restore was requested. Without a report by `ends_on` the domain returns to redemption. */
  TaggedStruct("AwaitingReport", { ends_on: Instant.Instant, redemption_ends_on: Instant.Instant }),
  TaggedStruct("PendingRestore", {
    decides_on: Instant.Instant,
    command_id: Schema.String
  }),
  TaggedStruct("PendingDelete", { ends_on: Instant.Instant })
])
export type Phase = typeof Phase.Type

export const SimulatedTransfer = Schema.Struct({
  status: TransferStatus,
  gaining: Schema.String,
  losing: Schema.String,
  requested_on: Instant.Instant,
  acts_on: Instant.Instant,
  /** The registry's action at the end of the waiting time. */
  acts_by: Schema.Literals(["serverApproved", "clientApproved", "serverCancelled"]),
  term: NullOr(Period.Period),
  expires_on: NullOr(Instant.Instant)
})
export type SimulatedTransfer = typeof SimulatedTransfer.Type

/**
 * Required verification of the registrant. It is demanded at one time; without verification, a hold follows at another.
 */
export const Verification = Schema.Struct({
  claims: Schema.Array(DemandedClaim),
  demands_on: Instant.Instant,
  holds_on: Instant.Instant,
  demanded: Schema.Boolean,
  held: Schema.Boolean
})
export type Verification = typeof Verification.Type

/** A domain as the simulated registry stores it. */
export const SimulatedDomain = Schema.Struct({
  name: DomainName,
  roid: Schema.String,
  /** The registrar that sponsors the domain. */
  sponsor: Schema.String,
  /** The registrar that registered the domain. */
  creator: Schema.String,
  /** Registrar and time of the last change; null before the first change. */
  updater: NullOr(Schema.String),
  updated_on: NullOr(Instant.Instant),
  phase: Phase,
  created_on: NullOr(Instant.Instant),
  expires_on: NullOr(Instant.Instant),
  transferred_on: NullOr(Instant.Instant),
  auth_code: NullOr(Schema.String),
  auth_code_expires_on: NullOr(Instant.Instant),
  client_statuses: Schema.Array(ClientStatus),
  server_statuses: Schema.Array(ServerStatus),
  contacts: Schema.Array(RegistryContactLink),
  nameservers: Schema.Array(RegistryNameserver),
  subordinate_hosts: Schema.Array(Hostname),
  dnssec: Schema.Array(DnssecData),
  attributes: Schema.Record(Schema.String, Schema.String),
  grace: Schema.Array(GracePeriod),
  /** The most recent transfer. */
  transfer: NullOr(SimulatedTransfer),
  verification: NullOr(Verification),
  /** Time until which new DNSSEC data is refused; null before the first attempt. */
  dnssec_deferred_until: NullOr(Instant.Instant)
})
export type SimulatedDomain = typeof SimulatedDomain.Type

/** True if a transfer waits for a decision. */
export const isTransferPending = (domain: SimulatedDomain): boolean => domain.transfer?.status === "pending"

/** The running grace periods. One that ends at `now` is over. */
export const runningGrace = (domain: SimulatedDomain, now: Instant.Instant): ReadonlyArray<GracePeriod> =>
  domain.grace.filter(({ ends_on }) => DateTime.isGreaterThan(ends_on, now))

/** Credit for undoing the operations in their grace periods, in minor units. */
export const creditOf = (domain: SimulatedDomain, now: Instant.Instant): number =>
  runningGrace(domain, now).reduce((sum, { charged }) => sum + charged, 0)

const phaseStatuses: Record<Phase["_tag"], ReadonlyArray<DomainStatus>> = {
  PendingCreate: ["pendingCreate"],
  Active: [],
  Redemption: ["pendingDelete", "redemptionPeriod"],
  AwaitingReport: ["pendingDelete", "pendingRestore"],
  PendingRestore: ["pendingDelete", "pendingRestore"],
  PendingDelete: ["pendingDelete"]
}

/**
 * Statuses of an info response: `ok` is combined with grace periods only, `inactive` with any status (RFC 5731, section
 * 2.3).
 */
export const statusesOf = (domain: SimulatedDomain, now: Instant.Instant): ReadonlyArray<DomainStatus> => {
  if (domain.phase._tag === "PendingCreate") return phaseStatuses.PendingCreate
  const set = [
    ...phaseStatuses[domain.phase._tag],
    ...(isTransferPending(domain) ? ["pendingTransfer" as const] : []),
    ...domain.server_statuses,
    ...domain.client_statuses
  ]
  const inactive = domain.nameservers.length === 0
  return [
    ...(inactive ? ["inactive" as const] : set.length === 0 ? ["ok" as const] : []),
    ...set,
    ...(domain.phase._tag === "Active" ? new Set(runningGrace(domain, now).map(({ status }) => status)) : [])
  ]
}

/** Creation, last change and last transfer of the domain. */
export const historyOf = (domain: SimulatedDomain): ObjectHistory => ({
  creator: domain.creator,
  created_on: domain.created_on,
  updater: domain.updater,
  updated_on: domain.updated_on,
  transferred_on: domain.transferred_on
})

/** The domain after a change by a registrar. */
export const updatedBy = (domain: SimulatedDomain, registrar: string, now: Instant.Instant): SimulatedDomain => ({
  ...domain,
  updater: registrar,
  updated_on: now
})

/** The domain as shown to its sponsor, or to a registrar with the auth code. */
export const shownTo = (
  domain: SimulatedDomain,
  viewer: { readonly registrar: string; readonly seesAuthCode: boolean },
  now: Instant.Instant
): RegistryDomain => ({
  name: domain.name,
  roid: domain.roid,
  sponsor: domain.sponsor === viewer.registrar ? "account" : "other",
  sponsor_id: domain.sponsor,
  statuses: statusesOf(domain, now),
  contacts: domain.contacts,
  nameservers: domain.nameservers,
  subordinate_hosts: domain.subordinate_hosts,
  dnssec: domain.dnssec,
  auth_code: viewer.seesAuthCode ? domain.auth_code : null,
  created_on: domain.created_on,
  expires_on: domain.expires_on,
  transferred_on: domain.transferred_on
})

/** The domain as shown to any other registrar: its existence and its statuses. */
export const shownToOthers = (domain: SimulatedDomain, now: Instant.Instant): RegistryDomain => ({
  ...shownTo(domain, { registrar: "", seesAuthCode: false }, now),
  contacts: [],
  nameservers: [],
  subordinate_hosts: [],
  dnssec: [],
  created_on: null,
  expires_on: null,
  transferred_on: null
})
