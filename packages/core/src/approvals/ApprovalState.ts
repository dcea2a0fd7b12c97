import { Instant } from "../shared/index.ts"
import type { Action, Approval, ApprovalPath, ApprovalState } from "./Approval.ts"

/** The state at a moment. Source: agent endpoint specification, "States and transitions". */
export const stateAt = (
  { consumed_on, expires_on }: Pick<Approval, "consumed_on" | "expires_on">,
  now: Instant.Instant
): ApprovalState => {
  if (consumed_on !== null) return "consumed"
  return Instant.hasPassed(expires_on, now) ? "expired" : "challenged"
}

/** Who asks, as far as an approval is bound to it. `scopes` are sorted. */
export type Asker = Pick<Approval, "organization_id" | "user_id" | "client_id" | "scopes">

/** What an approval is bound to. */
export type Bound =
  & Asker
  & Pick<Approval, "operation_id" | "action_hash" | "cost" | "path" | "consumed_on" | "expires_on">

/** Why an approval is of no use. */
export type Obstacle = "other_caller" | "other_path" | "other_action" | "other_price" | "expired" | "consumed"

/** Why an approval does not let an action through; undefined where it does. */
export const obstacleTo = (
  approval: Bound,
  action: Pick<Action, "operation_id" | "action_hash" | "cost">,
  asker: Asker,
  path: ApprovalPath,
  now: Instant.Instant
): Obstacle | undefined => {
  if (!isSameAsker(approval, asker)) return "other_caller"
  // Declining is recorded on the path of the question only, so no other path accepts its token.
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
