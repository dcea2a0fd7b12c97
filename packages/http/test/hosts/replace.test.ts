import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { hostCaller } from "./hostCaller.ts"

layer(TestPlatform.layer)("PUT /v1/hosts/{host_reference}", (it) => {
  it.effect("200: replaces all addresses, by id and by name", () =>
    Effect.gen(function*() {
      const call = yield* hostCaller("host-replace.com")
      const host = yield* call.host("ns1")
      yield* TestClock.adjust("1 minute")
      const { body, status } = yield* call("PUT", `/v1/hosts/${host.host_id}`, {
        ip_addresses: ["1.1.1.1", "2001:db8::1"]
      })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body, {
        ...host,
        ip_addresses: ["1.1.1.1", "2001:db8::1"],
        updated_on: body.updated_on
      })
      assert.isAbove(Date.parse(body.updated_on), Date.parse(host.updated_on))
      assert.deepStrictEqual((yield* call("GET", `/v1/hosts/${host.host_id}`)).body, body)
      const named = yield* call("PUT", "/v1/hosts/ns1.host-replace.com", { ip_addresses: ["8.8.8.8"] })
      assert.deepStrictEqual([named.status, named.body.ip_addresses], [200, ["8.8.8.8"]])
    }))

  it.effect("200: the same set in another order changes nothing", () =>
    Effect.gen(function*() {
      const call = yield* hostCaller("host-same.com")
      const host = yield* call.host("ns1", ["9.9.9.9", "1.1.1.1"])
      yield* TestClock.adjust("1 minute")
      const { body, status } = yield* call("PUT", `/v1/hosts/${host.host_id}`, { ip_addresses: ["1.1.1.1", "9.9.9.9"] })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body, host)
    }))

  it.effect("403: a key without hosts:manage", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["hosts:read", "hosts:delete"] })
      const { body, status } = yield* call("PUT", "/v1/hosts/ns1.nobody.com", { ip_addresses: ["9.9.9.9"] })
      assert.deepStrictEqual([status, body.permission], [403, "hosts:manage"])
    }))

  it.effect("404: another organization's host stays as it is", () =>
    Effect.gen(function*() {
      const call = yield* hostCaller("host-not-yours.com")
      const host = yield* call.host("ns1")
      const stranger = yield* caller()
      const { body, status } = yield* stranger("PUT", `/v1/hosts/${host.host_id}`, { ip_addresses: ["1.1.1.1"] })
      assert.deepStrictEqual([status, body.code], [404, "ERROR_HOST_NOT_FOUND"])
      assert.deepStrictEqual((yield* call("GET", `/v1/hosts/${host.host_id}`)).body, host)
    }))

  it.effect("422: no addresses", () =>
    Effect.gen(function*() {
      const call = yield* hostCaller("host-no-address.com")
      const host = yield* call.host("ns1")
      assert.strictEqual((yield* call("PUT", `/v1/hosts/${host.host_id}`, { ip_addresses: [] })).status, 422)
    }))
})
