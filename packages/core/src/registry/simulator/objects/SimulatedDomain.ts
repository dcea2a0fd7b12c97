import { DateTime, Schema } from "effect"
import { DomainName, Hostname, Instant, Period } from "../../../shared/index.ts"
import { VerificationClaim } from "../../PollMessage.ts"
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

/** The statuses that only the registry sets and lifts. */
export const ServerStatus = Schema.Literals([
  "serverTransferProhibited",
  "serverUpdateProhibited",
  "serverDeleteProhibited",
  "serverRenewProhibited",
  "serverRestoreProhibited",
  "serverHold"
])
export type ServerStatus = typeof ServerStatus.Type

/** A time in which an operation can be undone for credit (RFC 3915, section 3.1). Several may run at once. */
export const GracePeriod = Schema.Struct({
  status: Schema.Literals(["addPeriod", "renewPeriod", "autoRenewPeriod", "transferPeriod"]),
  ends_on: Instant.Instant,
  /** What the operation added. */
  term: NullOr(Period.Period),
  /** What it cost, in minor units: the credit for undoing it. */
  charged: Schema.Int
})
export type GracePeriod = typeof GracePeriod.Type

/** Where a name stands between its registration and its end. */
export const Phase = Schema.Union([
  TaggedStruct("PendingCreate", {
    decides_on: Instant.Instant,
    accepts: Schema.Boolean,
    period: Period.Period,
    command_id: Schema.String
  }),
  TaggedStruct("Active", {}),
  TaggedStruct("Redemption", { ends_on: Instant.Instant }),
  /** A restore was requested; without a report by then the name returns to redemption. */
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
  /** What the registry does when nobody else does. */
  acts_by: Schema.Literals(["serverApproved", "clientApproved", "serverCancelled"]),
  term: NullOr(Period.Period),
  expires_on: NullOr(Instant.Instant)
})
export type SimulatedTransfer = typeof SimulatedTransfer.Type

/** A demand for verification: raised at one time, followed by a hold at another unless it is met. */
export const Verification = Schema.Struct({
  claims: Schema.Array(VerificationClaim),
  demands_on: Instant.Instant,
  holds_on: Instant.Instant,
  demanded: Schema.Boolean,
  held: Schema.Boolean
})
export type Verification = typeof Verification.Type

/** A name as the simulated registry keeps it. */
export const SimulatedDomain = Schema.Struct({
  name: DomainName,
  roid: Schema.String,
  /** The registrar who sponsors it. */
  sponsor: Schema.String,
  /** The registrar who registered it. */
  creator: Schema.String,
  /** Who changed it last, and when; null before the first change. */
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
  /** The newest one. */
  transfer: NullOr(SimulatedTransfer),
  verification: NullOr(Verification),
  /** Until when new DNSSEC data is put off; null before the first try. */
  dnssec_deferred_until: NullOr(Instant.Instant)
})
export type SimulatedDomain = typeof SimulatedDomain.Type

/** Whether a transfer waits for a decision. */
export const isTransferPending = (domain: SimulatedDomain): boolean => domain.transfer?.status === "pending"

/** The grace periods that still run; one that ends now is over. */
export const runningGrace = (domain: SimulatedDomain, now: Instant.Instant): ReadonlyArray<GracePeriod> =>
  domain.grace.filter(({ ends_on }) => DateTime.isGreaterThan(ends_on, now))

/** What undoing the operations in their grace periods would bring, in minor units. */
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
 * What an info answer shows: `ok` stands alone but for grace periods, `inactive` beside anything (RFC 5731, section
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

/** Who did what to the domain, and when. */
export const historyOf = (domain: SimulatedDomain): ObjectHistory => ({
  creator: domain.creator,
  created_on: domain.created_on,
  updater: domain.updater,
  updated_on: domain.updated_on,
  transferred_on: domain.transferred_on
})

/** The domain changed by a registrar. */
export const updatedBy = (domain: SimulatedDomain, registrar: string, now: Instant.Instant): SimulatedDomain => ({
  ...domain,
  updater: registrar,
  updated_on: now
})

/** The domain as its sponsor, or a registrar with the auth code, sees it. */
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

/** The domain as any other registrar sees it: that it exists, and in which state. */
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
