import { Context, Effect, Layer, Option } from "effect"
import { AgentRules, type AuthorizationError, authorize, PermissionDenied, RecentCallers } from "../access/index.ts"
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

/** What an organization lets agents do; they cannot change it themselves. */
export class AgentPolicies extends Context.Service<AgentPolicies, {
  readonly get: Effect.Effect<AgentPolicy, AuthorizationError, CurrentActor>
  /** Holds from now on, also for what was approved and is not used yet. */
  readonly replace: (
    policy: NewAgentPolicy
  ) => Effect.Effect<AgentPolicy, AuthorizationError | InvalidInput, CurrentActor>
  /** For the platform itself, which checks no right. */
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
        return { ...stored, show_auth_codes: stored.show_auth_codes ?? environment === "sandbox" }
      })

      const get = Effect.gen(function*() {
        const { organization_id } = yield* authorize("organization:read")
        return yield* of(organization_id)
      }).pipe(Effect.withSpan("AgentPolicies.get"))

      const replace = Effect.fn("AgentPolicies.replace")(function*(policy: NewAgentPolicy) {
        const { agent, organization_id } = yield* authorize("organization:manage")
        if (agent !== undefined) {
          return yield* new PermissionDenied({ reason: "An agent cannot change what agents may do" })
        }
        if (policy.require_web_approval && approval_pages === undefined) {
          const msg = "This installation has no web page on which a person could approve"
          yield* refuseInput([inputIssue(["body", "require_web_approval"], "value_error", msg, true)])
        }
        yield* store.save(organization_id, { ...standardPolicy, ...policy }, yield* Instant.now)
        yield* recent.forget
        return yield* of(organization_id)
      })

      return AgentPolicies.of({ get, replace, of })
    })
  )

  /** Answers what callers are, by the policy of their organization. */
  static readonly layerRules = Layer.effect(AgentRules, Effect.map(AgentPolicies, ({ of }) => AgentRules.of({ of })))
}
