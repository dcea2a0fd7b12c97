import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { registrant } from "./dnssecCaller.ts"

const nameservers = [{ hostname: "ns1.example.net" }, { hostname: "ns2.example.net" }]

const routeOf = (tld: string, name: string) => `/v1/domains/tld-specific/${tld}/${name}/auth_code/request`

/** Members of the answers, by TLD, besides `name`, `success` and `detail`. */
const members = [
  ["eu", ["auth_code", "auth_code_expires_on"]],
  ["lt", ["auth_code", "auth_code_expires_on"]],
  ["cymru", ["auth_code"]],
  ["wales", ["auth_code"]],
  ["be", []],
  ["cz", ["recipients"]]
] as const

layer(TestPlatform.layer)("POST /v1/domains/tld-specific/{tld}/{domain_reference}/auth_code/request", (it) => {
  for (const [tld, extra] of members) {
    it.effect(`200: .${tld}`, () =>
      Effect.gen(function*() {
        const call = yield* registrant
        const name = `code-request.${tld}`
        yield* call.register(name, { nameservers })
        const { body, status } = yield* call("POST", routeOf(tld, name))
        assert.strictEqual(status, 200, JSON.stringify(body))
        assert.sameMembers(Object.keys(body), ["name", "success", "detail", ...extra])
        assert.deepInclude(body, { name, success: true })
        const shown = (yield* call("GET", `/v1/domains/${name}`)).body
        if ("auth_code" in body) assert.strictEqual(shown.auth_code, body.auth_code)
        else assert.isNull(shown.auth_code)
      }))
  }

  it.effect("200: the operation of .se serves .nu", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const attributes = { REGISTRY_SE_ORG_NO: "[SE]556677-8899" }
      const contacts = { ...call.contacts, registrant: { contact_id: call.contacts.registrant, attributes } }
      yield* call.register("code-request.nu", { nameservers, contacts })
      for (const tld of ["se", "nu"]) {
        const { body, status } = yield* call("POST", routeOf(tld, "code-request.nu"))
        assert.deepStrictEqual([status, Object.keys(body)], [200, ["name", "success", "detail", "auth_code"]])
      }
    }))

  it.effect("200: the code is null for a key without domain_auth_codes:read", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      yield* call.register("code-hidden.eu", { nameservers })
      const manager = yield* caller({ of: call.organization, rights: ["domains:manage"] })
      const { body, status } = yield* manager("POST", routeOf("eu", "code-hidden.eu"))
      assert.deepStrictEqual([status, body.auth_code], [200, null])
    }))

  it.effect("400: a domain of another TLD, and a transfer lock at a registry that sends the code", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      yield* call.register("code-other.com")
      const other = yield* call("POST", routeOf("eu", "code-other.com"))
      assert.deepInclude(other, { status: 400 })
      assert.strictEqual(other.body.code, "ERROR_DOMAIN_TRANSFER")
      yield* call.register("code-locked.be", { nameservers })
      yield* call("PATCH", "/v1/domains/code-locked.be", { statuses: ["clientTransferProhibited"] })
      const locked = yield* call("POST", routeOf("be", "code-locked.be"))
      assert.deepStrictEqual([locked.status, locked.body.code], [400, "ERROR_DOMAIN_TRANSFER"])
    }))

  it.effect("404: no such domain, and a domain of another account", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      yield* call.register("code-foreign.eu", { nameservers })
      const stranger = yield* registrant
      for (const name of ["nobody.eu", "code-foreign.eu"]) {
        const { body, status } = yield* stranger("POST", routeOf("eu", name))
        assert.deepStrictEqual([status, body.code], [404, "ERROR_DOMAIN_NOT_FOUND"])
      }
    }))
})

/** Operations with which a domain leaves the account, with a body and a name of another TLD. */
const departures = [
  ["at", "withdraw", { zone_delete: true }],
  ["de", "transit", { disconnect: false }],
  ["uk", "release", { tag: "RIVAL" }]
] as const

layer(TestPlatform.layer)("POST /v1/domains/tld-specific/{tld}/{domain_reference}/{operation}", (it) => {
  for (const [tld, operation, sent] of departures) {
    const route = (name: string) => `/v1/domains/tld-specific/${tld}/${name}/${operation}`

    it.effect(`200: ${operation}, and the domain has left the account`, () =>
      Effect.gen(function*() {
        const call = yield* registrant
        const name = `departure.${tld}`
        yield* call.register(name, { nameservers })
        const { body, status } = yield* call("POST", route(name), sent)
        assert.deepStrictEqual([status, body], [200, { name, success: true, detail: null }])
        assert.strictEqual((yield* call("GET", `/v1/domains/${name}`)).status, 404)
        assert.strictEqual((yield* call("POST", route(name), sent)).status, 404)
      }))

    it.effect(`403 and 422: ${operation} without the right, and of a domain of another TLD`, () =>
      Effect.gen(function*() {
        const call = yield* registrant
        const name = `not-${operation}.com`
        yield* call.register(name)
        const { body, status } = yield* call("POST", route(name), sent)
        assert.deepStrictEqual([status, body.code], [422, "ERROR_POLICY_VALIDATION"])
        const reader = yield* caller({ of: call.organization, rights: ["domains:read"] })
        assert.strictEqual((yield* reader("POST", route(name), sent)).status, 403)
        assert.strictEqual((yield* call("GET", `/v1/domains/${name}`)).status, 200)
      }))
  }
})
