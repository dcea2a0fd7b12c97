import { assert, describe, it } from "@effect/vitest"
import {
  AllowedNetworks,
  Authenticator,
  IpRestrictionStore,
  newUserId,
  PermissionDenied,
  requirePerson,
  requireUser,
  RoleStore,
  systemActor
} from "@namewright/core/access"
import { type Actor, CurrentActor, Instant, permissions } from "@namewright/core/shared"
import { Clock, Effect, type Redacted } from "effect"
import { TestClock } from "effect/testing"
import {
  accessPlatform,
  callWithKey,
  callWithToken,
  endConsent,
  newCredential,
  newOrganization,
  newPerson,
  Organizations,
  type RealmClaims,
  realmToken
} from "./AccessPlatform.ts"

const claims = (sub: RealmClaims["sub"], given: Partial<RealmClaims> = {}) =>
  Effect.map(Clock.currentTimeMillis, (now): RealmClaims => ({ sub, aud: "rest", exp: now / 1000 + 60, ...given }))

const tokenFor = (sub: RealmClaims["sub"], given: Partial<RealmClaims> = {}) =>
  Effect.map(claims(sub, given), (said) => realmToken(said))

const callAsAgent = (token: Redacted.Redacted, address?: string) =>
  Effect.flatMap(Authenticator, ({ authenticateAgent }) => authenticateAgent(token, address, "mcp"))

const reasonOf = <A, R>(call: Effect.Effect<A, { readonly _tag: string; readonly reason?: string }, R>) =>
  Effect.map(Effect.flip(call), (error) => `${error._tag}: ${error.reason}`)

it.layer(accessPlatform())("Authenticator of people", (it) => {
  describe("tokens of the realm", () => {
    it.effect("authenticate a user with the permissions of the user's role", () =>
      Effect.gen(function*() {
        const parent = yield* newOrganization()
        const child = yield* newOrganization({ parent, active: false })
        const { user_id } = yield* newPerson(child, { role: "owner" })
        assert.deepStrictEqual(yield* callWithToken(yield* tokenFor(user_id)), {
          principal: { type: "user", id: user_id },
          organization_id: child,
          parent_organization_id: parent,
          organization_active: false,
          role: "owner",
          permissions: new Set(permissions),
          agent: { client_id: "test-client", scopes: ["service:mcp"], user_id, sees_auth_codes: true }
        })
      }))

    it.effect("bring the rights of a custom role, and none without a role", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganization()
        const { save } = yield* RoleStore
        const now = yield* Instant.now
        const role = { name: "Auditor", description: null, created_on: now, updated_on: now }
        yield* save(organization, { ...role, label: "auditor", permissions: ["audit_logs:read"] })
        const auditor = yield* newPerson(organization, { role: "auditor" })
        const guest = yield* newPerson(organization, { role: null })
        const rights = (actor: Actor) => [actor.role, ...actor.permissions]
        assert.deepStrictEqual(rights(yield* callWithToken(yield* tokenFor(auditor.user_id))), [
          "auditor",
          "audit_logs:read"
        ])
        assert.deepStrictEqual(rights(yield* callWithToken(yield* tokenFor(guest.user_id))), [null])
      }))

    it.effect("are refused for unknown users, for users of a deleted organization, and after their expiry", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganization()
        const { user_id } = yield* newPerson(organization)
        const stranger = yield* tokenFor(yield* newUserId)
        const short = yield* tokenFor(user_id)
        const long = yield* tokenFor(user_id, { exp: 10_000_000 })
        assert.strictEqual(yield* reasonOf(callWithToken(stranger)), "AuthenticationFailed: unknown")
        yield* callWithToken(short)
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* reasonOf(callWithToken(short)), "AuthenticationFailed: expired")
        yield* callWithToken(long)
        yield* Effect.flatMap(Organizations, ({ remove }) => remove(organization))
        assert.strictEqual(yield* reasonOf(callWithToken(long)), "AuthenticationFailed: unknown")
      }))

    it.effect("of another issuer are not shown to the realm", () =>
      Effect.gen(function*() {
        const { user_id } = yield* newPerson(yield* newOrganization())
        const foreign = realmToken(yield* claims(user_id), "https://realm.example/realms/production")
        assert.strictEqual(yield* reasonOf(callWithToken(foreign)), "AuthenticationFailed: malformed")
      }))

    it.effect("are accepted only from the networks of the organization", () =>
      Effect.gen(function*() {
        const { insert, list } = yield* IpRestrictionStore
        const organization_id = yield* newOrganization()
        const { user_id } = yield* newPerson(organization_id)
        const created_on = yield* Instant.now
        yield* insert({ organization_id, ip_network: "192.0.2.0/24", last_used_on: null, created_on })
        const token = yield* tokenFor(user_id)
        assert.match(yield* reasonOf(callWithToken(token, "203.0.113.1")), /^PermissionDenied/)
        yield* callWithToken(token, "192.0.2.7")
        yield* Effect.flatMap(AllowedNetworks, ({ writeUses }) => writeUses)
        assert.deepStrictEqual((yield* list(organization_id)).map(({ last_used_on }) => last_used_on), [created_on])
        const agentToken = yield* tokenFor(user_id, { aud: "mcp" })
        assert.match(yield* reasonOf(callAsAgent(agentToken, "203.0.113.1")), /^PermissionDenied/)
        yield* callAsAgent(agentToken, "192.0.2.7")
      }))
  })

  describe("agents", () => {
    it.effect("act as the user who connected them, and are named", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganization()
        const { user_id } = yield* newPerson(organization, { role: "dns_manager" })
        const actor = yield* callAsAgent(yield* tokenFor(user_id, { aud: "mcp" }))
        assert.deepStrictEqual(actor.principal, { type: "user", id: user_id })
        assert.deepStrictEqual(actor.agent, {
          client_id: "test-client",
          scopes: ["service:mcp"],
          user_id,
          sees_auth_codes: true
        })
        assert.strictEqual(actor.role, "dns_manager")
      }))

    it.effect("are programs that call the REST interface as well", () =>
      Effect.gen(function*() {
        const { user_id } = yield* newPerson(yield* newOrganization())
        const { agent } = yield* callWithToken(yield* tokenFor(user_id))
        assert.deepStrictEqual(agent, {
          client_id: "test-client",
          scopes: ["service:mcp"],
          user_id,
          sees_auth_codes: true
        })
      }))

    it.effect("and programs of the REST interface refuse each other's tokens", () =>
      Effect.gen(function*() {
        const { user_id } = yield* newPerson(yield* newOrganization())
        const rest = yield* tokenFor(user_id)
        const mcp = yield* tokenFor(user_id, { aud: "mcp" })
        assert.strictEqual(yield* reasonOf(callAsAgent(rest)), "AuthenticationFailed: wrong_audience")
        assert.strictEqual(yield* reasonOf(callWithToken(mcp)), "AuthenticationFailed: wrong_audience")
      }))
  })

  it.effect("accepts users that the host has authenticated", () =>
    Effect.gen(function*() {
      const { authenticateUser } = yield* Authenticator
      const organization_id = yield* newOrganization()
      const { user_id } = yield* newPerson(organization_id)
      const actor = yield* authenticateUser(user_id, undefined)
      assert.deepStrictEqual([actor.principal, actor.agent], [{ type: "user", id: user_id }, undefined])
      assert.strictEqual(
        yield* reasonOf(authenticateUser(yield* newUserId, undefined)),
        "AuthenticationFailed: unknown"
      )
    }))
})

