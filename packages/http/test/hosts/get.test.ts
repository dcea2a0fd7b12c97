import { assert, layer } from "@effect/vitest"
import { newHostId } from "@namewright/core/hosts"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { hostCaller } from "./hostCaller.ts"

layer(TestPlatform.layer)("GET /v1/hosts/{host_reference}", (it) => {
  it.effect("200: by id and by name, in any case", () =>
    Effect.gen(function*() {
      const call = yield* hostCaller("host-get.com")
      const host = yield* call.host("ns1")
      const reader = yield* caller({ of: call.organization, rights: ["hosts:read"] })
      for (const reference of [host.host_id, "ns1.host-get.com", "NS1.Host-Get.COM"]) {
        const { body, status } = yield* reader("GET", `/v1/hosts/${reference}`)
        assert.deepStrictEqual([status, body], [200, host])
      }
    }))

  it.effect("403: a key without hosts:read", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["domains:read"] })
      const { body, status } = yield* call("GET", "/v1/hosts/ns1.nobody.com")
      assert.deepStrictEqual([status, body.permission], [403, "hosts:read"])
    }))

  it.effect("404: an unknown host, and one of another organization", () =>
    Effect.gen(function*() {
      const call = yield* hostCaller("host-get-others.com")
      const { host_id } = yield* call.host("ns1")
      const stranger = yield* caller()
      for (const reference of [host_id, yield* newHostId, "ns1.host-get-others.com"]) {
        const { body, status } = yield* stranger("GET", `/v1/hosts/${reference}`)
        assert.deepStrictEqual([status, body.code], [404, "ERROR_HOST_NOT_FOUND"])
      }
    }))
})
