import { Effect, Option } from "effect"
import type { Actor, Agent, OrganizationId } from "../shared/index.ts"
import { AuthenticationFailed } from "./AccessError.ts"
import { AgentRules, asAgent } from "./AgentRules.ts"
import type { ApiKey } from "./ApiKey.ts"
import type { StoredCaller, StoredCredential } from "./CredentialStore.ts"
import { OrganizationDirectory } from "./OrganizationDirectory.ts"
import { permissionsOf } from "./Role.ts"

/** The actors of stored keys and people, with the rights that their roles grant now. */
export const callerActors = Effect.gen(function*() {
  const directory = yield* OrganizationDirectory
  const rules = yield* AgentRules

  const organizationOf = Effect.fnUntraced(function*(id: OrganizationId) {
    const organization = yield* known(yield* directory.find(id))
    return {
      organization_id: organization.organization_id,
      parent_organization_id: organization.parent_organization_id,
      organization_active: organization.active
    }
  })

  const key = Effect.fnUntraced(function*({ custom_permissions, key: stored }: StoredCredential) {
    const actor: Actor = {
      ...yield* organizationOf(stored.organization_id),
      principal: { type: "api_key", id: stored.api_key_id },
      role: stored.role,
      permissions: permissionsOf(stored.role, custom_permissions)
    }
    const agent = agentOf(stored)
    return agent === undefined ? actor : asAgent(actor, agent, yield* rules.of(actor.organization_id))
  })

  const user = Effect.fnUntraced(function*({ custom_permissions, organization_id, role, user_id }: StoredCaller) {
    const actor: Actor = {
      ...yield* organizationOf(organization_id),
      principal: { type: "user", id: user_id },
      role,
      permissions: role === null ? new Set() : permissionsOf(role, custom_permissions)
    }
    return actor
  })

  return { key, user }
})

/** The program that created a key, which stays bound by the policy for agents. */
const agentOf = ({ agent_client_id, agent_user_id, api_key_id }: ApiKey): Omit<Agent, "sees_auth_codes"> | undefined =>
  agent_client_id === null || agent_user_id === null
    ? undefined
    : { client_id: agent_client_id, user_id: agent_user_id, scopes: [api_key_id] }

/** What was found; a caller who is in no store is refused. */
export const known = <A>(found: Option.Option<A>): Effect.Effect<A, AuthenticationFailed> =>
  Option.match(found, {
    onNone: () => Effect.fail(new AuthenticationFailed({ reason: "unknown" })),
    onSome: Effect.succeed
  })
