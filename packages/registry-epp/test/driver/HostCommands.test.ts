import { assert, describe, it } from "@effect/vitest"
import { newCommandId } from "@namewright/core/registry"
import { Hostname } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import type { HostData } from "../../src/message/ResponseData.ts"
import { hostAttributes } from "../../src/profile/genericProfiles.ts"
import { answer, scripted } from "./ScriptedClient.ts"

const hostname = Hostname.make("ns1.example.test")

const data: HostData = {
  _tag: "HostData",
  name: hostname,
  roid: "H1-TEST",
  statuses: [{ status: "ok" }, { status: "linked" }],
  addresses: [{ address: "192.0.2.1", version: "v4" }, { address: "2001:0DB8:0:0:0:0:0:1", version: "v6" }],
  sponsor: "us"
}

describe("a host", () => {
  it.effect("is read with its addresses in canonical form", () =>
    Effect.gen(function*() {
      const { registry } = scripted(() => answer(1000, { data }))
      assert.deepStrictEqual(
        yield* registry.infoHost(hostname),
        Option.some({
          hostname,
          sponsor: "account",
          ip_addresses: ["192.0.2.1", "2001:db8::1"],
          linked: true,
          pending: false
        })
      )
    }))

  it.effect("is pending while the registry has not decided on its creation, update or deletion", () =>
    Effect.gen(function*() {
      for (const status of ["pendingCreate", "pendingUpdate", "pendingDelete"]) {
        const { registry } = scripted(() => answer(1000, { data: { ...data, statuses: [{ status }] } }))
        assert.isTrue(Option.getOrThrow(yield* registry.infoHost(hostname)).pending)
      }
    }))

  it.effect("is another registrar's, or without a sponsor", () =>
    Effect.gen(function*() {
      const foreign = scripted(() => answer(1000, { data: { ...data, sponsor: "them" } })).registry
      assert.notStrictEqual(Option.getOrThrow(yield* foreign.infoHost(hostname)).sponsor, "account")
      const missing = scripted(() => answer(2303)).registry
      assert.deepStrictEqual(yield* missing.infoHost(hostname), Option.none())
    }))

  it.effect("changes its addresses in one command, without empty elements", () =>
    Effect.gen(function*() {
      const { registry, sent } = scripted(() => answer(1000))
      const command_id = yield* newCommandId
      yield* registry.updateHost({ command_id, hostname, add: ["2001:db8::2"], remove: [] })
      assert.deepStrictEqual<unknown>(sent.map(({ command }) => command), [{
        _tag: "HostUpdate",
        name: hostname,
        add: { addresses: [{ address: "2001:db8::2", version: "v6" }], statuses: [] }
      }])
    }))

  it.effect("is not queried at a registry with host attributes", () =>
    Effect.gen(function*() {
      const { registry, sent } = scripted(() => answer(1000, { data }), { profile: hostAttributes })
      const command_id = yield* newCommandId
      assert.deepStrictEqual(yield* registry.infoHost(hostname), Option.none())
      for (
        const attempt of [
          registry.createHost({ command_id, hostname, ip_addresses: [] }),
          registry.updateHost({ command_id, hostname, add: [], remove: [] }),
          registry.deleteHost({ command_id, hostname })
        ]
      ) {
        assert.deepInclude(yield* Effect.flip(attempt), { reason: "unsupported" })
      }
      assert.deepStrictEqual([registry.capabilities.host_objects, sent.length], [false, 0])
    }))

  it.effect("with an address that is invalid in XML is refused before it is sent", () =>
    Effect.gen(function*() {
      const { registry, sent } = scripted(() => answer(1000))
      const command_id = yield* newCommandId
      for (const address of ["::", "1".repeat(46)]) {
        const attempt = registry.createHost({ command_id, hostname, ip_addresses: [address] })
        assert.deepInclude(yield* Effect.flip(attempt), { reason: "parameter" })
      }
      assert.strictEqual(sent.length, 0)
    }))
})
