import { assert, describe, it } from "@effect/vitest"
import {
  AccessTokens,
  AllowedNetworks,
  ApiKeys,
  asSystem,
  Authenticator,
  CredentialStore,
  IpRestrictionStore,
  RecentCallers,
  RevokedTokenStore,
  RoleStore,
  SecretText
} from "@namewright/core/access"
import { Instant, type OrganizationId, type Permission, permissions, Transaction } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import {
  accessPlatform,
  callWithKey,
  callWithToken,
  newCredential,
  newOrganization,
  Organizations
} from "./AccessPlatform.ts"

const revoke = (organization: OrganizationId, id: Parameters<ApiKeys["Service"]["revoke"]>[0]) =>
  Effect.flatMap(ApiKeys, (keys) => asSystem(organization, keys.revoke(id)))

const restrict = Effect.fnUntraced(function*(organization_id: OrganizationId, ip_network: string) {
  const { insert } = yield* IpRestrictionStore
  return yield* insert({ organization_id, ip_network, last_used_on: null, created_on: yield* Instant.now })
})

const saveRole = Effect.fnUntraced(function*(organization: OrganizationId, rights: ReadonlyArray<Permission>) {
  const { save } = yield* RoleStore
  const now = yield* Instant.now
  const dates = { created_on: now, updated_on: now }
  yield* save(organization, { label: "auditor", name: "Auditor", description: null, permissions: rights, ...dates })
})

const reasonOf = <A, R>(call: Effect.Effect<A, { readonly _tag: string; readonly reason?: string }, R>) =>
  Effect.map(Effect.flip(call), (error) => `${error._tag}: ${error.reason}`)

