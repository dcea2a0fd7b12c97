import { assert, describe, it } from "@effect/vitest"
import type { OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { AccessPlatform, problemsOf } from "./AccessPlatform.ts"

const path = "/v1/auth/client_credentials"
const from = (address: string) => ({ headers: { "x-test-address": address } })

/** A credential with an administrator's key that changes it. */
const changeable = Effect.fnUntraced(function*(owner: OrganizationId) {
  const { credential, fetch } = yield* AccessPlatform
  const admin = yield* credential(owner)
  const made = yield* credential(owner, { api_key_name: "changed" })
  const patch = (body: object, key = admin.api_key) => fetch("PATCH", `${path}/${made.api_key_id}`, body, { key })
  return { ...made, admin: admin.api_key, patch }
})

it.layer(AccessPlatform.layer)("/v1/auth/client_credentials/{api_key_id}", (it) => {
  describe("PATCH", () => {
    it.effect("200: every member, with the others unchanged", () =>
      Effect.gen(function*() {
        const { fetch, organization } = yield* AccessPlatform
        const { api_key, api_key_id, patch } = yield* changeable(yield* organization())
        const restrictions = {
          ids: ["zone_01h455vb4pex5vsknk084sn02q"],
          names: ["*.EXAMPLE.com."],
          rrsets: [{ name: "_acme-challenge.*", types: ["TXT"] }],
          networks: ["192.0.2.7"]
        }
        const first = yield* patch({ api_key_name: "renamed", expires_at: "2099-01-01", role: "viewer", restrictions })
        assert.strictEqual(first.status, 200, JSON.stringify(first.body))
        assert.deepInclude(first.body, {
          api_key_id,
          api_key_name: "renamed",
          api_key_description: null,
          expires_at: "2099-01-01T00:00:00Z",
          role: "viewer",
          status: "active",
          restrictions: { ...restrictions, names: ["*.example.com"], networks: ["192.0.2.7/32"] }
        })
        const second = yield* patch({ expires_at: null, restrictions: null, api_key_description: "Nightly" })
        assert.deepInclude(second.body, {
          api_key_name: "renamed",
          api_key_description: "Nightly",
          expires_at: null,
          role: "viewer",
          restrictions: null
        })
        const { body } = yield* fetch("GET", `${path}/introspect`, undefined, { key: api_key })
        assert.deepInclude(body, { api_key_name: "renamed", restrictions: null })
      }))

    it.effect("200: a change applies at once to the key and to its tokens", () =>
      Effect.gen(function*() {
        const { fetch, organization } = yield* AccessPlatform
        const { api_key, client_id, client_secret, patch } = yield* changeable(yield* organization())
        const grant = { grant_type: "client_credentials", client_id, client_secret }
        const token = (yield* fetch("POST", "/v1/auth/token", grant)).body.access_token
        const call = (caller: object) =>
          Effect.map(fetch("GET", "/v1/contacts", undefined, caller), ({ status }) => status)
        const sets = (caller: object) => fetch("GET", "/v1/vanity-nameserver-sets", undefined, caller)
        assert.deepStrictEqual([(yield* sets({ key: api_key })).status, (yield* sets({ token })).status], [200, 200])
        yield* patch({ restrictions: { names: ["example.com"] } })
        for (const caller of [{ key: api_key }, { token }]) {
          const { body, status } = yield* sets(caller)
          assert.deepStrictEqual([status, body.code], [403, "ERROR_PERMISSION_DENIED"])
          assert.match(body.detail, /restricted/)
          const introspected = yield* fetch("GET", `${path}/introspect`, undefined, caller)
          assert.deepStrictEqual(introspected.body.restrictions, { names: ["example.com"] })
        }
        yield* patch({ restrictions: null })
        assert.deepStrictEqual([(yield* sets({ key: api_key })).status, (yield* sets({ token })).status], [200, 200])
        yield* patch({ role: "billing_manager" })
        assert.deepStrictEqual([yield* call({ key: api_key }), yield* call({ token })], [403, 403])
      }))

    it.effect("200: the networks of a key apply besides those of its organization, and to its tokens", () =>
      Effect.gen(function*() {
        const { fetch, organization } = yield* AccessPlatform
        const { api_key, client_id, client_secret, patch } = yield* changeable(yield* organization())
        yield* patch({ restrictions: { networks: ["192.0.2.0/24", "2001:db8::/32"] } })
        const read = (address: string, caller: object = { key: api_key }) =>
          fetch("GET", "/v1/dns/summary", undefined, { ...caller, ...from(address) })
        // A key that is only restricted to networks may use every operation of its role.
        assert.strictEqual((yield* read("192.0.2.7")).status, 200)
        assert.strictEqual((yield* read("2001:db8::7")).status, 200)
        const refused = yield* read("198.51.100.7")
        assert.deepStrictEqual([refused.status, refused.body.code], [403, "ERROR_PERMISSION_DENIED"])
        assert.match(refused.body.detail, /credential is not accepted from 198\.51\.100\.7/)
        const grant = { grant_type: "client_credentials", client_id, client_secret }
        assert.strictEqual((yield* fetch("POST", "/v1/auth/token", grant, from("198.51.100.7"))).status, 403)
        const { access_token: token } = (yield* fetch("POST", "/v1/auth/token", grant, from("192.0.2.7"))).body
        assert.strictEqual((yield* read("192.0.2.7", { token })).status, 200)
        assert.strictEqual((yield* read("198.51.100.7", { token })).status, 403)
      }))

    it.effect("the last use has its address, with the precision of its time", () =>
      Effect.gen(function*() {
        const { fetch, organization } = yield* AccessPlatform
        const { admin, api_key, api_key_id } = yield* changeable(yield* organization())
        yield* fetch("GET", "/v1/dns/summary", undefined, { key: api_key, ...from("192.0.2.7") })
        yield* fetch("GET", "/v1/dns/summary", undefined, { key: api_key, ...from("192.0.2.8") })
        const { body } = yield* fetch("GET", path, undefined, { key: admin })
        const key = body.items.find((item: any) => item.api_key_id === api_key_id)
        assert.deepInclude(key, { last_used_on: "1970-01-01T00:00:00Z", last_used_address: "192.0.2.7" })
      }))

    it.effect("is in the object log", () =>
      Effect.gen(function*() {
        const { fetch, organization } = yield* AccessPlatform
        const { admin, api_key_id, patch } = yield* changeable(yield* organization())
        yield* patch({ restrictions: { names: ["example.com"] } })
        const { body } = yield* fetch("GET", `/v1/archive/object-logs/${api_key_id}`, undefined, { key: admin })
        const changed = body.items.find(({ action }: any) => action === "UPDATED")
        assert.deepStrictEqual(changed.details, {
          before: { restrictions: null },
          after: { restrictions: { names: ["example.com"] } }
        })
      }))

    it.effect("403: a restricted key changes no key, not even itself, and creates none", () =>
      Effect.gen(function*() {
        const { credential, fetch, organization } = yield* AccessPlatform
        const owner = yield* organization()
        const { api_key_id } = yield* changeable(owner)
        for (const restrictions of [{ names: ["*"] }, { networks: ["0.0.0.0/0", "::/0"] }]) {
          const restricted = yield* credential(owner, { restrictions })
          const caller = { key: restricted.api_key, ...from("192.0.2.7") }
          const refused = yield* Effect.all([
            fetch("PATCH", `${path}/${api_key_id}`, { api_key_name: "a" }, caller),
            fetch("PATCH", `${path}/${restricted.api_key_id}`, { restrictions: null }, caller),
            fetch("POST", path, { api_key_name: "a", restrictions }, caller)
          ])
          for (const { body, status } of refused) {
            assert.deepStrictEqual([status, body.code], [403, "ERROR_PERMISSION_DENIED"])
            assert.match(body.detail, /restricted/)
          }
        }
      }))

    it.effect("403: a caller that lacks a right of the key's role, before or after the change", () =>
      Effect.gen(function*() {
        const { credential, fetch, organization } = yield* AccessPlatform
        const owner = yield* organization()
        const { admin, patch } = yield* changeable(owner)
        const role = { name: "Key desk", permissions: ["api_keys:manage", "dns:read"] }
        yield* fetch("POST", "/v1/organizations/roles", role, { key: admin })
        const desk = (yield* credential(owner, { role: "key_desk" })).api_key
        const bodies = [{ restrictions: null }, { role: "admin" }, { role: "key_desk" }]
        for (const body of bodies) {
          const refused = yield* patch(body, desk)
          assert.deepStrictEqual([refused.status, refused.body.code], [403, "ERROR_PERMISSION_DENIED"])
        }
        assert.strictEqual((yield* patch({ role: "key_desk" })).status, 200)
        assert.strictEqual((yield* patch({ api_key_name: "renamed" }, desk)).status, 200)
        assert.strictEqual((yield* patch({ role: "admin" }, desk)).status, 403)
      }))

    it.effect("404: a key of another organization, and an unknown role", () =>
      Effect.gen(function*() {
        const { credential, organization } = yield* AccessPlatform
        const { patch } = yield* changeable(yield* organization())
        const stranger = (yield* credential(yield* organization())).api_key
        const foreign = yield* patch({ api_key_name: "a" }, stranger)
        assert.deepStrictEqual([foreign.status, foreign.body.code], [404, "ERROR_ORGANIZATION_CREDENTIAL_NOT_FOUND"])
        const unknown = yield* patch({ role: "auditor" })
        assert.deepStrictEqual([unknown.status, unknown.body.code], [404, "ERROR_ROLE_NOT_FOUND"])
      }))

    it.effect("422: everything that is wrong with restrictions", () =>
      Effect.gen(function*() {
        const { organization } = yield* AccessPlatform
        const { patch } = yield* changeable(yield* organization())
        const { body, status } = yield* patch({
          role: "owner",
          restrictions: {
            ids: ["contact_01h455vb4pex5vsknk084sn02q"],
            tag_ids: [],
            names: ["shop-*.com", "münchen.de", "a..b"],
            rrsets: [{ name: "*", types: ["txt"] }],
            networks: ["192.0.2.0/33"]
          }
        })
        assert.strictEqual(status, 422)
        assert.sameMembers(problemsOf(body), [
          "body.restrictions.ids.0 typeid_parsing",
          "body.restrictions.tag_ids too_short",
          "body.restrictions.names.0 value_error",
          "body.restrictions.names.1 value_error",
          "body.restrictions.names.2 value_error",
          "body.restrictions.rrsets.0.types.0 string_pattern_mismatch",
          "body.restrictions.networks.0 ip_any_network"
        ])
        assert.deepStrictEqual(problemsOf((yield* patch({ role: "owner" })).body), ["body.role value_error"])
      }))

    it.effect("422: restrictions that would not restrict: unknown members, and no list", () =>
      Effect.gen(function*() {
        const { fetch, organization } = yield* AccessPlatform
        const { admin, patch } = yield* changeable(yield* organization())
        const wrong: ReadonlyArray<readonly [object, string]> = [
          [{ restriction: { names: ["example.com"] } }, "body.restriction"],
          [{ restrictions: { name: ["example.com"] } }, "body.restrictions.name"],
          [{ restrictions: { names: ["example.com"], rrset: [] } }, "body.restrictions.rrset"],
          [{ restrictions: { rrsets: [{ name: "*", type: ["TXT"] }] } }, "body.restrictions.rrsets.0.type"],
          [{ restrictions: {} }, "body.restrictions"],
          [{ restrictions: { names: null } }, "body.restrictions"]
        ]
        for (const [body, location] of wrong) {
          const created = yield* fetch("POST", path, { api_key_name: "a", ...body }, { key: admin })
          for (const refused of [created, yield* patch(body)]) {
            assert.strictEqual(refused.status, 422, JSON.stringify(body))
            assert.deepStrictEqual(problemsOf(refused.body).map((problem) => problem.split(" ")[0]), [location])
          }
        }
      }))
  })
})
