import { assert, layer } from "@effect/vitest"
import { RegistrySimulator } from "@namewright/core/registry"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf } from "../tags/caller.ts"
import { hostCaller } from "./hostCaller.ts"

layer(TestPlatform.layer)("POST /v1/hosts", (it) => {
  it.effect("201: an active host with its addresses, each once and in canonical text", () =>
    Effect.gen(function*() {
      const call = yield* hostCaller("host-create.com")
      const { body, status } = yield* call("POST", "/v1/hosts", {
        hostname: "NS1.Host-Create.com",
        ip_addresses: ["9.9.9.9", "2001:DB8:0::9", "9.9.9.9"]
      })
      assert.strictEqual(status, 201)
      assert.match(body.host_id, /^host_[0-9a-z]{26}$/)
      assert.match(body.created_on, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      assert.deepStrictEqual(body, {
        host_id: body.host_id,
        hostname: "ns1.host-create.com",
        ip_addresses: ["9.9.9.9", "2001:db8::9"],
        domain_id: call.domain_id,
        status: "active",
        created_on: body.created_on,
        updated_on: body.created_on
      })
      const domain = (yield* call("GET", "/v1/domains/host-create.com")).body
      assert.deepStrictEqual(domain.hosts, [{ host_id: body.host_id }])
    }))

  it.effect("201: a host several labels below the domain", () =>
    Effect.gen(function*() {
      const call = yield* hostCaller("host-deep.com")
      const { body, status } = yield* call("POST", "/v1/hosts", {
        hostname: "ns1.dns.host-deep.com",
        ip_addresses: ["9.9.9.9"]
      })
      assert.deepStrictEqual([status, body.domain_id], [201, call.domain_id])
    }))

  it.effect("403: a key without hosts:manage or without domains:manage", () =>
    Effect.gen(function*() {
      const body = { hostname: "ns1.nobody.com", ip_addresses: ["9.9.9.9"] }
      for (const right of ["hosts:manage", "domains:manage"] as const) {
        const call = yield* caller({ rights: [right] })
        assert.strictEqual((yield* call("POST", "/v1/hosts", body)).status, 403)
      }
    }))

  it.effect("404: a name below no domain, and one below another organization's", () =>
    Effect.gen(function*() {
      yield* hostCaller("host-others.com")
      const call = yield* caller()
      for (const hostname of ["ns1.host-nowhere.com", "ns1.host-others.com"]) {
        const { body, status } = yield* call("POST", "/v1/hosts", { hostname, ip_addresses: ["9.9.9.9"] })
        assert.deepStrictEqual([status, body.code], [404, "ERROR_PARENT_DOMAIN_NOT_FOUND"])
      }
    }))

  it.effect("409: a host that exists stays as it is", () =>
    Effect.gen(function*() {
      const call = yield* hostCaller("host-twice.com")
      const first = yield* call.host("ns1")
      const { body, status } = yield* call("POST", "/v1/hosts", {
        hostname: "ns1.host-twice.com",
        ip_addresses: ["1.1.1.1"]
      })
      assert.deepStrictEqual([status, body.code], [409, "ERROR_HOST_ALREADY_EXISTS"])
      assert.deepStrictEqual((yield* call("GET", `/v1/hosts/${first.host_id}`)).body, first)
    }))

  it.effect("422: no addresses, and invalid addresses", () =>
    Effect.gen(function*() {
      const call = yield* hostCaller("host-invalid.com")
      const hostname = "ns1.host-invalid.com"
      const empty = yield* call("POST", "/v1/hosts", { hostname, ip_addresses: [] })
      assert.deepStrictEqual([empty.status, issuesOf(empty.body).map(([at]) => at)], [422, ["body.ip_addresses"]])
      const wrong = yield* call("POST", "/v1/hosts", { hostname, ip_addresses: ["9.9.9.9", "nine"] })
      assert.deepStrictEqual([wrong.status, issuesOf(wrong.body).map(([at]) => at)], [422, ["body.ip_addresses.1"]])
      assert.strictEqual((yield* call("GET", `/v1/hosts/${hostname}`)).status, 404)
    }))

  it.effect("503: a registry that cannot be reached", () =>
    Effect.gen(function*() {
      const call = yield* hostCaller("host-away.com")
      const { faults } = yield* RegistrySimulator
      const object = "ns1.host-away.com"
      yield* faults.inject({ method: "createHost", fault: "temporary", object })
      const { body, status } = yield* call("POST", "/v1/hosts", { hostname: object, ip_addresses: ["9.9.9.9"] })
      assert.deepStrictEqual([status, body.code], [503, "ERROR_REGISTRY_UNAVAILABLE"])
    }))
})
