import { Context, Effect, Layer, Option, Schema } from "effect"
import { makeObjectLog } from "../objectlog/index.ts"
import {
  type Actor,
  CurrentActor,
  type InputIssue,
  inputIssue,
  Instant,
  type InvalidInput,
  type OrganizationId,
  type Page,
  type PageRequest,
  type Permission,
  PlatformSettings,
  refuseInput,
  Transaction
} from "../shared/index.ts"
import { ApiKeyNotFound, AuthenticationFailed, type RoleNotFound } from "./AccessError.ts"
import {
  agentKeyIssues,
  type ApiKey,
  type ApiKeyId,
  type ApiKeyPatch,
  type CreatedCredential,
  isApiKeyId,
  type NewApiKey,
  newApiKeyId,
  type OrganizationCredential,
  statusOf
} from "./ApiKey.ts"
import { ApiKeyStore } from "./ApiKeyStore.ts"
import { type AuthorizationError, authorize, PermissionDenied, refuseExceeding } from "./Authorization.ts"
import { lockedRights } from "./NamedRole.ts"
import { ProgramConsents } from "./ProgramConsents.ts"
import { RecentCallers } from "./RecentCallers.ts"
import { RoleStore } from "./RoleStore.ts"
import * as SecretHash from "./SecretHash.ts"
import * as SecretText from "./SecretText.ts"
import { UserId } from "./User.ts"
import { UserStore } from "./UserStore.ts"

const isUserId = Schema.is(UserId)

/** Credentials of an organization. Source: REST specification, "Authentication". */
export class ApiKeys extends Context.Service<ApiKeys, {
  /**
   * Creates a credential. Only this response contains its secrets. It grants no permission that its creator lacks. A
   * credential created by a program must expire, and the policy for agents applies to it.
   */
  readonly create: (
    input: NewApiKey
  ) => Effect.Effect<CreatedCredential, AuthorizationError | InvalidInput | RoleNotFound, CurrentActor>
  /**
   * Changes a credential. The change applies at once, also to its access tokens and its jobs. The caller needs every
   * right of the credential's role. A program changes only credentials that programs created for its user.
   */
  readonly update: (
    id: ApiKeyId,
    patch: ApiKeyPatch
  ) => Effect.Effect<
    OrganizationCredential,
    AuthorizationError | ApiKeyNotFound | InvalidInput | RoleNotFound,
    CurrentActor
  >
  /** All credentials, including revoked ones, the newest first. */
  readonly list: (
    page: PageRequest
  ) => Effect.Effect<Page<OrganizationCredential>, AuthorizationError, CurrentActor>
  /** Revokes a credential and its tokens at once. Repeated calls keep the time of the first. */
  readonly revoke: (id: ApiKeyId) => Effect.Effect<void, AuthorizationError | ApiKeyNotFound, CurrentActor>
  /** The caller's own credential; requires no permission. */
  readonly introspect: Effect.Effect<OrganizationCredential, AuthenticationFailed, CurrentActor>
}>()("@namewright/core/access/ApiKeys") {
  static readonly layer = Layer.effect(
    ApiKeys,
    Effect.gen(function*() {
      const store = yield* ApiKeyStore
      const roles = yield* RoleStore
      const recent = yield* RecentCallers
      const log = yield* makeObjectLog
      const users = yield* UserStore
      const consents = yield* ProgramConsents
      const transaction = yield* Transaction
      const { environment } = yield* PlatformSettings

      /**
       * Checks that the program's consent exists. Consents end under the lock of their user, so no key is created after
       * the end. Requires an open transaction.
       */
      const requireConsent = Effect.fnUntraced(function*({ agent, organization_id, principal }: Actor) {
        if (agent === undefined) return
        const isKnown = !isUserId(agent.user_id) || Option.isSome(yield* users.lock(agent.user_id))
        const isActive = principal.type === "api_key"
          ? isApiKeyId(principal.id) && (yield* activeKey(organization_id, principal.id))
          : agent.grant_id === undefined || (yield* consents.exists(agent.grant_id))
        if (!isKnown || !isActive) return yield* new PermissionDenied({ reason: "The consent of the person has ended" })
      })

      const activeKey = Effect.fnUntraced(function*(organization: OrganizationId, id: ApiKeyId) {
        const now = yield* Instant.now
        return Option.exists(yield* store.find(organization, id), (key) => statusOf(key, now) === "active")
      })

      /** Refuses credentials with any restriction, including one of networks alone. */
      const requireUnrestricted = Effect.fnUntraced(function*({ organization_id, principal }: Actor) {
        if (principal.type !== "api_key" || !isApiKeyId(principal.id)) return
        const caller = yield* store.find(organization_id, principal.id)
        if (Option.exists(caller, ({ restrictions }) => restrictions !== null)) {
          return yield* new PermissionDenied({
            reason: "A restricted credential neither creates nor changes credentials"
          })
        }
      })

      const create = Effect.fn("ApiKeys.create")(function*(input: NewApiKey) {
        const actor = yield* authorize("api_keys:manage")
        yield* requireUnrestricted(actor)
        const now = yield* Instant.now
        yield* refuseInput([...actor.agent === undefined ? [] : agentKeyIssues(input, now), ...valueIssues(input, now)])
        const role = input.role ?? "admin"
        const api_key = yield* SecretText.generate("api_key", environment)
        const client_secret = yield* SecretText.generate("client_secret", environment)
        const key: ApiKey = {
          api_key_id: yield* newApiKeyId,
          organization_id: actor.organization_id,
          api_key_name: input.api_key_name,
          api_key_description: input.api_key_description ?? null,
          api_key_last_four: SecretText.lastFour(api_key),
          role,
          created_on: now,
          last_used_on: null,
          last_used_address: null,
          expires_at: input.expires_at ?? null,
          deleted_on: null,
          restrictions: input.restrictions ?? null,
          agent_client_id: actor.agent?.client_id ?? null,
          agent_user_id: actor.agent?.user_id ?? null
        }
        const secrets = {
          key_hash: yield* SecretHash.hashOf(api_key),
          client_secret_hash: yield* SecretHash.hashOf(client_secret)
        }
        yield* transaction.atomically(Effect.gen(function*() {
          yield* requireConsent(actor)
          yield* grantable(actor, yield* lockedRights(roles, actor.organization_id, role))
          yield* store.insert(key, secrets)
          yield* log.record({
            organization_id: actor.organization_id,
            object_type: "API_KEY",
            object_id: key.api_key_id,
            action: "CREATED",
            after: key
          })
        }))
        return { ...describe(key, now), api_key, client_id: actor.organization_id, client_secret }
      })

      const update = Effect.fn("ApiKeys.update")(function*(api_key_id: ApiKeyId, patch: ApiKeyPatch) {
        const actor = yield* authorize("api_keys:manage")
        yield* requireUnrestricted(actor)
        const now = yield* Instant.now
        yield* refuseInput(valueIssues(patch, now))
        const changed = yield* transaction.atomically(Effect.gen(function*() {
          const found = yield* store.lock(actor.organization_id, api_key_id)
          if (Option.isNone(found)) return yield* new ApiKeyNotFound({ api_key_id })
          const before = found.value
          const after: ApiKey = { ...before, ...patch }
          yield* requireOwnOfAgent(actor, before)
          if (before.agent_user_id !== null && patch.expires_at !== undefined) {
            yield* refuseInput(agentKeyIssues(after, now))
          }
          yield* requireConsent(actor)
          for (const role of new Set([before.role, after.role])) {
            yield* grantable(actor, yield* lockedRights(roles, actor.organization_id, role))
          }
          yield* store.update(after)
          yield* log.record({
            organization_id: actor.organization_id,
            object_type: "API_KEY",
            object_id: api_key_id,
            action: "UPDATED",
            before,
            after
          })
          return after
        }))
        yield* recent.forget
        return describe(changed, now)
      })

      const list = Effect.fn("ApiKeys.list")(function*(page: PageRequest) {
        const actor = yield* authorize("api_keys:read")
        const now = yield* Instant.now
        const found = yield* store.list(actor.organization_id, page)
        return { ...found, items: found.items.map((key) => describe(key, now)) }
      })

      const revoke = Effect.fn("ApiKeys.revoke")(function*(api_key_id: ApiKeyId) {
        const actor = yield* authorize("api_keys:delete")
        const { organization_id } = actor
        yield* transaction.atomically(Effect.gen(function*() {
          const before = yield* store.find(organization_id, api_key_id)
          const exists = yield* store.revoke(organization_id, api_key_id, yield* Instant.now)
          if (!exists || Option.isNone(before)) return yield* new ApiKeyNotFound({ api_key_id })
          if (before.value.deleted_on !== null) return
          yield* log.record({
            organization_id,
            object_type: "API_KEY",
            object_id: api_key_id,
            action: "DELETED",
            before: before.value
          })
        }))
        yield* recent.forget
      })

      const introspect = Effect.gen(function*() {
        const { organization_id, principal } = yield* CurrentActor
        if (principal.type !== "api_key" || !isApiKeyId(principal.id)) {
          return yield* new AuthenticationFailed({ reason: "organization_only" })
        }
        const found = yield* store.find(organization_id, principal.id)
        if (Option.isNone(found)) return yield* new AuthenticationFailed({ reason: "unknown" })
        return describe(found.value, yield* Instant.now)
      }).pipe(Effect.withSpan("ApiKeys.introspect"))

      return ApiKeys.of({ create, update, list, revoke, introspect })
    })
  )
}

