import type { DomainStatus } from "@namewright/core/registry"
import type { EppStatus } from "../../message/DomainCommand.ts"

/** The statuses of RFC 5731, section 2.3, that the schema has. */
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

/** Those of RFC 3915, section 3.1, that a name has beside them. */
const ofGracePeriods: ReadonlySet<DomainStatus> = new Set<DomainStatus>([
  "addPeriod",
  "autoRenewPeriod",
  "renewPeriod",
  "transferPeriod",
  "redemptionPeriod",
  "pendingRestore"
])

/** What of a name's statuses the domain mapping shows. */
export const domainStatuses = (statuses: ReadonlyArray<DomainStatus>): ReadonlyArray<EppStatus> =>
  statuses.filter((status) => ofDomains.has(status)).map((status) => ({ status }))

/** What the grace period mapping shows. A name that waits for its deletion behind redemption is `pendingDelete` there as well. */
export const graceStatuses = (statuses: ReadonlyArray<DomainStatus>): ReadonlyArray<EppStatus> => {
  const shown = statuses.filter((status) => ofGracePeriods.has(status)).map((status) => ({ status }))
  const isLast = statuses.includes("pendingDelete") &&
    !statuses.includes("redemptionPeriod") && !statuses.includes("pendingRestore")
  return isLast ? [...shown, { status: "pendingDelete" }] : shown
}
