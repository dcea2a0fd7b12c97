import { assert, it } from "@effect/vitest"
import { ApiKeyId, ApiKeys, asSystem, IpRestrictionStore } from "@namewright/core/access"
import { Instant, newOrganizationId } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { AccessPlatform, type Keyring, problemsOf } from "./AccessPlatform.ts"

const grant = ({ client_id, client_secret }: Pick<Keyring, "client_id" | "client_secret">) => ({
  grant_type: "client_credentials",
  client_id,
  client_secret
})

const asForm = (fields: Record<string, string>) =>
  [new URLSearchParams(fields).toString(), {
    headers: { "content-type": "application/x-www-form-urlencoded" }
  }] as const

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

it.layer(AccessPlatform.layer)("POST /v1/auth/token", (it) => {
  it.effect("200: a token for a JSON body, and one for a form", () =>
    Effect.gen(function*() {
      const { credential, fetch, organization } = yield* AccessPlatform
      const keyring = yield* credential(yield* organization())
      const answers = [
        yield* fetch("POST", "/v1/auth/token", grant(keyring)),
        yield* fetch("POST", "/v1/auth/token", ...asForm(grant(keyring)))
      ]
      for (const { body, status } of answers) {
        assert.strictEqual(status, 200)
        assert.deepStrictEqual([Object.keys(body).toSorted(), body.token_type, body.expires_in], [
          ["access_token", "expires_in", "token_type"],
          "Bearer",
          3600
        ])
        const shown = yield* fetch(
          "GET",
          "/v1/auth/client_credentials/introspect",
          undefined,
          bearer(body.access_token)
        )
        assert.deepStrictEqual([shown.status, shown.body.api_key_id], [200, keyring.api_key_id])
      }
    }))

  it.effect("200: a token that ends with its hour, or with its credential", () =>
    Effect.gen(function*() {
      const { credential, fetch, organization } = yield* AccessPlatform
      const keys = yield* ApiKeys
      const owner = yield* organization()
      const expires_at = DateTime.add(yield* Instant.now, { minutes: 1 })
      const token = (keyring: Keyring) =>
        Effect.map(fetch("POST", "/v1/auth/token", grant(keyring)), ({ body }) => body.access_token as string)
      const lasting = yield* token(yield* credential(owner))
      const expiring = yield* token(yield* credential(owner, { expires_at }))
      const revoked = yield* credential(owner)
      const cut = yield* token(revoked)
      const outcome = (text: string) =>
        Effect.map(fetch("GET", "/v1/events", undefined, bearer(text)), ({ body, status }) =>
          status === 200 ? 200 : body.reason)
      assert.deepStrictEqual(yield* Effect.forEach([lasting, expiring, cut], outcome), [200, 200, 200])
      yield* asSystem(owner, keys.revoke(ApiKeyId.make(revoked.api_key_id)))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* Effect.forEach([lasting, expiring, cut], outcome), [200, "expired", "revoked"])
      yield* TestClock.adjust("59 minutes")
      assert.strictEqual(yield* outcome(lasting), "expired")
    }))

  it.effect("401: a wrong secret, with the body that clients read", () =>
    Effect.gen(function*() {
      const { credential, fetch, organization } = yield* AccessPlatform
      const { client_id } = yield* credential(yield* organization())
      const { body, headers, status } = yield* fetch(
        "POST",
        "/v1/auth/token",
        grant({ client_id, client_secret: "wrong" })
      )
      assert.strictEqual(status, 401)
      assert.strictEqual(headers.get("content-type"), "application/problem+json")
      assert.deepStrictEqual(body, {
        type: "invalid-organization-credentials",
        title: "Authentication Error",
        status: 401,
        code: "ERROR_INVALID_ORGANIZATION_CREDENTIALS",
        detail: "Invalid client secret",
        errors: []
      })
    }))

  it.effect("401: a credential that was revoked", () =>
    Effect.gen(function*() {
      const { credential, fetch, organization } = yield* AccessPlatform
      const keys = yield* ApiKeys
      const owner = yield* organization()
      const keyring = yield* credential(owner)
      yield* asSystem(owner, keys.revoke(ApiKeyId.make(keyring.api_key_id)))
      const { body, status } = yield* fetch("POST", "/v1/auth/token", grant(keyring))
      assert.deepStrictEqual([status, body.code, body.reason], [401, "ERROR_AUTHENTICATION", "revoked"])
    }))

  it.effect("403: an address outside the organization's networks", () =>
    Effect.gen(function*() {
      const { credential, fetch, organization } = yield* AccessPlatform
      const { insert } = yield* IpRestrictionStore
      const organization_id = yield* organization()
      const keyring = yield* credential(organization_id)
      const created_on = yield* Instant.now
      yield* insert({ organization_id, ip_network: "192.0.2.0/24", last_used_on: null, created_on })
      const from = (address: string) =>
        fetch("POST", "/v1/auth/token", grant(keyring), { headers: { "x-test-address": address } })
      const { body, status } = yield* from("203.0.113.1")
      assert.deepStrictEqual([status, body.code], [403, "ERROR_PERMISSION_DENIED"])
      assert.strictEqual((yield* from("192.0.2.1")).status, 200)
    }))

  it.effect("404: an organization that does not exist", () =>
    Effect.gen(function*() {
      const { fetch } = yield* AccessPlatform
      const client_id = yield* newOrganizationId
      const { body, status } = yield* fetch("POST", "/v1/auth/token", grant({ client_id, client_secret: "any" }))
      assert.deepStrictEqual(
        [status, body.code, body.organization_id],
        [404, "ERROR_ORGANIZATION_NOT_FOUND", client_id]
      )
    }))

  it.effect("422: everything that is wrong, in either notation", () =>
    Effect.gen(function*() {
      const { fetch } = yield* AccessPlatform
      const wrong = { grant_type: "password", client_id: "user_01h455vb4pex5vsknk084sn02q" }
      for (
        const { body, status } of [
          yield* fetch("POST", "/v1/auth/token", wrong),
          yield* fetch("POST", "/v1/auth/token", ...asForm(wrong))
        ]
      ) {
        assert.strictEqual(status, 422)
        assert.deepStrictEqual(problemsOf(body).toSorted(), [
          "body.client_id typeid_parsing",
          "body.client_secret missing",
          "body.grant_type literal_error"
        ])
      }
    }))
})