it.layer(accessPlatform())("Authenticator", (it) => {
  describe("API keys", () => {
    it.effect("returns the organization of a key, and the permissions of its role", () =>
      Effect.gen(function*() {
        const parent = yield* newOrganization()
        const child = yield* newOrganization({ parent, active: false })
        const admin = yield* newCredential(parent)
        const viewer = yield* newCredential(child, { role: "viewer" })
        assert.deepStrictEqual(yield* callWithKey(admin.api_key), {
          principal: { type: "api_key", id: admin.api_key_id },
          organization_id: parent,
          parent_organization_id: null,
          organization_active: true,
          role: "admin",
          permissions: new Set(permissions)
        })
        const actor = yield* callWithKey(viewer.api_key)
        assert.deepStrictEqual(
          [actor.organization_id, actor.parent_organization_id, actor.organization_active, actor.role],
          [child, parent, false, "viewer"]
        )
        assert.isFalse(actor.permissions.has("domains:manage"))
      }))

    it.effect("uses the current permissions of a custom role", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganization()
        yield* saveRole(organization, ["domains:read"])
        const { api_key } = yield* newCredential(organization, { role: "auditor" })
        const rights = Effect.map(callWithKey(api_key), (actor) => Array.from(actor.permissions))
        assert.deepStrictEqual(yield* rights, ["domains:read"])
        yield* saveRole(organization, ["domains:read", "audit_logs:read"])
        assert.deepStrictEqual(yield* rights, ["domains:read", "audit_logs:read"])
      }))

    it.effect("states the reason for which it refuses a key", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganization()
        const { api_key, client_secret } = yield* newCredential(organization)
        const stranger = yield* SecretText.generate("api_key", "sandbox")
        const foreign = yield* SecretText.generate("api_key", "production")
        const mistyped = Redacted.make(`${Redacted.value(api_key).slice(0, -1)}_`)
        assert.deepStrictEqual(
          yield* Effect.forEach([stranger, foreign, mistyped, client_secret], (key) => reasonOf(callWithKey(key))),
          [
            "AuthenticationFailed: unknown",
            "AuthenticationFailed: wrong_environment",
            "AuthenticationFailed: malformed",
            "AuthenticationFailed: malformed"
          ]
        )
      }))

    it.effect("refuses a key from the second in which it expires", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganization()
        const expires_at = DateTime.add(yield* Instant.now, { minutes: 1 })
        const { api_key } = yield* newCredential(organization, { expires_at })
        yield* TestClock.adjust("59 seconds")
        yield* callWithKey(api_key)
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* reasonOf(callWithKey(api_key)), "AuthenticationFailed: expired")
      }))

    it.effect("refuses a revoked key, and the keys of a deleted organization", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganization()
        const first = yield* newCredential(organization)
        const second = yield* newCredential(organization)
        yield* revoke(organization, first.api_key_id)
        assert.strictEqual(yield* reasonOf(callWithKey(first.api_key)), "AuthenticationFailed: revoked")
        yield* callWithKey(second.api_key)
        yield* Effect.flatMap(Organizations, ({ remove }) => remove(organization))
        assert.strictEqual(yield* reasonOf(callWithKey(second.api_key)), "AuthenticationFailed: unknown")
      }))

    it.effect("notes the time of use once a minute", () =>
      Effect.gen(function*() {
        const credentials = yield* CredentialStore
        const organization = yield* newOrganization()
        const { api_key, api_key_id } = yield* newCredential(organization)
        const lastUsed = Effect.map(credentials.find(organization, api_key_id), (found) =>
          Option.getOrThrow(found).key.last_used_on)
        assert.isNull(yield* lastUsed)
        yield* callWithKey(api_key)
        const first = yield* Instant.now
        assert.deepStrictEqual(yield* lastUsed, first)
        yield* TestClock.adjust("59 seconds")
        yield* callWithKey(api_key)
        assert.deepStrictEqual(yield* lastUsed, first)
        yield* TestClock.adjust("1 second")
        yield* callWithKey(api_key)
        assert.deepStrictEqual(yield* lastUsed, yield* Instant.now)
      }))
  })

  describe("IP restrictions", () => {
    it.effect("allow calls only from the networks of the organization", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganization()
        const { api_key } = yield* newCredential(organization)
        yield* callWithKey(api_key, "203.0.113.1")
        yield* restrict(organization, "192.0.2.0/24")
        yield* restrict(organization, "2001:db8::/32")
        yield* callWithKey(api_key, "192.0.2.55")
        yield* callWithKey(api_key, "::ffff:192.0.2.55")
        yield* callWithKey(api_key, "2001:db8::1")
        assert.deepStrictEqual(
          yield* Effect.forEach(["203.0.113.1", undefined], (address) => reasonOf(callWithKey(api_key, address))),
          [
            "PermissionDenied: The organization does not accept calls from 203.0.113.1",
            "PermissionDenied: The organization does not accept calls from an unknown address"
          ]
        )
      }))

    it.effect("are looked at after the credential", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganization()
        const { api_key, api_key_id } = yield* newCredential(organization)
        yield* restrict(organization, "192.0.2.0/24")
        yield* revoke(organization, api_key_id)
        assert.strictEqual(yield* reasonOf(callWithKey(api_key, "203.0.113.1")), "AuthenticationFailed: revoked")
      }))

    it.effect("note the use of the network that matched", () =>
      Effect.gen(function*() {
        const { list } = yield* IpRestrictionStore
        const { writeUses } = yield* AllowedNetworks
        const organization = yield* newOrganization()
        const { api_key } = yield* newCredential(organization)
        yield* restrict(organization, "198.51.100.0/24")
        yield* restrict(organization, "192.0.2.0/24")
        yield* callWithKey(api_key, "192.0.2.55")
        yield* Effect.flip(callWithKey(api_key, "203.0.113.1"))
        yield* writeUses
        assert.deepStrictEqual(
          (yield* list(organization)).map(({ last_used_on }) => last_used_on),
          [null, yield* Instant.now]
        )
      }))
  })
})

