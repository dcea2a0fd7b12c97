import { assert, layer } from "@effect/vitest"
import { Worker } from "@namewright/core/embed"
import { RegistrarCredentialStore } from "@namewright/core/registrars"
import { Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"

const path = "/v1/connect/registrars"
const unknown = "registrar_credential_01h455vb4pex5vsknk084sn02q"

const account = (api_key: string, members: object = {}) => ({
  name: "Old account",
  registrar: "OPENSRS",
  credentials: { api_key },
  ...members
})

const work = Effect.flatMap(Worker, (worker) => worker.tick(Duration.minutes(1)))

/** A caller with an account of three domains, which are shown. */
const connected = Effect.fnUntraced(function*(key: string) {
  const call = yield* caller()
  const { body, status } = yield* call("POST", path, account(key))
  assert.strictEqual(status, 201, JSON.stringify(body))
  return { call, credential: body, own: `${path}/${body.registrar_credential_id}` }
})

layer(TestPlatform.layer)("POST /v1/connect/registrars", (it) => {
  it.effect("201: the credential without its secrets, and its domains are shown", () =>
    Effect.gen(function*() {
      const { call, credential, own } = yield* connected("create201")
      const { registrar_credential_id } = credential
      assert.match(registrar_credential_id, /^registrar_credential_[0-9a-z]{26}$/)
      assert.deepStrictEqual(credential, {
        registrar_credential_id,
        organization_id: call.organization,
        name: "Old account",
        registrar: "OPENSRS",
        sync_status: "pending",
        last_synced_on: null,
        domain_count: 0,
        skipped_count: 0,
        error_code: null,
        error_message: null,
        error_detail: null,
        created_on: credential.created_on,
        updated_on: credential.created_on
      })
      yield* work
      const synced = (yield* call("GET", own)).body
      assert.deepStrictEqual([synced.sync_status, synced.domain_count], ["succeeded", 3])
      const { body } = yield* call(
        "GET",
        `/v1/domains?registrar_credential_id=${registrar_credential_id}&include=registrar_credential,tags`
      )
      assert.strictEqual(body.total, 3)
      const [domain] = body.items
      assert.deepStrictEqual(domain.registrar_credential, {
        registrar_credential_id,
        name: "Old account",
        registrar: "OPENSRS"
      })
      assert.deepStrictEqual(domain.status_tags.map((tag: { tag_type: string }) => tag.tag_type), ["EXTERNAL"])
      assert.isTrue(domain.read_only)
      const single = yield* call("GET", `/v1/domains/${domain.name}?include=registrar_credential,renewal_price`)
      assert.deepStrictEqual(single.body.registrar_credential, domain.registrar_credential)
      assert.isNull(single.body.renewal_price)
      const plain = yield* call("GET", `/v1/domains/${domain.name}`)
      assert.notProperty(plain.body, "registrar_credential")
      for (const registrar of ["OPENSRS", "NATIVE"]) {
        const { body: listed } = yield* call("GET", `/v1/domains?registrar=${registrar}`)
        assert.strictEqual(listed.total, registrar === "OPENSRS" ? 3 : 0)
      }
    }))

  it.effect("201: a synchronisation whose job was lost runs after the next request", () =>
    Effect.gen(function*() {
      const { call, credential, own } = yield* connected("lost201")
      yield* work
      const store = yield* RegistrarCredentialStore
      const stored = Option.getOrThrow(yield* store.lock(credential.registrar_credential_id))
      yield* store.save({ ...stored, sync_status: "running" })
      yield* work
      assert.strictEqual((yield* call("GET", own)).body.sync_status, "running")
      assert.strictEqual((yield* call("POST", `${own}/sync`)).status, 202)
      yield* work
      assert.strictEqual((yield* call("GET", own)).body.sync_status, "succeeded")
    }))

  it.effect("403: a key that may only read", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["registrar_credentials:read"] })
      assert.strictEqual((yield* call("POST", path, account("any"))).status, 403)
    }))

  it.effect("409: more credentials than an organization may have", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      for (let count = 0; count < 50; count++) {
        assert.strictEqual((yield* call("POST", path, account("domains-0"))).status, 201)
      }
      const { body, status } = yield* call("POST", path, account("domains-0"))
      assert.deepStrictEqual([status, body.code], [409, "ERROR_REGISTRAR_CREDENTIAL_LIMIT"])
    }))

  it.effect("422 and 503: what the registrar refuses, and nothing is stored", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      for (
        const [key, expected, code] of [
          ["rejected", 422, "ERROR_CREDENTIAL_AUTH"],
          ["denied", 422, "ERROR_CREDENTIAL_ACCESS"],
          ["unavailable", 503, "ERROR_REGISTRAR_UNAVAILABLE"]
        ] as const
      ) {
        const { body, status } = yield* call("POST", path, account(key))
        assert.deepStrictEqual([status, body.code], [expected, code])
        assert.isString(body.error_message)
        assert.isString(body.error_detail)
        assert.strictEqual(body.registrar, "OPENSRS")
      }
      assert.strictEqual((yield* call("GET", path)).body.total, 0)
    }))

  it.effect("422: every member that is wrong, without the secrets", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const long = `s3cret${"x".repeat(5000)}`
      const { body, status } = yield* call("POST", path, {
        name: "",
        registrar: "NATIVE",
        credentials: { api_key: long }
      })
      assert.strictEqual(status, 422)
      assert.sameDeepMembers(issuesOf(body), [
        ["body.name", "string_too_short"],
        ["body.registrar", "enum"],
        ["body.credentials.api_key", "string_too_long"]
      ])
      assert.notInclude(JSON.stringify(body), "s3cret")
      for (
        const wrong of [
          { registrar: "OPENSRS", credentials: { api_key: "s3cret" } },
          { name: "a", registrar: "OPENSRS", credentials: "s3cret" },
          { name: "a", registrar: "OPENSRS", credentials: { "API KEY": "s3cret" } },
          { name: "a", registrar: "OPENSRS", credentials: ["s3cret"] }
        ]
      ) {
        const refused = yield* call("POST", path, wrong)
        assert.strictEqual(refused.status, 422)
        assert.notInclude(JSON.stringify(refused.body), "s3cret")
      }
      const fields = yield* call("POST", path, account("k", { credentials: { password: "s3cret" } }))
      assert.deepStrictEqual([fields.status, issuesOf(fields.body)], [422, [
        ["body.credentials.api_key", "missing"],
        ["body.credentials.password", "extra_forbidden"]
      ]])
      assert.notInclude(JSON.stringify(fields.body), "s3cret")
    }))
})

