import { assert, describe, it } from "@effect/vitest"
import { Instant, type OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { AccessPlatform, problemsOf } from "./AccessPlatform.ts"

const path = "/v1/auth/client_credentials"

/** API key with a role. */
const keyFor = Effect.fnUntraced(function*(organization: OrganizationId, role: string) {
  const { credential } = yield* AccessPlatform
  return (yield* credential(organization, { role })).api_key
})

it.layer(AccessPlatform.layer)("/v1/auth/client_credentials", (it) => {
  describe("POST", () => {
    it.effect("201: a credential that works at once", () =>
      Effect.gen(function*() {
        const { fetch, organization } = yield* AccessPlatform
        const owner = yield* organization()
        const key = yield* keyFor(owner, "admin")
        const { body, status } = yield* fetch("POST", path, {
          api_key_name: "export_1",
          api_key_description: "Nightly export",
          role: "billing_manager",
          expires_at: "2099-01-01"
        }, { key })
        assert.strictEqual(status, 201)
        const { api_key, api_key_id, client_secret, ...shown } = body
        assert.match(api_key, /^dwk_test_[0-9A-Za-z]{49}$/)
        assert.match(client_secret, /^dws_test_[0-9A-Za-z]{49}$/)
        assert.deepStrictEqual(shown, {
          organization_id: owner,
          client_id: owner,
          api_key_name: "export_1",
          api_key_description: "Nightly export",
          api_key_last_four: api_key.slice(-4),
          role: "billing_manager",
          status: "active",
          created_on: Instant.format(yield* Instant.now),
          last_used_on: null,
          last_used_address: null,
          expires_at: "2099-01-01T00:00:00Z",
          deleted_on: null,
          restrictions: null,
          agent_client_id: null,
          agent_user_id: null
        })
        const introspected = yield* fetch("GET", `${path}/introspect`, undefined, { key: api_key })
        assert.strictEqual(introspected.body.api_key_id, api_key_id)
        const token = yield* fetch("POST", "/v1/auth/token", {
          grant_type: "client_credentials",
          client_id: owner,
          client_secret
        })
        assert.strictEqual(token.status, 200)
      }))

    it.effect("201: with the role admin by default", () =>
      Effect.gen(function*() {
        const { fetch, organization } = yield* AccessPlatform
        const key = yield* keyFor(yield* organization(), "admin")
        const bare = yield* fetch("POST", path, { api_key_name: "a" }, { key })
        const nulls = { api_key_name: "a", role: null, expires_at: null, api_key_description: null }
        const explicit = yield* fetch("POST", path, nulls, { key })
        assert.deepStrictEqual(
          [bare.status, bare.body.role, explicit.status, explicit.body.role],
          [201, "admin", 201, "admin"]
        )
      }))

    it.effect("403: a role without api_keys:manage, and an inactive organization", () =>
      Effect.gen(function*() {
        const { fetch, organization } = yield* AccessPlatform
        const denied = yield* fetch("POST", path, { api_key_name: "a" }, {
          key: yield* keyFor(yield* organization(), "domain_manager")
        })
        assert.deepStrictEqual(
          [denied.status, denied.body.code, denied.body.permission],
          [403, "ERROR_PERMISSION_DENIED", "api_keys:manage"]
        )
        const inactive = yield* fetch("POST", path, { api_key_name: "a" }, {
          key: yield* keyFor(yield* organization({ active: false }), "admin")
        })
        assert.deepStrictEqual([inactive.status, inactive.body.code], [403, "ERROR_ORGANIZATION_INACTIVE"])
      }))

    it.effect("404: a role that the organization does not have", () =>
      Effect.gen(function*() {
        const { fetch, organization } = yield* AccessPlatform
        const key = yield* keyFor(yield* organization(), "admin")
        const { body, status } = yield* fetch("POST", path, { api_key_name: "a", role: "auditor" }, { key })
        assert.deepStrictEqual([status, body.code, body.role_name], [404, "ERROR_ROLE_NOT_FOUND", "auditor"])
      }))

    it.effect("422: everything that is wrong", () =>
      Effect.gen(function*() {
        const { fetch, organization } = yield* AccessPlatform
        const key = yield* keyFor(yield* organization(), "admin")
        const ofSchema = yield* fetch("POST", path, {
          api_key_name: "with space",
          api_key_description: "x".repeat(1025),
          role: "Not A Label",
          expires_at: "tomorrow"
        }, { key })
        assert.strictEqual(ofSchema.status, 422)
        assert.deepStrictEqual(problemsOf(ofSchema.body).toSorted(), [
          "body.api_key_description string_too_long",
          "body.api_key_name string_pattern_mismatch",
          "body.expires_at datetime_parsing",
          "body.role string_pattern_mismatch"
        ])
        const ofRules = yield* fetch("POST", path, {
          api_key_name: "a",
          role: "owner",
          expires_at: "1969-12-31T23:59:59Z"
        }, { key })
        assert.deepStrictEqual([ofRules.status, problemsOf(ofRules.body)], [
          422,
          ["body.expires_at value_error", "body.role value_error"]
        ])
        assert.deepStrictEqual(problemsOf((yield* fetch("POST", path, {}, { key })).body), [
          "body.api_key_name missing"
        ])
      }))
  })

  describe("GET", () => {
    it.effect("200: pages of the organization's credentials, the newest first", () =>
      Effect.gen(function*() {
        const { credential, fetch, organization } = yield* AccessPlatform
        const owner = yield* organization()
        yield* credential(yield* organization())
        for (const api_key_name of ["a", "b", "c"]) {
          yield* credential(owner, { api_key_name })
          yield* TestClock.adjust("1 minute")
        }
        const key = (yield* credential(owner, { api_key_name: "d" })).api_key
        const { body, status } = yield* fetch("GET", `${path}?page=1&page_size=3`, undefined, { key })
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(
          [
            body.total,
            body.page,
            body.page_size,
            body.items.map((item: { api_key_name: string }) => item.api_key_name)
          ],
          [4, 1, 3, ["d", "c", "b"]]
        )
        assert.notProperty(body.items[0], "api_key")
        assert.notProperty(body.items[0], "client_secret")
      }))

    it.effect("403: a role without api_keys:read", () =>
      Effect.gen(function*() {
        const { fetch, organization } = yield* AccessPlatform
        const { body, status } = yield* fetch("GET", path, undefined, {
          key: yield* keyFor(yield* organization(), "viewer")
        })
        assert.deepStrictEqual([status, body.permission], [403, "api_keys:read"])
      }))

    it.effect("422: a page that cannot be", () =>
      Effect.gen(function*() {
        const { fetch, organization } = yield* AccessPlatform
        const key = yield* keyFor(yield* organization(), "admin")
        const { body, status } = yield* fetch("GET", `${path}?page=0&page_size=1001`, undefined, { key })
        assert.deepStrictEqual([status, problemsOf(body)], [
          422,
          ["query.page greater_than_equal", "query.page_size less_than_equal"]
        ])
      }))
  })

  describe("DELETE", () => {
    it.effect("204: the credential ends at once, and stays in the list as revoked", () =>
      Effect.gen(function*() {
        const { credential, fetch, organization } = yield* AccessPlatform
        const owner = yield* organization()
        const key = yield* keyFor(owner, "admin")
        const doomed = yield* credential(owner, { api_key_name: "doomed" })
        const call = fetch("GET", "/v1/events", undefined, { key: doomed.api_key })
        assert.strictEqual((yield* call).status, 200)
        const revoke = fetch("DELETE", `${path}/${doomed.api_key_id}`, undefined, { key })
        assert.deepStrictEqual([(yield* revoke).status, (yield* revoke).body], [204, undefined])
        assert.strictEqual((yield* call).status, 401)
        const { body } = yield* fetch("GET", path, undefined, { key })
        const shown = body.items.find((item: { api_key_id: string }) => item.api_key_id === doomed.api_key_id)
        assert.deepStrictEqual(
          [shown.status, shown.deleted_on],
          ["revoked", Instant.format(yield* Instant.now)]
        )
      }))

    it.effect("403: a role without api_keys:delete", () =>
      Effect.gen(function*() {
        const { credential, fetch, organization } = yield* AccessPlatform
        const owner = yield* organization()
        const { api_key_id } = yield* credential(owner)
        const key = yield* keyFor(owner, "domain_manager")
        const { body, status } = yield* fetch("DELETE", `${path}/${api_key_id}`, undefined, { key })
        assert.deepStrictEqual([status, body.permission], [403, "api_keys:delete"])
      }))

    it.effect("404: another organization's credential, which goes on working", () =>
      Effect.gen(function*() {
        const { credential, fetch, organization } = yield* AccessPlatform
        const foreign = yield* credential(yield* organization())
        const key = yield* keyFor(yield* organization(), "admin")
        const { body, status } = yield* fetch("DELETE", `${path}/${foreign.api_key_id}`, undefined, { key })
        assert.deepStrictEqual(
          [status, body.code, body.api_key_id],
          [404, "ERROR_ORGANIZATION_CREDENTIAL_NOT_FOUND", foreign.api_key_id]
        )
        assert.strictEqual((yield* fetch("GET", "/v1/events", undefined, { key: foreign.api_key })).status, 200)
      }))

    it.effect("422: an id of another kind", () =>
      Effect.gen(function*() {
        const { fetch, organization } = yield* AccessPlatform
        const owner = yield* organization()
        const key = yield* keyFor(owner, "admin")
        const { body, status } = yield* fetch("DELETE", `${path}/${owner}`, undefined, { key })
        assert.deepStrictEqual([status, problemsOf(body)], [422, ["path.api_key_id typeid_parsing"]])
      }))
  })
})
