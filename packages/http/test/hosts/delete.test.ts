import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { hostCaller } from "./hostCaller.ts"

layer(TestPlatform.layer)("DELETE /v1/hosts/{host_reference}", (it) => {
  it.effect("204: the host is deleted, and its name is free", () =>
    Effect.gen(function*() {
      const call = yield* hostCaller("host-delete.com")
      const { host_id } = yield* call.host("ns1")
      const kept = yield* call.host("ns2")
      const { body, status } = yield* call("DELETE", `/v1/hosts/${host_id}`)
      assert.deepStrictEqual([status, body], [204, undefined])
      assert.strictEqual((yield* call("GET", `/v1/hosts/${host_id}`)).status, 404)
      assert.deepStrictEqual((yield* call("GET", `/v1/hosts/${kept.host_id}`)).body, kept)
      assert.strictEqual((yield* call.host("ns1")).status, "active")
    }))

  it.effect("204: by name", () =>
    Effect.gen(function*() {
      const call = yield* hostCaller("host-delete-named.com")
      const { host_id } = yield* call.host("ns1")
      assert.strictEqual((yield* call("DELETE", "/v1/hosts/ns1.host-delete-named.com")).status, 204)
      assert.strictEqual((yield* call("GET", `/v1/hosts/${host_id}`)).status, 404)
    }))

  it.effect("403: a key without hosts:delete", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["hosts:read", "hosts:manage"] })
      const { body, status } = yield* call("DELETE", "/v1/hosts/ns1.nobody.com")
      assert.deepStrictEqual([status, body.permission], [403, "hosts:delete"])
    }))

  it.effect("404: another organization's host stays", () =>
    Effect.gen(function*() {
      const call = yield* hostCaller("host-delete-others.com")
      const host = yield* call.host("ns1")
      const stranger = yield* caller()
      const { body, status } = yield* stranger("DELETE", `/v1/hosts/${host.host_id}`)
      assert.deepStrictEqual([status, body.code], [404, "ERROR_HOST_NOT_FOUND"])
      assert.deepStrictEqual((yield* call("GET", `/v1/hosts/${host.host_id}`)).body, host)
    }))

  it.effect("409: a host that a domain delegates to stays", () =>
    Effect.gen(function*() {
      const call = yield* hostCaller("host-used.com")
      const host = yield* call.host("ns1")
      const delegated = yield* call("PATCH", "/v1/domains/host-used.com", {
        nameservers: [host.hostname, "ns1.example.net"]
      })
      assert.strictEqual(delegated.status, 200)
      const { body, status } = yield* call("DELETE", `/v1/hosts/${host.host_id}`)
      assert.deepStrictEqual([status, body.code], [409, "ERROR_HOST_IN_USE"])
      assert.deepStrictEqual((yield* call("GET", `/v1/hosts/${host.host_id}`)).body, host)
    }))
})
