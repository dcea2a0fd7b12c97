import { Context, type Effect } from "effect"
import type { Actor, Agent, OrganizationId } from "../shared/index.ts"

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

/** The caller without the right to auth codes. */
export const withoutAuthCodes = (actor: Actor): Actor => ({
  ...actor,
  permissions: new Set([...actor.permissions].filter((right) => right !== "domain_auth_codes:read"))
})

/** The caller as a program that acts for it. */
export const asAgent = (actor: Actor, agent: Agent, { show_auth_codes }: AgentRule): Actor => ({
  ...(show_auth_codes ? actor : withoutAuthCodes(actor)),
  agent
})