layer(TestPlatform.layerWith({}, { environment: "production" }))("POST /v1/connect/registrars", (it) => {
  it.effect("422: a registrar without a driver", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("POST", path, account("any"))
      assert.deepStrictEqual([status, issuesOf(body)], [422, [["body.registrar", "value_error"]]])
    }))
})

layer(TestPlatform.layer)("GET /v1/connect/registrars", (it) => {
  it.effect("200: the organization's credentials, by registrar", () =>
    Effect.gen(function*() {
      const { call, credential, own } = yield* connected("list200")
      const { body: other } = yield* call("POST", path, account("domains-0", { registrar: "ENOM" }))
      const all = yield* call("GET", path)
      assert.deepStrictEqual([all.body.total, all.body.items], [2, [credential, other]])
      const some = yield* call("GET", `${path}?registrar=ENOM`)
      assert.deepStrictEqual(some.body.items, [other])
      assert.deepStrictEqual((yield* call("GET", own)).body, credential)
      const stranger = yield* caller()
      assert.strictEqual((yield* stranger("GET", path)).body.total, 0)
      assert.strictEqual((yield* stranger("GET", own)).status, 404)
    }))

  it.effect("404: a credential that does not exist", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("GET", `${path}/${unknown}`)
      assert.deepStrictEqual([status, body.code], [404, "ERROR_REGISTRAR_CREDENTIAL_NOT_FOUND"])
    }))

  it.effect("422: a registrar that does not exist", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      assert.strictEqual((yield* call("GET", `${path}?registrar=NATIVE`)).status, 422)
    }))
})

