import { ClientStatus } from "../../registry/index.ts"
import { type InputIssue, inputIssue } from "../../shared/index.ts"
import type { Domain } from "../Domain.ts"
import type { UpdateDomainRequest } from "./DomainRequest.ts"

type RequestedStatuses = Pick<UpdateDomainRequest, "status_changes" | "statuses" | "transfer_lock">

/** True unless the member is null or absent. */
export const isPresent = <A>(value: A | null | undefined): value is A => value !== null && value !== undefined

/** Contradictions between the status members of a request. Source: REST specification, "Status-update validation". */
export const statusContradictions = ({ status_changes, statuses }: RequestedStatuses): ReadonlyArray<InputIssue> => {
  if (!isPresent(status_changes)) return []
  const add = status_changes.add ?? []
  const remove = status_changes.remove ?? []
  const issue = (message: string): InputIssue =>
    inputIssue(["body", "status_changes"], "value_error", message, status_changes)
  return [
    ...(isPresent(statuses) ? [issue("Name either statuses or status_changes")] : []),
    ...(add.length === 0 && remove.length === 0 ? [issue("Name at least one status to add or to remove")] : []),
    ...(add.some((status) => remove.includes(status)) ? [issue("A status cannot be added and removed at once")] : [])
  ]
}

/** True if a request sets the transfer lock, or confirms it by name. */
export const setsTransferLock = (domain: Pick<Domain, "registry_statuses">, request: RequestedStatuses): boolean => {
  const desired = desiredStatuses(domain, request)
  if (desired === null || !desired.includes("clientTransferProhibited")) return false
  return !domain.registry_statuses.includes("clientTransferProhibited") || request.transfer_lock === true ||
    (request.status_changes?.add ?? []).includes("clientTransferProhibited")
}

/** True if a request lifts the transfer lock, or confirms by name that there is none. */
export const liftsTransferLock = (domain: Pick<Domain, "registry_statuses">, request: RequestedStatuses): boolean => {
  const desired = desiredStatuses(domain, request)
  if (desired === null || desired.includes("clientTransferProhibited")) return false
  return domain.registry_statuses.includes("clientTransferProhibited") || request.transfer_lock === false ||
    (request.status_changes?.remove ?? []).includes("clientTransferProhibited")
}

/**
 * Client statuses that the request asks for; null if it has none of the members. `transfer_lock` applies only without
 * `statuses` and `status_changes`.
 */
export const desiredStatuses = (
  { registry_statuses }: Pick<Domain, "registry_statuses">,
  { status_changes, statuses, transfer_lock }: RequestedStatuses
): ReadonlyArray<ClientStatus> | null => {
  if (isPresent(statuses)) return Array.from(new Set(statuses))
  const present = ClientStatus.literals.filter((status) => registry_statuses.includes(status))
  if (isPresent(status_changes)) {
    const kept = present.filter((status) => !(status_changes.remove ?? []).includes(status))
    return Array.from(new Set([...kept, ...(status_changes.add ?? [])]))
  }
  if (!isPresent(transfer_lock)) return null
  const others = present.filter((status) => status !== "clientTransferProhibited")
  return transfer_lock ? [...others, "clientTransferProhibited"] : others
}
