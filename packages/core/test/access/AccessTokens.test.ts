import { assert, describe, it } from "@effect/vitest"
import {
  type AccessTokenClaims,
  AccessTokens,
  AllowedNetworks,
  ApiKeys,
  asSystem,
  CredentialStore,
  InvalidClientSecret,
  IpRestrictionStore,
  SecretText,
  SigningKeys,
  TokenSigner,
  UnknownOrganization
} from "@namewright/core/access"
import { Instant, newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { accessPlatform, callWithToken, newCredential, newOrganization, Organizations } from "./AccessPlatform.ts"

const issue = (client_id: OrganizationId, client_secret: Redacted.Redacted, address?: string) =>
  Effect.flatMap(
    AccessTokens,
    ({ authenticate, issue: issueTo }) => Effect.flatMap(authenticate({ client_id, client_secret }, address), issueTo)
  )

const reasonOf = <A, R>(call: Effect.Effect<A, { readonly _tag: string; readonly reason?: string }, R>) =>
  Effect.map(Effect.flip(call), (error) => `${error._tag}: ${error.reason}`)

it.layer(accessPlatform())("AccessTokens", (it) => {
  describe("issue", () => {
    it.effect("exchanges a secret for a token that acts as the credential", () =>
      Effect.gen(function*() {
        const parent = yield* newOrganization()
        const organization = yield* newOrganization({ parent })
        const { api_key_id, client_id, client_secret } = yield* newCredential(organization, { role: "viewer" })
        const { access_token, expires_in, token_type } = yield* issue(client_id, client_secret)
        assert.deepStrictEqual([token_type, expires_in], ["Bearer", 3600])
        const actor = yield* callWithToken(access_token)
        assert.deepStrictEqual(
          [actor.principal, actor.organization_id, actor.parent_organization_id, actor.role],
          [{ type: "api_key", id: api_key_id }, organization, parent, "viewer"]
        )
      }))

    it.effect("contains the credential, the environment and the expiry", () =>
      Effect.gen(function*() {
        const { verify } = yield* AccessTokens
        const { api_key_id, client_id, client_secret } = yield* newCredential(yield* newOrganization())
        const iat = DateTime.toEpochSeconds(yield* Instant.now)
        const first = yield* verify((yield* issue(client_id, client_secret)).access_token)
        const second = yield* verify((yield* issue(client_id, client_secret)).access_token)
        assert.deepStrictEqual({ ...first, jti: "" }, {
          iss: "http://127.0.0.1:8080",
          sub: api_key_id,
          org: client_id,
          aud: "sandbox",
          iat,
          exp: iat + 3600,
          jti: ""
        })
        assert.notStrictEqual(first.jti, second.jti)
      }))

    it.effect("refuses an unknown organization, and a secret of another one", () =>
      Effect.gen(function*() {
        const { api_key, client_secret } = yield* newCredential(yield* newOrganization())
        const other = yield* newOrganization()
        const unknown = yield* newOrganizationId
        assert.deepStrictEqual(
          yield* Effect.flip(issue(unknown, client_secret)),
          new UnknownOrganization({ organization_id: unknown })
        )
        const wrong = [
          client_secret,
          api_key,
          yield* SecretText.generate("client_secret", "sandbox"),
          Redacted.make("")
        ]
        for (const secret of wrong) {
          assert.deepStrictEqual(yield* Effect.flip(issue(other, secret)), new InvalidClientSecret())
        }
      }))

    it.effect("refuses a credential that was revoked or has expired", () =>
      Effect.gen(function*() {
        const keys = yield* ApiKeys
        const organization = yield* newOrganization()
        const expires_at = DateTime.add(yield* Instant.now, { seconds: 1 })
        const expired = yield* newCredential(organization, { expires_at })
        const revoked = yield* newCredential(organization)
        yield* asSystem(organization, keys.revoke(revoked.api_key_id))
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(
          yield* Effect.forEach(
            [expired, revoked],
            ({ client_secret }) => reasonOf(issue(organization, client_secret))
          ),
          ["AuthenticationFailed: expired", "AuthenticationFailed: revoked"]
        )
      }))

    it.effect("enforces the organization's IP restrictions, and records the use", () =>
      Effect.gen(function*() {
        const { insert } = yield* IpRestrictionStore
        const credentials = yield* CredentialStore
        const organization = yield* newOrganization()
        const { api_key_id, client_secret } = yield* newCredential(organization)
        const now = yield* Instant.now
        yield* insert({
          organization_id: organization,
          ip_network: "192.0.2.0/24",
          last_used_on: null,
          created_on: now
        })
        assert.match(yield* reasonOf(issue(organization, client_secret, "203.0.113.9")), /^PermissionDenied/)
        yield* issue(organization, client_secret, "192.0.2.9")
        yield* Effect.flatMap(AllowedNetworks, ({ writeUses }) => writeUses)
        const found = Option.getOrThrow(yield* credentials.find(organization, api_key_id))
        assert.deepStrictEqual([found.key.last_used_on, found.networks[0]?.last_used_on], [now, now])
      }))
  })

  describe("a token", () => {
    it.effect("expires after an hour", () =>
      Effect.gen(function*() {
        const { client_id, client_secret } = yield* newCredential(yield* newOrganization())
        const { access_token } = yield* issue(client_id, client_secret)
        yield* TestClock.adjust("3599 seconds")
        yield* callWithToken(access_token)
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* reasonOf(callWithToken(access_token)), "AuthenticationFailed: expired")
      }))

    it.effect("dies with its credential", () =>
      Effect.gen(function*() {
        const keys = yield* ApiKeys
        const organizations = yield* Organizations
        const organization = yield* newOrganization()
        const expires_at = DateTime.add(yield* Instant.now, { minutes: 1 })
        const expiring = yield* newCredential(organization, { expires_at })
        const revoked = yield* newCredential(organization)
        const orphaned = yield* newCredential(yield* newOrganization())
        const [first, second, third] = yield* Effect.forEach(
          [expiring, revoked, orphaned],
          ({ client_id, client_secret }) => Effect.map(issue(client_id, client_secret), (token) => token.access_token)
        )
        assert(first !== undefined && second !== undefined && third !== undefined)
        yield* callWithToken(second)
        yield* asSystem(organization, keys.revoke(revoked.api_key_id))
        yield* organizations.remove(orphaned.organization_id)
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(
          yield* Effect.forEach([first, second, third], (token) => reasonOf(callWithToken(token))),
          ["AuthenticationFailed: expired", "AuthenticationFailed: revoked", "AuthenticationFailed: unknown"]
        )
      }))

    it.effect("is refused with claims that this installation would not issue", () =>
      Effect.gen(function*() {
        const signer = yield* TokenSigner
        const key = yield* Effect.flatMap(SigningKeys, (keys) => keys.current)
        const { verify } = yield* AccessTokens
        const { client_id, client_secret } = yield* newCredential(yield* newOrganization())
        const good = yield* verify((yield* issue(client_id, client_secret)).access_token)
        const attempt = (claims: Partial<AccessTokenClaims>) =>
          Effect.flatMap(signer.sign({ ...good, ...claims }, key), (token) => reasonOf(callWithToken(token)))
        assert.deepStrictEqual(
          [
            yield* attempt({ aud: "production" }),
            yield* attempt({ iss: "https://elsewhere.example" }),
            yield* attempt({ org: yield* newOrganizationId }),
            yield* attempt({ exp: good.iat }),
            yield* attempt({ sub: "nobody" as AccessTokenClaims["sub"] })
          ],
          [
            "AuthenticationFailed: wrong_environment",
            "AuthenticationFailed: unknown",
            "AuthenticationFailed: unknown",
            "AuthenticationFailed: expired",
            "AuthenticationFailed: malformed"
          ]
        )
      }))
  })
})