it.layer(accessPlatform({ credential_cache_seconds: 5 }))("Authenticator that remembers people", (it) => {
  it.effect("does not mistake an agent for its person", () =>
    Effect.gen(function*() {
      const { user_id } = yield* newPerson(yield* newOrganization())
      const token = yield* tokenFor(user_id, { aud: "mcp" })
      yield* callAsAgent(token)
      assert.strictEqual(yield* reasonOf(callWithToken(token)), "AuthenticationFailed: wrong_audience")
      assert.isDefined((yield* callAsAgent(token)).agent)
    }))

  it.effect("refuses a user whose consent has ended in another process, at once", () =>
    Effect.gen(function*() {
      const { user_id } = yield* newPerson(yield* newOrganization())
      const rest = yield* tokenFor(user_id)
      const mcp = yield* tokenFor(user_id, { aud: "mcp" })
      for (const [token, call] of [[rest, callWithToken(rest)], [mcp, callAsAgent(mcp)]] as const) {
        yield* call
        yield* endConsent(token)
        assert.strictEqual(yield* reasonOf(call), "AuthenticationFailed: revoked")
      }
    }))

  it.effect("caches no actor beyond the expiry of the token", () =>
    Effect.gen(function*() {
      const { user_id } = yield* newPerson(yield* newOrganization())
      const now = yield* Clock.currentTimeMillis
      const token = yield* tokenFor(user_id, { exp: now / 1000 + 3 })
      yield* callWithToken(token)
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual(yield* reasonOf(callWithToken(token)), "AuthenticationFailed: expired")
    }))
})

it.layer(accessPlatform({ own_programs: ["test-client"] }))("The operator's own programs", (it) => {
  it.effect("are no agents over REST, and are at the tool endpoint", () =>
    Effect.gen(function*() {
      const { user_id } = yield* newPerson(yield* newOrganization())
      assert.isUndefined((yield* callWithToken(yield* tokenFor(user_id))).agent)
      assert.isDefined((yield* callAsAgent(yield* tokenFor(user_id, { aud: "mcp" }))).agent)
    }))
})

it.layer(accessPlatform())("requirePerson", (it) => {
  it.effect("refuses programs, also where they act for a person by a key", () =>
    Effect.gen(function*() {
      const organization = yield* newOrganization()
      const { user_id } = yield* newPerson(organization)
      const { agent, ...person } = yield* callWithToken(yield* tokenFor(user_id))
      const key = yield* callWithKey((yield* newCredential(organization)).api_key)
      for (const actor of [person, systemActor(organization)]) yield* requirePerson(actor)
      for (const actor of [{ ...person, agent }, key, { ...key, agent }]) {
        const refused = yield* Effect.flip(requirePerson(actor))
        assert.match(refused.message, /signed-in person/)
      }
    }))
})

it.layer(accessPlatform())("requireUser", (it) => {
  it.effect("returns the calling user, through a program as well, and refuses keys and the platform itself", () =>
    Effect.gen(function*() {
      const organization = yield* newOrganization()
      const { user_id } = yield* newPerson(organization)
      const person = yield* callWithToken(yield* tokenFor(user_id))
      const found = yield* Effect.provideService(requireUser, CurrentActor, person)
      assert.deepStrictEqual(found, { actor: person, user_id })
      const key = yield* callWithKey((yield* newCredential(organization)).api_key)
      for (const actor of [key, systemActor(organization)]) {
        const refused = yield* Effect.flip(Effect.provideService(requireUser, CurrentActor, actor))
        assert.instanceOf(refused, PermissionDenied)
        assert.match(refused.message, /signed-in user/)
      }
    }))
})
