import { Context, type Effect } from "effect"
import { type Actor, type Agent, covers, type OrganizationId } from "../shared/index.ts"

/** Members of an organization's policy for agents that decide who a caller is. */
export interface AgentRule {
  /** Programs may use the REST interface. */
  readonly rest_access: boolean
  /** Auth codes are shown to programs. */
  readonly show_auth_codes: boolean
}

/** Port: the policy for agents; the approvals slice answers. */
export class AgentRules extends Context.Service<AgentRules, {
  readonly of: (organization: OrganizationId) => Effect.Effect<AgentRule>
}>()("@namewright/core/access/AgentRules") {}

/** The caller as a program that acts for it. */
export const asAgent = (
  actor: Actor,
  agent: Omit<Agent, "sees_auth_codes">,
  { show_auth_codes }: AgentRule
): Actor => ({ ...actor, agent: { ...agent, sees_auth_codes: show_auth_codes } })

/**
 * Whether the caller is shown auth codes: its role grants it, and a program is shown them as well. The right alone says
 * what the caller may grant to others.
 */
export const seesAuthCodes = ({ agent, permissions }: Actor): boolean =>
  covers(permissions, "domain_auth_codes:read") && agent?.sees_auth_codes !== false

/** The caller, if it is a program, as one that is not shown auth codes. */
export const withoutAuthCodes = (actor: Actor): Actor =>
  actor.agent === undefined ? actor : { ...actor, agent: { ...actor.agent, sees_auth_codes: false } }
