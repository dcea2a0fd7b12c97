import { Instant } from "../shared/index.ts"
import type { Action, Approval, ApprovalPath, ApprovalState } from "./Approval.ts"

/** State of an approval at a time. Source: agent endpoint specification, "States and transitions". */
export const stateAt = (
  { consumed_on, expires_on }: Pick<Approval, "consumed_on" | "expires_on">,
  now: Instant.Instant
): ApprovalState => {
  if (consumed_on !== null) return "consumed"
  return Instant.hasPassed(expires_on, now) ? "expired" : "challenged"
}

/** Caller to whom an approval is bound. `scopes` are sorted. */
export type Asker = Pick<Approval, "organization_id" | "user_id" | "client_id" | "scopes">

/** Fields of an approval that bind it to one call. */
export type Bound =
  & Asker
  & Pick<Approval, "operation_id" | "action_hash" | "cost" | "path" | "consumed_on" | "expires_on">

/** Reason why an approval does not allow a call. */
export type Obstacle = "other_caller" | "other_path" | "other_action" | "other_price" | "expired" | "consumed"

/** Reason why an approval does not allow an action; undefined if it does. */
export const obstacleTo = (
  approval: Bound,
  action: Pick<Action, "operation_id" | "action_hash" | "cost">,
  asker: Asker,
  path: ApprovalPath,
  now: Instant.Instant
): Obstacle | undefined => {
  if (!isSameAsker(approval, asker)) return "other_caller"
  // Declining is recorded only on the path of the question, so tokens of other paths are refused.
  if (approval.path !== path) return "other_path"
  if (approval.operation_id !== action.operation_id || approval.action_hash !== action.action_hash) {
    return "other_action"
  }
  if (approval.cost?.amount !== action.cost?.amount || approval.cost?.currency !== action.cost?.currency) {
    return "other_price"
  }
  const state = stateAt(approval, now)
  return state === "challenged" ? undefined : state
}

export const isSameAsker = (a: Asker, b: Asker): boolean =>
  a.organization_id === b.organization_id && a.user_id === b.user_id && a.client_id === b.client_id
  && a.scopes.length === b.scopes.length && a.scopes.every((scope, index) => scope === b.scopes[index])
