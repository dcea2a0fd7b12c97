import { Context, Effect, Layer, Option } from "effect"
import { AgentRules, type AuthorizationError, authorize, RecentCallers, refuseAgent } from "../access/index.ts"
import {
  type CurrentActor,
  inputIssue,
  Instant,
  type InvalidInput,
  type OrganizationId,
  PlatformSettings,
  refuseInput
} from "../shared/index.ts"
import { AgentPolicyStore } from "./AgentPolicyStore.ts"
import { type AgentPolicy, type NewAgentPolicy, standardPolicy } from "./Approval.ts"

/** Policy of an organization for agents, which agents cannot change. */
export class AgentPolicies extends Context.Service<AgentPolicies, {
  readonly get: Effect.Effect<AgentPolicy, AuthorizationError, CurrentActor>
  /** Takes effect at once, also for unused approvals. */
  readonly replace: (
    policy: NewAgentPolicy
  ) => Effect.Effect<AgentPolicy, AuthorizationError | InvalidInput, CurrentActor>
  /** For the platform itself; checks no permissions. */
  readonly of: (organization: OrganizationId) => Effect.Effect<AgentPolicy>
}>()("@namewright/core/approvals/AgentPolicies") {
  static readonly layer = Layer.effect(
    AgentPolicies,
    Effect.gen(function*() {
      const store = yield* AgentPolicyStore
      const recent = yield* RecentCallers
      const { approval_pages, environment } = yield* PlatformSettings

      const of = Effect.fnUntraced(function*(organization: OrganizationId) {
        const stored = Option.getOrElse(yield* store.find(organization), () => standardPolicy)
        return {
          ...stored,
          require_web_approval_for_risks: stored.require_web_approval_for_risks ?? environment === "production",
          show_auth_codes: stored.show_auth_codes ?? environment === "sandbox"
        }
      })

      const get = Effect.gen(function*() {
        const { organization_id } = yield* authorize("organization:read")
        return yield* of(organization_id)
      }).pipe(Effect.withSpan("AgentPolicies.get"))

      const replace = Effect.fn("AgentPolicies.replace")(function*(policy: NewAgentPolicy) {
        const actor = yield* authorize("organization:manage")
        yield* refuseAgent(actor)
        if (approval_pages === undefined) {
          const demanded = pageMembers.filter((member) => policy[member] === true)
          yield* refuseInput(demanded.map((member) => inputIssue(["body", member], "value_error", noPage, true)))
        }
        yield* store.save(actor.organization_id, { ...standardPolicy, ...policy }, yield* Instant.now)
        yield* recent.forget
        return yield* of(actor.organization_id)
      })

      return AgentPolicies.of({ get, replace, of })
    })
  )

  /** Implements the port of `access` for the policy for agents. */
  static readonly layerRules = Layer.effect(AgentRules, Effect.map(AgentPolicies, ({ of }) => AgentRules.of({ of })))
}

/** Members that require an approval on a web page. */
const pageMembers = ["require_web_approval", "require_web_approval_for_risks"] as const

const noPage = "This installation has no web page on which a person could approve"