const describe = (key: ApiKey, now: Instant.Instant): OrganizationCredential => ({ ...key, status: statusOf(key, now) })

/** Problems that the schema cannot check: an expiry in the past, and an unassignable role. */
const valueIssues = (
  { expires_at, role }: Pick<NewApiKey, "expires_at" | "role">,
  now: Instant.Instant
): ReadonlyArray<InputIssue> => [
  ...(expires_at !== undefined && expires_at !== null && Instant.hasPassed(expires_at, now)
    ? [inputIssue(["body", "expires_at"], "value_error", "Expected a time in the future", Instant.format(expires_at))]
    : []),
  ...(role === "owner"
    ? [inputIssue(["body", "role"], "value_error", "The role owner cannot be assigned", role)]
    : [])
]

/** Refuses changes by programs, except to credentials that programs created for the same user. */
const requireOwnOfAgent = ({ agent }: Actor, { agent_user_id }: ApiKey): Effect.Effect<void, PermissionDenied> =>
  agent === undefined || agent.user_id === agent_user_id
    ? Effect.void
    : Effect.fail(
      new PermissionDenied({ reason: "A program changes only credentials that programs created for its user" })
    )

/** Refuses permissions that the caller lacks. */
const grantable = (actor: Actor, rights: ReadonlySet<Permission>): Effect.Effect<void, PermissionDenied> =>
  refuseExceeding(
    actor,
    rights,
    (missing) => `A credential cannot have more permissions than its creator, who lacks ${missing}`
  )
