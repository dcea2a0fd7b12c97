import { assert, describe, it } from "@effect/vitest"
import { answered, DelegationLookup } from "@namewright/core/dns"
import { Effect, Layer } from "effect"
import { nameserverNames } from "../../src/cli/nameserverNames.ts"

const found = (
  known: Readonly<Record<string, ReadonlyArray<string>>>,
  environment: "production" | "sandbox" = "production"
) =>
  Effect.provide(
    nameserverNames({ environment, zoneNameservers: ["ns1.platform.net", "ns2.platform.net"] }),
    Layer.succeed(DelegationLookup, {
      publicAddresses: (hostname) => {
        const addresses = known[hostname] ?? known[`*.${hostname.slice(hostname.indexOf(".") + 1)}`]
        return Effect.succeed(addresses === undefined ? answered([]) : answered(addresses))
      },
      glue: () => Effect.succeed(answered([]))
    })
  )

describe("nameserverNames", () => {
  const own = { "ns1.platform.net": ["192.0.2.1", "2001:db8::1"], "ns2.platform.net": ["192.0.2.2"] }

  it.effect("is content with wildcards that have the addresses of their names", () =>
    Effect.gen(function*() {
      const wildcards = { "*.ns1.platform.net": ["2001:DB8:0::1", "192.0.2.1"], "*.ns2.platform.net": ["192.0.2.2"] }
      assert.strictEqual((yield* found({ ...own, ...wildcards })).verdict, "fine")
    }))

  it.effect("names every wildcard that is missing or leads elsewhere", () =>
    Effect.gen(function*() {
      const { explanation, verdict } = yield* found({ ...own, "*.ns1.platform.net": ["192.0.2.1"] })
      assert.strictEqual(verdict, "problem")
      assert.include(explanation, "*.ns1.platform.net should have the addresses of ns1.platform.net")
      assert.include(explanation, "*.ns2.platform.net should have the addresses of ns2.platform.net")
    }))

  it.effect("names every name without addresses, and every one that cannot be looked up", () =>
    Effect.gen(function*() {
      assert.include((yield* found({})).explanation, "ns1.platform.net has no addresses")
      const { explanation, verdict } = yield* Effect.provide(
        nameserverNames({ environment: "production", zoneNameservers: ["ns1.platform.net"] }),
        DelegationLookup.layerNone
      )
      assert.strictEqual(verdict, "problem")
      assert.include(explanation, "this installation does not ask the public DNS")
    }))

  it.effect("names what cannot be a hostname", () =>
    Effect.gen(function*() {
      const { explanation } = yield* Effect.provide(
        nameserverNames({ environment: "production", zoneNameservers: ["ns_1.platform.net"] }),
        DelegationLookup.layerNone
      )
      assert.strictEqual(explanation, "ns_1.platform.net is not a hostname")
    }))

  it.effect("sends no queries in a sandbox", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* found({}, "sandbox")).verdict, "fine")
    }))
})