it.layer(AccessPlatform.layerWith({
  rateLimits: {
    read: { perSecond: 1, burst: 1 },
    write: { perSecond: 1, burst: 1 },
    names: { perSecond: 1, burst: 1 },
    tokens: { perSecond: 1, burst: 2 }
  }
}))("POST /v1/auth/token, limited", (it) => {
  it.effect("429: too many tokens of one client, independent of others", () =>
    Effect.gen(function*() {
      const { credential, fetch, organization } = yield* AccessPlatform
      const busy = yield* credential(yield* organization())
      const other = yield* credential(yield* organization())
      const status = (keyring: Keyring) =>
        Effect.map(fetch("POST", "/v1/auth/token", grant(keyring)), (answer) => answer.status)
      assert.deepStrictEqual(
        yield* Effect.forEach([busy, busy, busy, other], status),
        [200, 200, 429, 200]
      )
    }))

  it.effect("200: a client whose organization others name with wrong secrets", () =>
    Effect.gen(function*() {
      const { credential, fetch, organization } = yield* AccessPlatform
      const owner = yield* organization()
      const [victim, colleague] = [yield* credential(owner), yield* credential(owner)]
      const status = (keyring: Pick<Keyring, "client_id" | "client_secret">, address: string) =>
        Effect.map(
          fetch("POST", "/v1/auth/token", grant(keyring), { headers: { "x-test-address": address } }),
          (answer) => answer.status
        )
      const guess = status({ client_id: owner, client_secret: "wrong" }, "203.0.113.1")
      assert.deepStrictEqual(yield* Effect.replicateEffect(guess, 5), [401, 401, 401, 401, 401])
      // Each credential of the organization has a bucket of its own.
      assert.deepStrictEqual(
        yield* Effect.forEach([victim, victim, victim, colleague], (keyring) => status(keyring, "192.0.2.1")),
        [200, 200, 429, 200]
      )
    }))
})