layer(TestPlatform.layer)("PUT /v1/connect/registrars/{registrar_credential_id}", (it) => {
  it.effect("200: other secrets, which are synchronised with at once", () =>
    Effect.gen(function*() {
      const { call, credential, own } = yield* connected("put200")
      yield* work
      yield* TestClock.adjust("1 minute")
      const { body, status } = yield* call("PUT", own, { credentials: { api_key: "domains-5" } })
      assert.deepStrictEqual([status, body.sync_status, body.name], [200, "pending", "Old account"])
      assert.notStrictEqual(body.updated_on, credential.updated_on)
      yield* work
      assert.strictEqual((yield* call("GET", own)).body.domain_count, 5)
      // The domains of the other account go with the next listing that lacks them.
      assert.strictEqual((yield* call("GET", "/v1/domains")).body.total, 8)
      yield* call("POST", `${own}/sync`)
      yield* work
      assert.strictEqual((yield* call("GET", "/v1/domains")).body.total, 5)
    }))

  it.effect("404 and 422: another organization's credential, and secrets that the registrar refuses", () =>
    Effect.gen(function*() {
      const { call, credential, own } = yield* connected("put422")
      const stranger = yield* caller()
      assert.strictEqual((yield* stranger("PUT", own, { credentials: { api_key: "domains-5" } })).status, 404)
      const { body, status } = yield* call("PUT", own, { credentials: { api_key: "rejected" } })
      assert.deepStrictEqual([status, body.code], [422, "ERROR_CREDENTIAL_AUTH"])
      assert.deepStrictEqual((yield* call("GET", own)).body, credential)
    }))
})

layer(TestPlatform.layer)("DELETE /v1/connect/registrars/{registrar_credential_id}", (it) => {
  it.effect("204: the credential and its domains are gone", () =>
    Effect.gen(function*() {
      const { call, own } = yield* connected("delete204")
      yield* work
      assert.strictEqual((yield* call("GET", "/v1/domains")).body.total, 3)
      assert.strictEqual((yield* call("DELETE", own)).status, 204)
      assert.strictEqual((yield* call("GET", own)).status, 404)
      yield* work
      assert.strictEqual((yield* call("GET", "/v1/domains")).body.total, 0)
    }))

  it.effect("404: another organization's credential", () =>
    Effect.gen(function*() {
      const { call, own } = yield* connected("delete404")
      const stranger = yield* caller()
      assert.strictEqual((yield* stranger("DELETE", own)).status, 404)
      assert.strictEqual((yield* call("GET", own)).status, 200)
    }))
})

layer(TestPlatform.layer)("POST /v1/connect/registrars/{registrar_credential_id}/sync", (it) => {
  it.effect("202: a synchronisation is waiting, and one is made every day", () =>
    Effect.gen(function*() {
      const { call, own } = yield* connected("sync202")
      yield* work
      const first = (yield* call("GET", own)).body.last_synced_on
      yield* TestClock.adjust("1 hour")
      const { body, status } = yield* call("POST", `${own}/sync`)
      assert.deepStrictEqual([status, body.sync_status], [202, "pending"])
      yield* work
      const second = (yield* call("GET", own)).body.last_synced_on
      assert.notStrictEqual(second, first)
      yield* TestClock.adjust("25 hours")
      yield* work
      const third = (yield* call("GET", own)).body
      assert.strictEqual(third.sync_status, "succeeded")
      assert.notStrictEqual(third.last_synced_on, second)
    }))
})

layer(TestPlatform.layer)("a domain at an external registrar", (it) => {
  it.effect("409: is refused every command", () =>
    Effect.gen(function*() {
      const { call } = yield* connected("readonly")
      yield* work
      const name = "readonly-1.com"
      const before = (yield* call("GET", `/v1/domains/${name}`)).body
      const period = { unit: "y", value: 1 }
      for (
        const [method, operation, body] of [
          ["PATCH", "", { renewal_mode: "expire" }],
          ["DELETE", "", undefined],
          ["POST", "/renew", { period }],
          ["POST", "/restore", {}],
          ["PUT", "/dnssec", []],
          ["POST", "/transfer/outbound", { action: "approve" }]
        ] as const
      ) {
        const answer = yield* call(method, `/v1/domains/${name}${operation}`, body)
        assert.deepStrictEqual(
          [answer.status, answer.body?.code],
          [409, "ERROR_DOMAIN_READ_ONLY"],
          `${method} ${operation}`
        )
      }
      const host = yield* call("POST", "/v1/hosts", { hostname: `ns1.${name}`, ip_addresses: ["9.9.9.9"] })
      assert.deepStrictEqual([host.status, host.body.code], [404, "ERROR_PARENT_DOMAIN_NOT_FOUND"])
      yield* TestClock.adjust("4000 days")
      yield* work
      assert.deepStrictEqual((yield* call("GET", `/v1/domains/${name}`)).body, before)
      const events = yield* call("GET", `/v1/events?object_id=${before.domain_id}`)
      assert.strictEqual(events.body.total, 0)
    }))
})
