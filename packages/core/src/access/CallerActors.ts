import { Effect, Option, Schema } from "effect"
import { type Actor, type Agent, covers, type OrganizationId, type Permission, permissions } from "../shared/index.ts"
import { AuthenticationFailed } from "./AccessError.ts"
import { AgentRules, asAgent } from "./AgentRules.ts"
import type { ApiKey } from "./ApiKey.ts"
import { CredentialStore, type StoredCaller, type StoredCredential } from "./CredentialStore.ts"
import { scopeOf } from "./KeyRestrictions.ts"
import { OrganizationDirectory } from "./OrganizationDirectory.ts"
import { permissionsOf } from "./Role.ts"
import { UserId } from "./User.ts"

const isUserId = Schema.is(UserId)

/** Actors of stored keys and users, with the current permissions of their roles. */
export const callerActors = Effect.gen(function*() {
  const directory = yield* OrganizationDirectory
  const rules = yield* AgentRules
  const credentials = yield* CredentialStore

  const organizationOf = Effect.fnUntraced(function*(id: OrganizationId) {
    const organization = yield* requireStored(yield* directory.find(id))
    return {
      organization_id: organization.organization_id,
      parent_organization_id: organization.parent_organization_id,
      organization_active: organization.active
    }
  })

  /**
   * Intersection with the current permissions of the user. Users of a host's own user management are unknown here and
   * restrict nothing.
   */
  const permissionsWithin = Effect.fnUntraced(function*(user_id: string, granted: ReadonlySet<Permission>) {
    if (!isUserId(user_id)) return granted
    const person = rightsOf(yield* requireStored(yield* credentials.findUser(user_id)))
    return new Set(permissions.filter((right) => covers(granted, right) && covers(person, right)))
  })

  const key = Effect.fnUntraced(function*({ custom_permissions, key: stored }: StoredCredential) {
    const scope = scopeOf(stored.restrictions)
    const actor: Actor = {
      ...(scope === undefined ? {} : { scope }),
      ...yield* organizationOf(stored.organization_id),
      principal: { type: "api_key", id: stored.api_key_id },
      role: stored.role,
      permissions: permissionsOf(stored.role, custom_permissions)
    }
    const agent = agentOf(stored)
    if (agent === undefined) return actor
    const limited = { ...actor, permissions: yield* permissionsWithin(agent.user_id, actor.permissions) }
    return asAgent(limited, agent, yield* rules.of(actor.organization_id))
  })

  const user = Effect.fnUntraced(function*(stored: StoredCaller) {
    const { organization_id, role, user_id } = stored
    const actor: Actor = {
      ...yield* organizationOf(organization_id),
      principal: { type: "user", id: user_id },
      role,
      permissions: rightsOf(stored)
    }
    return actor
  })

  return { key, user }
})

const rightsOf = ({ custom_permissions, role }: StoredCaller): ReadonlySet<Permission> =>
  role === null ? new Set() : permissionsOf(role, custom_permissions)

/** The program that created a key; the key remains bound by the policy for agents. */
const agentOf = ({ agent_client_id, agent_user_id, api_key_id }: ApiKey): Omit<Agent, "sees_auth_codes"> | undefined =>
  agent_client_id === null || agent_user_id === null
    ? undefined
    : { client_id: agent_client_id, user_id: agent_user_id, scopes: [api_key_id] }

/** The stored caller; fails if there is none. */
export const requireStored = <A>(found: Option.Option<A>): Effect.Effect<A, AuthenticationFailed> =>
  Option.match(found, {
    onNone: () => Effect.fail(new AuthenticationFailed({ reason: "unknown" })),
    onSome: Effect.succeed
  })
