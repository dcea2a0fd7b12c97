import { DomainStatus } from "../registry/index.ts"
import type { Domain } from "./Domain.ts"

/** Action on a domain, by a caller or by schedule. */
export type DomainAction = "update" | "renew" | "delete" | "restore" | "transfer"

/**
 * The statuses that forbid each action. Source: REST specification, "Organization, contact claim, domain registry
 * statuses"; RFC 5731, section 2.3, for the others.
 */
export const prohibitedBy: Readonly<Record<DomainAction, ReadonlyArray<DomainStatus>>> = {
  update: [
    "clientUpdateProhibited",
    "serverUpdateProhibited",
    "pendingCreate",
    "pendingTransfer",
    "pendingRestore",
    "pendingDelete",
    "redemptionPeriod"
  ],
  renew: [
    "clientRenewProhibited",
    "serverRenewProhibited",
    "pendingCreate",
    "pendingTransfer",
    "pendingRenew",
    "pendingRestore",
    "pendingDelete",
    "redemptionPeriod"
  ],
  delete: [
    "clientDeleteProhibited",
    "serverDeleteProhibited",
    "pendingCreate",
    "pendingTransfer",
    "pendingRestore",
    "pendingDelete",
    "redemptionPeriod"
  ],
  restore: ["serverRestoreProhibited", "pendingRestore"],
  transfer: ["clientTransferProhibited", "serverTransferProhibited", "pendingTransfer", "pendingDelete"]
}

/** Statuses of a domain that forbid an action; empty if it is allowed. */
export const prohibiting = (domain: Domain, action: DomainAction): ReadonlyArray<DomainStatus> =>
  domain.registry_statuses.filter((status) => prohibitedBy[action].includes(status))

/** Statuses that do not exclude `ok`: they forbid nothing. */
const compatibleWithOk: ReadonlySet<DomainStatus> = new Set([
  "addPeriod",
  "renewPeriod",
  "autoRenewPeriod",
  "transferPeriod",
  "inactive"
])

const order = new Map(DomainStatus.literals.map((status, index) => [status, index]))

/** Each status once, in the order of the vocabulary, with `ok` if and only if nothing is pending or forbidden. */
export const arranged = (statuses: Iterable<DomainStatus>): ReadonlyArray<DomainStatus> => {
  const distinct = new Set(statuses)
  distinct.delete("ok")
  const others = Array.from(distinct).filter((status) => !compatibleWithOk.has(status))
  if (others.length === 0 && !distinct.has("inactive")) distinct.add("ok")
  return Array.from(distinct).toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
}

export const withStatus = (domain: Domain, status: DomainStatus): Domain => ({
  ...domain,
  registry_statuses: arranged([...domain.registry_statuses, status])
})

export const withoutStatus = (domain: Domain, ...statuses: ReadonlyArray<DomainStatus>): Domain => ({
  ...domain,
  registry_statuses: arranged(domain.registry_statuses.filter((status) => !statuses.includes(status)))
})

/** Statuses of a grace period. The registry removes them without a command. */
export const graceStatuses: ReadonlySet<DomainStatus> = new Set([
  "addPeriod",
  "renewPeriod",
  "autoRenewPeriod",
  "transferPeriod"
])

/** True until the registry has completed the registration or inbound transfer of the domain. */
export const isBeingAcquired = (domain: Domain): boolean => domain.roid === ""

/** True from the completion of a registration or inbound transfer until the domain is deleted. */
export const isOwned = (domain: Domain): boolean => !domain.read_only && !isBeingAcquired(domain) && !isDeleted(domain)

const statusesOfDeleted: ReadonlySet<DomainStatus> = new Set(["redemptionPeriod", "pendingDelete", "pendingRestore"])

/** True if the domain is deleted and its name is not released yet. */
export const isDeleted = (domain: Pick<Domain, "registry_statuses">): boolean =>
  domain.registry_statuses.some((status) => statusesOfDeleted.has(status))
