import { Context, type Effect } from "effect"
import { type Actor, type Agent, covers, type OrganizationId } from "../shared/index.ts"

/** Members of an organization's policy for agents that affect authentication. */
export interface AgentRule {
  /** Programs may use the REST interface. */
  readonly rest_access: boolean
  /** Auth codes are shown to programs. */
  readonly show_auth_codes: boolean
}

/** Port for the policy for agents, implemented by the approvals slice. */
export class AgentRules extends Context.Service<AgentRules, {
  readonly of: (organization: OrganizationId) => Effect.Effect<AgentRule>
}>()("@namewright/core/access/AgentRules") {}

/** The actor of a program that acts for this caller. */
export const asAgent = (
  actor: Actor,
  agent: Omit<Agent, "sees_auth_codes">,
  { show_auth_codes }: AgentRule
): Actor => ({ ...actor, agent: { ...agent, sees_auth_codes: show_auth_codes } })

/**
 * True if the caller sees auth codes: its role grants it and, for a program, the policy as well. For grants to others,
 * the permission alone decides.
 */
export const seesAuthCodes = ({ agent, permissions }: Actor): boolean =>
  covers(permissions, "domain_auth_codes:read") && agent?.sees_auth_codes !== false

/** The caller; without access to auth codes if it is a program. */
export const withoutAuthCodes = (actor: Actor): Actor =>
  actor.agent === undefined ? actor : { ...actor, agent: { ...actor.agent, sees_auth_codes: false } }
