import type { DomainStatus } from "@namewright/core/registry"
import type { EppStatus } from "../../message/DomainCommand.ts"

/** Statuses of the domain schema (RFC 5731, section 2.3). */
const ofDomains: ReadonlySet<DomainStatus> = new Set<DomainStatus>([
  "ok",
  "inactive",
  "pendingCreate",
  "pendingUpdate",
  "pendingTransfer",
  "pendingRenew",
  "pendingDelete",
  "serverTransferProhibited",
  "serverUpdateProhibited",
  "serverDeleteProhibited",
  "serverRenewProhibited",
  "serverHold",
  "clientTransferProhibited",
  "clientUpdateProhibited",
  "clientDeleteProhibited",
  "clientRenewProhibited",
  "clientHold"
])

/** Statuses of the grace period schema (RFC 3915, section 3.1). */
const ofGracePeriods: ReadonlySet<DomainStatus> = new Set<DomainStatus>([
  "addPeriod",
  "autoRenewPeriod",
  "renewPeriod",
  "transferPeriod",
  "redemptionPeriod",
  "pendingRestore"
])

/** Statuses of a domain in the domain mapping. */
export const domainStatuses = (statuses: ReadonlyArray<DomainStatus>): ReadonlyArray<EppStatus> =>
  statuses.filter((status) => ofDomains.has(status)).map((status) => ({ status }))

/**
 * Statuses of a domain in the grace period mapping. A domain whose redemption has ended is `pendingDelete` there as
 * well.
 */
export const graceStatuses = (statuses: ReadonlyArray<DomainStatus>): ReadonlyArray<EppStatus> => {
  const shown = statuses.filter((status) => ofGracePeriods.has(status)).map((status) => ({ status }))
  const isLast = statuses.includes("pendingDelete") &&
    !statuses.includes("redemptionPeriod") && !statuses.includes("pendingRestore")
  return isLast ? [...shown, { status: "pendingDelete" }] : shown
}
