import { assert, it } from "@effect/vitest"
import { ApiKeyId, ApiKeys, asSystem, SecretText } from "@namewright/core/access"
import { Instant } from "@namewright/core/shared"
import { DateTime, Effect, Redacted } from "effect"
import { AccessPlatform } from "./AccessPlatform.ts"

const path = "/v1/auth/client_credentials/introspect"

it.layer(AccessPlatform.layer)("GET /v1/auth/client_credentials/introspect", (it) => {
  it.effect("200: the caller's own credential, whatever its role, without secrets", () =>
    Effect.gen(function*() {
      const { credential, fetch, organization } = yield* AccessPlatform
      const owner = yield* organization({ active: false })
      const expires_at = DateTime.add(yield* Instant.now, { days: 1 })
      const { api_key, api_key_id } = yield* credential(owner, {
        api_key_name: "dns-robot",
        role: "dns_manager",
        expires_at
      })
      const { body, status } = yield* fetch("GET", path, undefined, { key: api_key })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body, {
        api_key_id,
        organization_id: owner,
        api_key_name: "dns-robot",
        api_key_description: null,
        api_key_last_four: api_key.slice(-4),
        role: "dns_manager",
        status: "active",
        created_on: "1970-01-01T00:00:00Z",
        last_used_on: "1970-01-01T00:00:00Z",
        last_used_address: null,
        expires_at: "1970-01-02T00:00:00Z",
        deleted_on: null,
        restrictions: null,
        agent_client_id: null,
        agent_user_id: null
      })
    }))

  it.effect("401: no credential, and every kind of invalid one", () =>
    Effect.gen(function*() {
      const { credential, fetch, organization } = yield* AccessPlatform
      const keys = yield* ApiKeys
      const owner = yield* organization()
      const revoked = yield* credential(owner)
      const good = yield* credential(owner)
      yield* asSystem(owner, keys.revoke(ApiKeyId.make(revoked.api_key_id)))
      const live = Redacted.value(yield* SecretText.generate("api_key", "production"))
      const stranger = Redacted.value(yield* SecretText.generate("api_key", "sandbox"))
      const outcome = (headers: Record<string, string>) =>
        Effect.map(fetch("GET", path, undefined, { headers }), ({ body, status }) => {
          assert.deepStrictEqual([status, body.code, body.errors], [401, "ERROR_AUTHENTICATION", []])
          assert.isString(body.detail)
          return body.reason
        })
      assert.deepStrictEqual(
        [
          yield* outcome({}),
          yield* outcome({ "x-api-key": "secret" }),
          yield* outcome({ "x-api-key": live }),
          yield* outcome({ "x-api-key": stranger }),
          yield* outcome({ "x-api-key": revoked.api_key }),
          yield* outcome({ "x-api-key": good.api_key, authorization: "Bearer nonsense" })
        ],
        ["missing", "malformed", "wrong_environment", "unknown", "revoked", "malformed"]
      )
    }))
})