it.layer(accessPlatform({ credential_cache_seconds: 5 }))("Authenticator that remembers callers", (it) => {
  it.effect("ends a credential that this process revokes at once", () =>
    Effect.gen(function*() {
      const organization = yield* newOrganization()
      const { api_key, api_key_id } = yield* newCredential(organization)
      yield* callWithKey(api_key)
      yield* revoke(organization, api_key_id)
      assert.strictEqual(yield* reasonOf(callWithKey(api_key)), "AuthenticationFailed: revoked")
    }))

  it.effect("refuses a remembered access token at once that another process revokes", () =>
    Effect.gen(function*() {
      const { authenticate, issue, isRevoked, verify } = yield* AccessTokens
      const store = yield* RevokedTokenStore
      const organization = yield* newOrganization()
      const { client_secret } = yield* newCredential(organization)
      const credential = yield* authenticate({ client_id: organization, client_secret }, undefined)
      const [revoked, other] = [yield* issue(credential), yield* issue(credential)]
      yield* callWithToken(revoked.access_token)
      yield* callWithToken(other.access_token)
      assert.isFalse(yield* isRevoked(revoked.access_token))
      const { exp, jti } = yield* verify(revoked.access_token)
      yield* store.insert(jti, DateTime.makeUnsafe(exp * 1000))
      assert.strictEqual(yield* reasonOf(callWithToken(revoked.access_token)), "AuthenticationFailed: revoked")
      yield* callWithToken(other.access_token)
    }))

  it.effect("applies changes of another process after the time in the settings", () =>
    Effect.gen(function*() {
      const organizations = yield* Organizations
      const organization = yield* newOrganization()
      const { api_key } = yield* newCredential(organization)
      yield* callWithKey(api_key)
      yield* organizations.remove(organization)
      yield* TestClock.adjust("4999 millis")
      yield* callWithKey(api_key)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* reasonOf(callWithKey(api_key)), "AuthenticationFailed: unknown")
    }))

  it.effect("remembers no caller beyond the expiry of its credential", () =>
    Effect.gen(function*() {
      const organization = yield* newOrganization()
      const expires_at = DateTime.add(yield* Instant.now, { seconds: 3 })
      const { api_key } = yield* newCredential(organization, { expires_at })
      yield* callWithKey(api_key)
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual(yield* reasonOf(callWithKey(api_key)), "AuthenticationFailed: expired")
    }))

  it.effect("remembers a caller for the address that it came from", () =>
    Effect.gen(function*() {
      const organization = yield* newOrganization()
      const { api_key } = yield* newCredential(organization)
      yield* restrict(organization, "192.0.2.0/24")
      yield* callWithKey(api_key, "192.0.2.1")
      assert.match(yield* reasonOf(callWithKey(api_key, "203.0.113.1")), /^PermissionDenied/)
    }))

  it.effect("remembers no credential as it was sent", () =>
    Effect.gen(function*() {
      const calls: Array<string> = []
      const watched = Layer.effect(
        RecentCallers,
        Effect.map(RecentCallers, (recent) =>
          RecentCallers.of({
            ...recent,
            find: (call) => Effect.andThen(Effect.sync(() => calls.push(call)), recent.find(call))
          }))
      )
      const { api_key } = yield* newCredential(yield* newOrganization())
      yield* Effect.provide(
        callWithKey(api_key),
        Layer.fresh(Authenticator.layer).pipe(Layer.provide(watched))
      )
      assert.lengthOf(calls, 1)
      assert.notInclude(calls.join(), Redacted.value(api_key))
    }))

  it.effect("forgets when a transaction commits, not before and not when it fails", () =>
    Effect.gen(function*() {
      const { atomically } = yield* Transaction
      const organizations = yield* Organizations
      const { forget } = yield* RecentCallers
      const organization = yield* newOrganization()
      const { api_key } = yield* newCredential(organization)
      yield* callWithKey(api_key)
      yield* organizations.remove(organization)
      yield* Effect.flip(atomically(Effect.andThen(forget, Effect.fail("undone"))))
      yield* callWithKey(api_key)
      yield* atomically(Effect.andThen(forget, callWithKey(api_key)))
      assert.strictEqual(yield* reasonOf(callWithKey(api_key)), "AuthenticationFailed: unknown")
    }))

  it.effect("does not remember whom it found while something changed", () =>
    Effect.gen(function*() {
      const { find, forget, search } = yield* RecentCallers
      const actor = yield* callWithKey((yield* newCredential(yield* newOrganization())).api_key)
      const found = { actor, valid_until: Number.POSITIVE_INFINITY }
      yield* search("steady", Effect.succeed(found))
      assert.strictEqual(yield* find("steady"), actor)
      yield* search("changed", Effect.as(forget, found))
      assert.deepStrictEqual([yield* find("steady"), yield* find("changed")], [undefined, undefined])
    }))
})
