import { assert, describe, it } from "@effect/vitest"
import {
  AccessTokens,
  ApiKeyNotFound,
  ApiKeys,
  asSystem,
  AuthenticationFailed,
  newApiKeyId,
  OrganizationInactive,
  PermissionDenied,
  RoleNotFound,
  RoleStore,
  systemActor,
  UnknownOrganization,
  UserStore
} from "@namewright/core/access"
import {
  type Actor,
  covers,
  CurrentActor,
  Instant,
  InvalidInput,
  newOrganizationId,
  type OrganizationId,
  type Permission,
  permissions
} from "@namewright/core/shared"
import { DateTime, Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import {
  accessPlatform,
  callWithKey,
  callWithToken,
  currentConsent,
  denyRestAccess,
  newCredential,
  newOrganization,
  newPerson
} from "./AccessPlatform.ts"

const as = (actor: Actor) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.provideService(work, CurrentActor, actor)

const holderOf = (organization: OrganizationId, ...rights: ReadonlyArray<Permission>) =>
  as({ ...systemActor(organization), principal: { type: "user", id: "user" }, permissions: new Set(rights) })

const noRestAccess = "The organization does not allow programs to use the REST interface"

const firstPage = { page: 1, page_size: 10 }

it.layer(accessPlatform())("ApiKeys", (it) => {
  describe("create", () => {
    it.effect("shows a key and a secret that are stored nowhere", () =>
      Effect.gen(function*() {
        const keys = yield* ApiKeys
        const organization = yield* newOrganization()
        const created = yield* newCredential(organization, {
          api_key_name: "billing-export",
          api_key_description: "For us"
        })
        const { api_key, api_key_id, client_id, client_secret, ...shown } = created
        assert.match(Redacted.value(api_key), /^dwk_test_/)
        assert.match(Redacted.value(client_secret), /^dws_test_/)
        assert.strictEqual(client_id, organization)
        assert.deepStrictEqual(shown, {
          organization_id: organization,
          api_key_name: "billing-export",
          api_key_description: "For us",
          api_key_last_four: Redacted.value(api_key).slice(-4),
          role: "admin",
          status: "active",
          created_on: yield* Instant.now,
          last_used_on: null,
          last_used_address: null,
          expires_at: null,
          deleted_on: null,
          restrictions: null,
          agent_client_id: null,
          agent_user_id: null
        })
        const { items } = yield* asSystem(organization, keys.list(firstPage))
        assert.deepStrictEqual(items, [{ ...shown, api_key_id }])
      }))

    it.effect("by a program needs a role and an end within 90 days, and is bound", () =>
      Effect.gen(function*() {
        const keys = yield* ApiKeys
        const organization = yield* newOrganization()
        const agent = { client_id: "client-1", scopes: [], user_id: "user-1", sees_auth_codes: true }
        const program = as({ ...systemActor(organization), principal: { type: "user", id: "user-1" }, agent })
        const now = yield* Instant.now
        const problems = (input: object) =>
          Effect.map(
            Effect.flip(program(keys.create({ api_key_name: "by-program", ...input }))),
            (error) => error instanceof InvalidInput ? error.issues.map(({ loc, type }) => `${loc[1]} ${type}`) : error
          )
        assert.deepStrictEqual(yield* problems({}), ["role missing", "expires_at missing"])
        const late = DateTime.add(now, { days: 90, seconds: 1 })
        assert.deepStrictEqual(yield* problems({ role: "admin", expires_at: late }), ["expires_at value_error"])

        const expires_at = DateTime.add(now, { days: 90 })
        const create = program(keys.create({ api_key_name: "by-program", role: "viewer", expires_at }))
        const created = yield* create
        assert.deepInclude(created, { agent_client_id: "client-1", agent_user_id: "user-1" })
        const actor = yield* callWithKey(created.api_key)
        assert.deepStrictEqual(actor.agent, { ...agent, scopes: [created.api_key_id] })
      }))

    it.effect("by a program is refused after the end of the consent, its key or its user", () =>
      Effect.gen(function*() {
        const keys = yield* ApiKeys
        const users = yield* UserStore
        const { organization_id, user_id } = yield* newPerson(yield* newOrganization(), { role: "owner" })
        const expires_at = DateTime.add(yield* Instant.now, { days: 1 })
        const create = keys.create({ api_key_name: "by-program", role: "admin", expires_at })
        const through = (grant_id: string) =>
          as({
            ...systemActor(organization_id),
            principal: { type: "user", id: user_id },
            agent: { client_id: "client-1", scopes: [], user_id, grant_id, sees_auth_codes: true }
          })
        const first = yield* through(currentConsent)(create)
        const withKey = as(yield* callWithKey(first.api_key))
        yield* withKey(create)
        yield* asSystem(organization_id, keys.revoke(first.api_key_id))
        const refusals = [yield* Effect.flip(through("ended")(create)), yield* Effect.flip(withKey(create))]
        yield* users.remove(user_id)
        refusals.push(yield* Effect.flip(through(currentConsent)(create)))
        const ended = new PermissionDenied({ reason: "The consent of the person has ended" })
        assert.deepStrictEqual(refusals, [ended, ended, ended])
        assert.strictEqual((yield* asSystem(organization_id, keys.list(firstPage))).total, 2)
      }))

    it.effect("by a program never does more than its person may now, and nothing over REST where that is denied", () =>
      Effect.gen(function*() {
        const keys = yield* ApiKeys
        const users = yield* UserStore
        const person = yield* newPerson(yield* newOrganization(), { role: "owner" })
        const { organization_id, user_id } = person
        const agent = { client_id: "client-1", scopes: [], user_id, sees_auth_codes: true }
        const program = as({ ...systemActor(organization_id), principal: { type: "user", id: user_id }, agent })
        const expires_at = DateTime.add(yield* Instant.now, { days: 1 })
        const created = yield* program(keys.create({ api_key_name: "by-program", role: "dns_manager", expires_at }))
        const { api_key } = created
        const may = (right: Permission) =>
          Effect.map(callWithKey(api_key), ({ permissions }) => covers(permissions, right))
        assert.deepStrictEqual([yield* may("dns:manage"), yield* may("contacts:manage")], [true, false])
        yield* Effect.orDie(users.update({ ...person, role: "viewer" }))
        assert.deepStrictEqual([yield* may("dns:manage"), yield* may("dns:read")], [false, true])
        yield* Effect.orDie(users.update({ ...person, role: null }))
        assert.isFalse(yield* may("dns:read"))
        yield* Effect.orDie(users.update(person))

        const tokens = yield* AccessTokens
        const { access_token } = yield* tokens.issue(created)
        yield* callWithToken(access_token)
        yield* denyRestAccess(organization_id)
        const denied = yield* Effect.all([callWithKey(api_key), callWithToken(access_token)].map(Effect.flip))
        assert.deepStrictEqual(denied.map(({ _tag, reason }) => [_tag, reason]), [
          ["PermissionDenied", noRestAccess],
          ["PermissionDenied", noRestAccess]
        ])
        const own = yield* newCredential(organization_id)
        assert.isUndefined((yield* callWithKey(own.api_key)).agent)
        yield* users.remove(user_id)
        assert.strictEqual((yield* Effect.flip(callWithKey(api_key))).reason, "unknown")
      }))

    it.effect("needs api_keys:manage, and an active organization", () =>
      Effect.gen(function*() {
        const keys = yield* ApiKeys
        const organization = yield* newOrganization()
        const create = keys.create({ api_key_name: "a", role: "viewer" })
        const denied = yield* Effect.flip(holderOf(organization, "api_keys:delete", "api_keys:read")(create))
        assert.deepStrictEqual(denied, new PermissionDenied({ permission: "api_keys:manage" }))
        const inactive = { ...systemActor(organization), organization_active: false }
        assert.deepStrictEqual(yield* Effect.flip(as(inactive)(create)), new OrganizationInactive())
      }))

    it.effect("grants no more than the creator may", () =>
      Effect.gen(function*() {
        const keys = yield* ApiKeys
        const organization = yield* newOrganization()
        const dns = ["dns", "email_forwards", "domain_forwards"] as const
        const enough = dns.flatMap((resource) => [`${resource}:manage`, `${resource}:delete`] as const)
        const create = keys.create({ api_key_name: "a", role: "dns_manager" })
        yield* holderOf(organization, "api_keys:manage", ...enough)(create)
        const [missing, ...tooLittle] = enough
        const denied = yield* Effect.flip(holderOf(organization, "api_keys:manage", ...tooLittle)(create))
        assert.instanceOf(denied, PermissionDenied)
        assert.deepStrictEqual(denied instanceof PermissionDenied && denied.permission, missing)
      }))

    it.effect("accepts custom roles of the organization that the creator may grant", () =>
      Effect.gen(function*() {
        const keys = yield* ApiKeys
        const roles = yield* RoleStore
        const organization = yield* newOrganization()
        const now = yield* Instant.now
        const role = { name: "Auditor", description: null, created_on: now, updated_on: now }
        yield* roles.save(organization, { ...role, label: "auditor", permissions: ["audit_logs:read"] })
        const create = keys.create({ api_key_name: "a", role: "auditor" })
        assert.strictEqual((yield* asSystem(organization, create)).role, "auditor")
        assert.instanceOf(yield* Effect.flip(holderOf(organization, "api_keys:manage")(create)), PermissionDenied)
        const stranger = yield* newOrganization()
        assert.deepStrictEqual(
          yield* Effect.flip(asSystem(stranger, create)),
          new RoleNotFound({ role_name: "auditor" })
        )
      }))

    it.effect("names everything that is wrong, and stores nothing", () =>
      Effect.gen(function*() {
        const keys = yield* ApiKeys
        const organization = yield* newOrganization()
        const create = keys.create({ api_key_name: "a", role: "owner", expires_at: yield* Instant.now })
        const error = yield* Effect.flip(asSystem(organization, create))
        assert.instanceOf(error, InvalidInput)
        assert.deepStrictEqual(
          error instanceof InvalidInput && error.issues.map(({ loc, type }) => [loc.join("."), type]),
          [["body.expires_at", "value_error"], ["body.role", "value_error"]]
        )
        assert.strictEqual((yield* asSystem(organization, keys.list(firstPage))).total, 0)
      }))
  })

  describe("list", () => {
    it.effect("returns the current status of each credential", () =>
      Effect.gen(function*() {
        const keys = yield* ApiKeys
        const organization = yield* newOrganization()
        const expires_at = DateTime.add(yield* Instant.now, { minutes: 1 })
        yield* newCredential(organization, { api_key_name: "expiring", expires_at })
        const { api_key_id } = yield* newCredential(organization, { api_key_name: "revoked", expires_at })
        yield* newCredential(organization, { api_key_name: "lasting" })
        yield* asSystem(organization, keys.revoke(api_key_id))
        const states = Effect.map(asSystem(organization, keys.list(firstPage)), ({ items }) =>
          items.map(({ api_key_name, status }) => `${api_key_name} ${status}`))
        assert.deepStrictEqual(yield* states, ["lasting active", "revoked revoked", "expiring active"])
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(yield* states, ["lasting active", "revoked revoked", "expiring expired"])
      }))

    it.effect("needs api_keys:read, and shows the organization's own", () =>
      Effect.gen(function*() {
        const keys = yield* ApiKeys
        yield* newCredential(yield* newOrganization())
        const organization = yield* newOrganization()
        const { total } = yield* holderOf(organization, "api_keys:read")(keys.list(firstPage))
        assert.strictEqual(total, 0)
        assert.instanceOf(yield* Effect.flip(holderOf(organization)(keys.list(firstPage))), PermissionDenied)
      }))
  })

  describe("revoke", () => {
    it.effect("needs api_keys:delete, and finds the organization's own", () =>
      Effect.gen(function*() {
        const keys = yield* ApiKeys
        const organization = yield* newOrganization()
        const { api_key, api_key_id } = yield* newCredential(organization)
        const revoke = keys.revoke(api_key_id)
        assert.instanceOf(yield* Effect.flip(holderOf(organization, "api_keys:manage")(revoke)), PermissionDenied)
        const notFound = yield* Effect.flip(asSystem(yield* newOrganization(), revoke))
        assert.deepStrictEqual(notFound, new ApiKeyNotFound({ api_key_id }))
        assert.instanceOf(
          yield* Effect.flip(asSystem(organization, keys.revoke(yield* newApiKeyId))),
          ApiKeyNotFound
        )
        yield* callWithKey(api_key)
        yield* holderOf(organization, "api_keys:delete")(revoke)
        yield* holderOf(organization, "api_keys:delete")(revoke)
      }))
  })

  describe("introspect", () => {
    it.effect("shows the caller's own credential, whatever its rights", () =>
      Effect.gen(function*() {
        const keys = yield* ApiKeys
        const organization = yield* newOrganization()
        const { api_key, api_key_id } = yield* newCredential(organization, { role: "billing_manager" })
        const actor = yield* callWithKey(api_key)
        const shown = yield* as(actor)(keys.introspect)
        assert.deepStrictEqual(
          [shown.api_key_id, shown.organization_id, shown.role, shown.status, shown.last_used_on],
          [api_key_id, organization, "billing_manager", "active", yield* Instant.now]
        )
      }))

    it.effect("is for credentials of organizations", () =>
      Effect.gen(function*() {
        const keys = yield* ApiKeys
        const organization = yield* newOrganization()
        for (
          const caller of [systemActor(organization), {
            ...systemActor(organization),
            principal: { type: "user", id: "user" } as const
          }]
        ) {
          assert.deepStrictEqual(
            yield* Effect.flip(as(caller)(keys.introspect)),
            new AuthenticationFailed({ reason: "organization_only" })
          )
        }
      }))
  })
})

it.layer(accessPlatform())("the platform itself", (it) => {
  it.effect("holds every right in the organization it works for, with its parent", () =>
    Effect.gen(function*() {
      const parent = yield* newOrganization()
      const child = yield* newOrganization({ parent, active: false })
      const actor = yield* asSystem(child, CurrentActor)
      assert.deepStrictEqual(actor, {
        principal: { type: "system" },
        organization_id: child,
        parent_organization_id: parent,
        organization_active: true,
        role: null,
        permissions: new Set(permissions)
      })
    }))

  it.effect("works for no organization that does not exist", () =>
    Effect.gen(function*() {
      const organization_id = yield* newOrganizationId
      const failed = yield* Effect.flip(asSystem(organization_id, CurrentActor))
      assert.deepStrictEqual(failed, new UnknownOrganization({ organization_id }))
    }))
})
